#include "app/snapshot_run.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

constexpr std::chrono::milliseconds tick_time{50};
constexpr std::chrono::seconds pause_after_trouble{5};

bool is_over(const table_progress& progress) {
  return progress.state == table_copy_state::done || progress.state == table_copy_state::skipped;
}

}  // namespace

snapshot_run::snapshot_run(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                           job_context context, stream_reader& reader,
                           std::vector<table_progress> stored, owner& whose)
    : loop_(loop),
      helpers_(helpers),
      context_(context),
      reader_(reader),
      known_(std::move(stored)),
      owner_(whose),
      topics_(naming_options_of(context.options)),
      begun_(mono_now()),
      timer_(loop),
      alive_(std::make_shared<snapshot_run*>(this)) {}

snapshot_run::~snapshot_run() {
  *alive_ = nullptr;
  current_.reset();
  reader_.observe_emission(nullptr);
}

void snapshot_run::start(std::function<void()> ready) {
  ready_ = std::move(ready);
  find_tables();
}

void snapshot_run::find_tables() {
  boost::asio::post(helpers_, [alive = alive_, &loop = loop_, context = context_] {
    auto found = find_copy_candidates(context);
    boost::asio::post(loop, [alive, found = std::move(found)]() mutable {
      snapshot_run* self = *alive;
      if (self == nullptr) return;
      if (!found) return self->owner_.snapshot_failed(found.error());
      self->plan(*std::move(found));
    });
  });
}

std::optional<table_progress> snapshot_run::known(const std::string& table) const {
  const auto found = std::ranges::find(known_, table, &table_progress::table);
  return found == known_.end() ? std::nullopt : std::optional(*found);
}

void snapshot_run::remember(const table_progress& progress) {
  std::erase_if(known_, [&](const table_progress& each) { return each.table == progress.table; });
  known_.push_back(progress);
}

void snapshot_run::plan(copy_candidates found) {
  plan_again_at_.reset();
  std::vector<table_progress> begun;
  bool any_row = false;
  for (auto& table : found.tables) {
    const auto progress = known(table.schema + "." + table.name);
    const bool same = progress && progress->table_id == table.relation;
    any_row = any_row || (same && progress->rows != 0);
    if (same && is_over(*progress)) continue;
    if (same) begun.push_back(*progress);
    left_.push_back(std::move(table));
  }
  if (tables_) return next_table();
  if (auto ready = std::exchange(ready_, nullptr)) ready();
  if (left_.empty()) return;
  context_.out.info("snapshot begins", {{"tables", left_.size()}});
  tables_.emplace(found.now.next(),
                  any_row ? copied_tables::so_far::some_rows : copied_tables::so_far::nothing);
  // What the stream does to rows that consumers have counts from its first event on, long before
  // the table's turn comes.
  for (const table_progress& each : begun) {
    tables_->add(listen_to({each.table, each.table_id, each.key_columns}, each, context_.options));
  }
  reader_.observe_emission(&*tables_);
  next_table();
  wait();
}

void snapshot_run::next_table() {
  if (current_) return;
  if (left_.empty()) return plan_again_at_ ? plan_again() : complete();
  const published_table which = std::move(left_.front());
  left_.pop_front();
  auto topic = topics_.topic_of(which.schema, which.name);
  if (!topic) return owner_.snapshot_failed(topic.error());
  tables_->is_last_table(left_.empty() && !plan_again_at_);
  current_ = std::make_unique<table_copier>(
      loop_, helpers_, context_, which, *topic,
      table_copier::events{[this](topic_binding& binding) { owner_.declare(binding); },
                           [this] { reader_.emission_ready(); }, [this] { table_finished(); },
                           [this](const error& reason) { table_interrupted(reason); }});
  current_->start(*tables_);
}

void snapshot_run::table_finished() {
  if (copied_table* copied = current_->copied()) {
    remember(copied->record());
    context_.out.info("table is copied",
                      {{"table", current_->name()}, {"rows", copied->record().rows}});
  }
  // It is in the middle of telling us.
  boost::asio::post(loop_, [alive = alive_] {
    snapshot_run* self = *alive;
    if (self == nullptr || !self->tables_) return;
    const oid copied = self->current_->which().relation;
    self->current_.reset();
    self->tables_->remove(copied);
    self->next_table();
  });
}

void snapshot_run::table_interrupted(const error& reason) {
  context_.out.warn("a table cannot be copied now; what was copied stays, and it is tried again",
                    {{"table", current_->name()},
                     {"found", reason.message()},
                     {"code", reason.code},
                     {"again_in_s", pause_after_trouble.count()}});
  plan_again_at_ = mono_now() + pause_after_trouble;
  boost::asio::post(loop_, [alive = alive_] {
    snapshot_run* self = *alive;
    if (self != nullptr) self->current_.reset();
  });
}

/// Those that could not be copied may have another name or key by now, or be gone.
void snapshot_run::plan_again() {
  if (mono_now() < *plan_again_at_) return;
  plan_again_at_ = mono_time::max();  // until the plan is there
  find_tables();
}

void snapshot_run::complete() {
  reader_.observe_emission(nullptr);
  tables_.reset();
  const std::chrono::duration<double> took = mono_now() - begun_;
  context_.out.info("snapshot is complete", {{"seconds", took.count()}});
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
  if (current_) {
    current_->drive();
  } else {
    next_table();
  }
  wait();
}

}  // namespace walrelay::app
