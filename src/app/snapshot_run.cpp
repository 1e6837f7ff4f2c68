#include "app/snapshot_run.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/asio/post.hpp>

#include <walrelay/base/ensure.hpp>
#include <walrelay/kafka/table_progress_store.hpp>

#include "app/envelope_settings.hpp"
#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

constexpr std::chrono::milliseconds tick_time{50};
constexpr std::chrono::seconds patience_with_transactions{10};
constexpr std::size_t chunk_bytes = 2u << 20;
constexpr std::size_t chunk_bytes_most = 4 * chunk_bytes;
// How large rows are is found out by reading some; of the next ones it is a guess.
constexpr std::size_t first_rows = 20;
constexpr std::size_t growth_most = 8;
constexpr std::size_t rows_most = 50'000;

}  // namespace

snapshot_run::snapshot_run(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                           job_context context, stream_reader& reader,
                           std::vector<table_progress> stored, owner& whose)
    : loop_(loop),
      helpers_(helpers),
      context_(context),
      reader_(reader),
      stored_(std::move(stored)),
      owner_(whose),
      topics_(naming_options_of(context.options)),
      envelope_(envelope_settings_of(context.options, daemon_version())),
      timer_(loop),
      alive_(std::make_shared<snapshot_run*>(this)) {}

snapshot_run::~snapshot_run() {
  *alive_ = nullptr;
  if (current_ && current_->session) current_->session->cancel();
}

template <class Job, class Then>
void snapshot_run::help(Job job, Then then) {
  boost::asio::post(helpers_, [alive = alive_, &loop = loop_, job = std::move(job),
                               then = std::move(then)]() mutable {
    auto answer = job();
    boost::asio::post(loop,
                      [alive = std::move(alive), then = std::move(then),
                       answer = std::make_shared<decltype(answer)>(std::move(answer))]() mutable {
                        snapshot_run* self = *alive;
                        if (self == nullptr) return;
                        if (self->current_) self->current_->busy = false;
                        if (!*answer) return self->trouble(answer->error());
                        then(*self, *std::move(*answer));
                      });
  });
}

void snapshot_run::start() {
  help([context = context_] { return find_copy_candidates(context); },
       [](snapshot_run& self, copy_candidates found) { self.plan(std::move(found)); });
}

std::optional<table_progress> snapshot_run::stored(const std::string& table) const {
  const auto found = std::ranges::find(stored_, table, &table_progress::table);
  return found == stored_.end() ? std::nullopt : std::optional(*found);
}

void snapshot_run::plan(copy_candidates found) {
  for (auto& table : found.tables) {
    const auto known = stored(table.schema + "." + table.name);
    const bool over =
        known && known->table_id == table.relation &&
        (known->state == table_copy_state::done || known->state == table_copy_state::skipped);
    if (!over) left_.push_back(std::move(table));
  }
  if (left_.empty()) return;
  context_.out.info("snapshot begins", {{"tables", left_.size()}});
  tables_.emplace(found.now.next(),
                  [this](const change::relation_ptr& shape) { return bind(shape); });
  reader_.observe_emission(&*tables_);
  next_table();
  wait();
}

void snapshot_run::next_table() {
  current_.reset();
  if (left_.empty()) {
    reader_.observe_emission(nullptr);
    tables_.reset();
    context_.out.info("snapshot is complete");
    return;
  }
  published_table which = std::move(left_.front());
  left_.pop_front();
  auto topic = topics_.topic_of(which.schema, which.name);
  if (!topic) return owner_.snapshot_failed(topic.error());
  current_.emplace();
  current_->which = which;
  current_->topic = *topic;
  current_->busy = true;
  help([context = context_, id = which.relation,
        topic = *topic] { return begin_copy(context, id, topic); },
       [which, topic = *topic](snapshot_run& self, std::optional<table_to_copy> found) {
         self.begin(which, topic, std::move(found));
       });
}

void snapshot_run::begin(published_table which, std::string topic,
                         std::optional<table_to_copy> found) {
  const std::string name = which.schema + "." + which.name;
  if (!found || found->key_columns.empty()) {
    context_.out.warn("table has no key that the stream carries, so its rows are not copied",
                      {{"table", name}});
    return next_table();
  }
  owner_.declare(found->binding);
  const snapshot::copied_table table{name, which.relation,
                                     described(found->key_columns, *found->shape)};
  const auto known = stored(name);
  const auto progress = known ? snapshot::progress_in(*known, table) : std::nullopt;
  const auto where = checkpoint_location_of(context_.options);
  auto copy = std::make_unique<copied_table>(
      table, found->key_columns,
      progress_place{
          where.partition,
          kafka::table_progress_key(context_.options.name, context_.options.topic_prefix, name)},
      snapshot::table_copy(progress.value_or(snapshot::copy_progress{}),
                           snapshot::settled_by::visibility_or_stream, {}));
  tables_->add(which.relation, std::move(copy));
  *current_ = {std::move(which), std::move(topic), found->session, found->shape, found->binding,
               first_rows,       mono_now(),       false,          false};
  context_.out.info("copying table", {{"table", name}});
  drive();
}

