#include "app/table_copier.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/asio/post.hpp>

#include <walrelay/base/ensure.hpp>

#include "app/envelope_settings.hpp"
#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

constexpr std::size_t chunk_bytes = 2u << 20;
constexpr std::size_t chunk_bytes_most = 4 * chunk_bytes;
// How large rows are is found out by reading some; of the next ones it is a guess.
constexpr std::size_t first_rows = 20;
constexpr std::size_t growth_most = 8;
constexpr std::size_t rows_most = 50'000;
constexpr std::chrono::seconds patience_with_transactions{10};

}  // namespace

table_copier::table_copier(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                           job_context context, published_table which, std::string topic,
                           events tell)
    : loop_(loop),
      helpers_(helpers),
      context_(context),
      which_(std::move(which)),
      name_(which_.schema + "." + which_.name),
      topic_(std::move(topic)),
      tell_(std::move(tell)),
      envelope_(envelope_settings_of(context.options, daemon_version())),
      rows_a_read_(first_rows),
      begun_(mono_now()),
      alive_(std::make_shared<table_copier*>(this)) {}

table_copier::~table_copier() {
  *alive_ = nullptr;
  if (session_) session_->cancel();
  if (copied_ != nullptr) copied_->reader_goes();
}

template <class Job, class Then>
void table_copier::help(Job job, Then then) {
  asked_ = question::open;
  boost::asio::post(helpers_, [alive = alive_, &loop = loop_, job = std::move(job),
                               then = std::move(then)]() mutable {
    auto answer = job();
    boost::asio::post(loop,
                      [alive = std::move(alive), then = std::move(then),
                       answer = std::make_shared<decltype(answer)>(std::move(answer))]() mutable {
                        table_copier* self = *alive;
                        if (self == nullptr) return;
                        if (!*answer) {
                          self->asked_ = question::no_more;
                          return self->tell_.interrupted(answer->error());
                        }
                        self->asked_ = question::none;
                        then(*self, *std::move(*answer));
                      });
  });
}

void table_copier::start(copied_tables& among) {
  among_ = &among;
  help(
      [context = context_, id = which_.relation, topic = topic_] {
        return begin_copy(context, id, topic);
      },
      [](table_copier& self, std::optional<table_to_copy> found) { self.begin(std::move(found)); });
}

void table_copier::begin(std::optional<table_to_copy> found) {
  if (!found) {
    context_.out.info("table is not published any more", {{"table", name_}});
    return tell_.finished();
  }
  if (found->key_columns.empty()) {
    context_.out.warn("table has no key that the stream carries, so its rows are not copied",
                      {{"table", name_}});
    return tell_.finished();
  }
  tell_.declare(found->binding);
  session_ = found->session;
  shape_ = found->shape;
  binding_ = std::move(found->binding);
  const snapshot::copied_table table{name_, which_.relation,
                                     described(found->key_columns, *shape_)};
  copied_ = among_->find(which_.relation);
  if (copied_ == nullptr || copied_->table() != table) {
    copied_ = &among_->add(listen_to(table, std::nullopt, context_.options));
  }
  copied_->reader_comes([this](const change::relation_ptr& shape) { return bind(shape); });
  context_.out.info("copying table",
                    {{"table", name_}, {"rows_copied_before", copied_->record().rows}});
  drive();
}

void table_copier::drive() {
  if (copied_ == nullptr || asked_ != question::none) return;
  using kind = snapshot::table_copy::action::kind;
  auto next = copied_->copy().next();
  switch (next.what) {
    case kind::wait:
      return;
    case kind::ask_who_runs:
      return ask_who_runs();
    case kind::ask_for_snapshot:
      return ask_for_snapshot();
    case kind::read:
      return read(std::move(next.order));
    case kind::end:
      asked_ = question::no_more;
      return tell_.finished();
  }
  WALRELAY_ENSURE(false, "action {}", static_cast<int>(next.what));
}

void table_copier::ask_who_runs() {
  help([session = session_] { return who_runs(*session); },
       [](table_copier& self, std::vector<snapshot::full_xid> running) {
         self.copied_->copy().who_runs(running);
         self.drive();
       });
}

/// The next look waits for the next drive().
void table_copier::ask_for_snapshot() {
  help([session = session_] { return take_snapshot(*session); },
       [](table_copier& self, snapshot::server_snapshot fresh) {
         self.copied_->copy().snapshot_taken(fresh);
         if (self.copied_->copy().settled()) return self.drive();
         self.tell_who_is_waited_for();
       });
}

/// Once: one that nobody ends, as an orphaned prepared one, would stop the copy unseen.
void table_copier::tell_who_is_waited_for() {
  const auto* waiting = copied_->copy().waiting();
  const bool is_long = mono_now() - begun_ >= patience_with_transactions;
  if (waiting == nullptr || !is_long || std::exchange(waiting_told_, true)) return;
  std::vector<std::uint64_t> ids;
  for (const auto id : waiting->waited_for()) ids.push_back(id.value());
  context_.out.warn(
      "copying waits for transactions that began before it to end; see pg_locks and "
      "pg_prepared_xacts",
      {{"table", name_}, {"transactions", fmt::to_string(fmt::join(ids, ","))}});
}

void table_copier::read(snapshot::read_order order) {
  copied_->read_begins();
  chunk_request request{
      which_.relation,  which_.schema, which_.name,      topic_, copied_->key().columns(),
      std::move(order), rows_a_read_,  chunk_bytes_most, shape_};
  help([context = context_, session = session_,
        request = std::move(request)] { return read_rows(context, *session, request); },
       [](table_copier& self, std::optional<chunk_answer> answer) {
         answer ? self.took(*std::move(answer)) : self.locked_out();
       });
}

/// The stream goes on meanwhile, and the read is tried again.
void table_copier::locked_out() {
  context_.out.warn("copying waits for a lock on the table that others hold", {{"table", name_}});
  copied_->copy().read_failed();
}

void table_copier::took(chunk_answer answer) {
  if (answer.binding) {
    // The topic is the one that was declared.
    static_cast<topic_binding&>(*answer.binding) = binding_;
    binding_ = *std::move(answer.binding);
    shape_ = answer.chunk.shape;
  }
  if (const std::size_t rows = answer.chunk.rows.size(); rows != 0) {
    const std::size_t row_bytes = std::max<std::size_t>(1, answer.chunk.rows.bytes() / rows);
    const std::size_t most = std::min(rows_most, rows_a_read_ * growth_most);
    rows_a_read_ = std::clamp<std::size_t>(chunk_bytes / row_bytes, 1, most);
  }
  copied_->chunk_read(std::move(answer.chunk));
  tell_.has_read();
  drive();
}

result<std::unique_ptr<bound_table>> table_copier::bind(const change::relation_ptr& shape) {
  return app::bind(shape, binding_, {context_.selection, envelope_},
                   [out = context_.out, shape](const envelope::conversion_failure& failure) {
                     out.warn("a value has no place in its representation and became null",
                              {{"table", shape->qualified_name()},
                               {"column", failure.column},
                               {"reason", failure.reason}});
                   });
}

}  // namespace walrelay::app
