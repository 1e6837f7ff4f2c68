// preview: the envelopes of a live database on standard output, by the reader, pipeline and encoder
// of `run`, from a temporary slot. No Kafka, and nothing is left behind. The slot dies with the
// session, so an interruption ends a preview.
//
// Thread: the loop, for everything but the bodies of helper jobs.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/app/run.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/relay/cursors.hpp>

#include "app/line_printer.hpp"
#include "app/log.hpp"
#include "app/preview_output.hpp"
#include "app/preview_source.hpp"
#include "app/stream_reader.hpp"

namespace walrelay::app {

struct preview_limits {
  std::uint64_t records_most = preview_output::without_limit;  // snapshot rows among them
  std::optional<std::chrono::seconds> time{};
  std::size_t snapshot_rows = 0;  // of each table
};

class preview : private stream_reader::owner {
 public:
  preview(config::connector_options options, preview_limits limits, log out);
  ~preview() override;

  /// Until a limit is reached, SIGTERM or SIGINT comes, nobody reads the output any more (all of
  /// them ok), or an error. A second signal ends the process at once.
  [[nodiscard]] exit_code run();

 private:
  void open();
  void stream(preview_stream opened);
  void finish(line_printer::rest rest);
  void fail(const error& reason);

  template <class Job, class Then>
  void help(Job job, Then then);

  // stream_reader::owner
  void stream_failed(error reason) override;
  void push(slice what) override;
  [[nodiscard]] bool sink_is_full() const override;
  [[nodiscard]] std::string_view sink_name() const override { return "standard output"; }
  void table_wanted(const change::relation_ptr& relation) override;
  void topic_wanted(envelope::auxiliary_topic topic) override;

  [[nodiscard]] job_context context() const { return {options_, selection_, out_}; }

  const config::connector_options options_;
  const preview_limits limits_;
  const log out_;
  const change::selection selection_;
  boost::asio::io_context loop_{1};
  boost::asio::thread_pool helpers_{1};
  boost::asio::signal_set signals_;
  boost::asio::steady_timer timer_;
  line_printer printer_;
  preview_output output_;  // the open() job's until its answer is here
  envelope::topic_naming topics_;
  relay::cursors cursors_;
  cancellable slot_creation_;
  std::unique_ptr<stream_reader> reader_;
  bool over_ = false;
  exit_code code_ = exit_code::ok;
};

}  // namespace walrelay::app