copied_table* snapshot_run::copied() {
  return current_ && tables_ ? tables_->find(current_->which.relation) : nullptr;
}

void snapshot_run::drive() {
  copied_table* const table = copied();
  if (table == nullptr || current_->busy) return;
  using kind = snapshot::table_copy::action::kind;
  auto next = table->copy().next();
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
      return finish_table();
  }
  WALRELAY_ENSURE(false, "action {}", static_cast<int>(next.what));
}

void snapshot_run::ask_who_runs() {
  current_->busy = true;
  help([session = current_->session] { return who_runs(*session); },
       [](snapshot_run& self, std::vector<snapshot::full_xid> running) {
         self.copied()->copy().who_runs(running);
         self.drive();
       });
}

void snapshot_run::ask_for_snapshot() {
  current_->busy = true;
  help([session = current_->session] { return take_snapshot(*session); },
       [](snapshot_run& self, snapshot::server_snapshot fresh) {
         self.copied()->copy().snapshot_taken(fresh);
         if (self.copied()->copy().settled()) return self.drive();
         self.tell_who_is_waited_for();
       });
}

/// Once a table: one that nobody ends, as an orphaned prepared one, would stop the copy unseen.
void snapshot_run::tell_who_is_waited_for() {
  const auto* waiting = copied()->copy().waiting();
  const bool is_long = mono_now() - current_->started >= patience_with_transactions;
  if (waiting == nullptr || !is_long || std::exchange(current_->waiting_told, true)) return;
  std::vector<std::uint64_t> ids;
  for (const auto id : waiting->waited_for()) ids.push_back(id.value());
  context_.out.warn(
      "copying waits for transactions that began before it to end; see pg_locks and "
      "pg_prepared_xacts",
      {{"table", copied()->table().name}, {"transactions", fmt::to_string(fmt::join(ids, ","))}});
}

void snapshot_run::read(snapshot::read_order order) {
  current_->busy = true;
  copied()->read_begins();
  chunk_request request{current_->which.relation, current_->which.schema,    current_->which.name,
                        current_->topic,          copied()->key().columns(), std::move(order),
                        current_->rows_a_read,    chunk_bytes_most,          current_->shape};
  help([context = context_, session = current_->session,
        request = std::move(request)] { return read_rows(context, *session, request); },
       [](snapshot_run& self, std::optional<chunk_answer> answer) {
         answer ? self.took(*std::move(answer)) : self.locked_out();
       });
}

/// The stream goes on meanwhile, and the read is tried again.
void snapshot_run::locked_out() {
  context_.out.warn("copying waits for a lock on the table that others hold",
                    {{"table", copied()->table().name}});
  copied()->copy().read_failed();
}

void snapshot_run::took(chunk_answer answer) {
  if (answer.binding) {
    // The topic is the one that was declared.
    static_cast<topic_binding&>(*answer.binding) = current_->binding;
    current_->binding = *std::move(answer.binding);
    current_->shape = answer.chunk.shape;
  }
  const std::size_t rows = answer.chunk.rows.size();
  if (rows != 0) {
    const std::size_t row_bytes = std::max<std::size_t>(1, answer.chunk.rows.bytes() / rows);
    const std::size_t most = std::min(rows_most, current_->rows_a_read * growth_most);
    current_->rows_a_read = std::clamp<std::size_t>(chunk_bytes / row_bytes, 1, most);
  }
  copied()->chunk_read(std::move(answer.chunk));
  reader_.emission_ready();
  drive();
}

void snapshot_run::finish_table() {
  const auto& progress = copied()->copy().window().progress();
  context_.out.info(
      "table is copied",
      {{"table", copied()->table().name},
       {"rows", progress.rows},
       {"seconds", std::chrono::duration<double>(mono_now() - current_->started).count()}});
  tables_->remove(current_->which.relation);
  next_table();
}

void snapshot_run::trouble(const error& reason) {
  const std::string name =
      current_ ? current_->which.schema + "." + current_->which.name : std::string("all");
  context_.out.warn("snapshot is interrupted; what was copied stays",
                    {{"table", name}, {"found", reason.message()}, {"code", reason.code}});
  owner_.snapshot_failed(reason);
}

result<std::unique_ptr<bound_table>> snapshot_run::bind(const change::relation_ptr& shape) {
  WALRELAY_ENSURE(current_.has_value(), "rows of a table that is not being copied");
  return app::bind(shape, current_->binding, {context_.selection, envelope_},
                   [this, shape](const envelope::conversion_failure& failure) {
                     context_.out.warn("a value has no place in its representation and became null",
                                       {{"table", shape->qualified_name()},
                                        {"column", failure.column},
                                        {"reason", failure.reason}});
                   });
}

void snapshot_run::wait() {
  timer_.expires_after(tick_time);
  timer_.async_wait([alive = alive_](boost::system::error_code cancelled) {
    if (snapshot_run* self = *alive; self != nullptr && !cancelled) self->tick();
  });
}

void snapshot_run::tick() {
  if (!tables_) return;
  reader_.emission_ready();
  if (tables_->waits_for_stream()) reader_.ask_for_position();
  drive();
  wait();
}

}  // namespace walrelay::app
