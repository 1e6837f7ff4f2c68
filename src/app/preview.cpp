#include "app/preview.hpp"

#include <csignal>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include "app/room_settings.hpp"

namespace walrelay::app {

preview::preview(config::connector_options options, preview_limits limits, log out)
    : options_(std::move(options)),
      limits_(limits),
      out_(std::move(out)),
      selection_(selection_of(options_.capture)),
      signals_(loop_, SIGTERM, SIGINT),
      timer_(loop_),
      printer_(
          [this] {
            boost::asio::post(loop_, [this] {
              if (reader_) reader_->sink_has_room();
            });
          },
          [this] { boost::asio::post(loop_, [this] { finish(line_printer::rest::dropped); }); }),
      output_(printer_, limits_.records_most),
      topics_(naming_options_of(options_)) {}

preview::~preview() = default;

exit_code preview::run() {
  std::signal(SIGPIPE, SIG_IGN);
  signals_.async_wait([this](boost::system::error_code failure, int) {
    if (!failure) finish(line_printer::rest::dropped);
  });
  if (limits_.time) {
    timer_.expires_after(*limits_.time);
    timer_.async_wait([this](boost::system::error_code cancelled) {
      if (!cancelled) finish(line_printer::rest::printed);
    });
  }
  open();
  loop_.run();
  printer_.join();
  // The slot's creation was cancelled, and every other question has a deadline.
  helpers_.join();
  out_.info("preview ends", {{"records", output_.printed()}});
  return code_;
}

/// Runs `job` on the helper and hands its result to `then` on the loop, unless all is over.
template <class Job, class Then>
void preview::help(Job job, Then then) {
  boost::asio::post(helpers_, [this, job = std::move(job), then = std::move(then)]() mutable {
    auto answer = std::make_shared<decltype(job())>(job());
    boost::asio::post(loop_, [this, then = std::move(then), answer = std::move(answer)] {
      if (over_) return;
      if (!*answer) return fail(answer->error());
      then(*answer);
    });
  });
}

void preview::open() {
  help(
      [this] {
        return open_preview(context(), limits_.snapshot_rows, output_, printer_, slot_creation_);
      },
      [this](result<preview_stream>& opened) { stream(std::move(*opened)); });
}

void preview::stream(preview_stream opened) {
  if (output_.complete()) return finish(line_printer::rest::printed);
  const stream_reader::limits bounds{options_.replication.status_update_interval,
                                     options_.flow.shutdown_grace,
                                     options_.replication.wal_sender_timeout};
  reader_ = std::make_unique<stream_reader>(loop_, std::move(opened.stream), cursors_, bounds, out_,
                                            static_cast<stream_reader::owner&>(*this));
  change::resume_point from;
  from.position = from.slot_position = opened.position;
  reader_->start(options_, selection_, from);
  out_.info("previewing", {{"position", opened.position}});
}

void preview::push(slice what) {
  output_.print(what.records);
  if (output_.complete()) {
    boost::asio::post(loop_, [this] { finish(line_printer::rest::printed); });
    return;
  }
  if (!what.facts.last_boundary) return;
  // The server may let go of its WAL: nobody will ask for it again.
  checkpoint printed;
  printed.position = what.facts.last_boundary->boundary.position;
  boost::asio::post(loop_, [this, printed, records = what.records.size()] {
    if (reader_) reader_->checkpoint_committed(printed, records);
  });
}

bool preview::sink_is_full() const {
  return over_ || output_.complete() || printer_.full();
}

void preview::table_wanted(const change::relation_ptr& relation) {
  const auto topic = topics_.topic_of(relation->schema, relation->table);
  if (!topic) return stream_failed(topic.error());
  help([this, relation, name = *topic] { return describe_table(context(), *relation, name); },
       [this](result<table_binding>& binding) {
         binding->topic = output_.topic_number(binding->topic_name);
         reader_->table_bound(*binding);
       });
}

void preview::topic_wanted(envelope::auxiliary_topic topic) {
  const auto name = topics_.topic_of(topic);
  if (!name) return stream_failed(name.error());
  // Not from within the reader's call.
  boost::asio::post(loop_, [this, binding = topic_binding{output_.topic_number(*name), *name}] {
    if (reader_) reader_->topic_bound(binding);
  });
}

void preview::stream_failed(error reason) {
  boost::asio::post(loop_, [this, reason = std::move(reason)] { fail(reason); });
}

void preview::fail(const error& reason) {
  if (over_) return;
  out_.error("the preview cannot go on", {{"found", reason.found},
                                          {"why", reason.why},
                                          {"remedy", reason.remedy},
                                          {"code", reason.code}});
  code_ = code_of(reason.kind);
  finish(line_printer::rest::printed);
}

void preview::finish(line_printer::rest rest) {
  printer_.finish(rest);
  if (std::exchange(over_, true)) return;
  signals_.clear();  // back to the default: a second one ends the process
  timer_.cancel();
  slot_creation_.cancel();
  if (reader_) reader_->close();
  reader_.reset();
  loop_.stop();
}

}  // namespace walrelay::app
