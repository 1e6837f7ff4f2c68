#include "app/publication_watch.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/asio/post.hpp>

namespace walrelay::app {

namespace {

constexpr std::chrono::seconds interval{60};
constexpr std::chrono::seconds interval_held_up{5};

error publication_gone(const config::connector_options& options) {
  return {
      error_class::refuse,
      fmt::format("publication '{}' was dropped or re-created while its changes were relayed",
                  options.replication.publication_name),
      "changes made while it is missing never arrive",
      fmt::format(
          "compare the tables with their topics; to accept what is missing, drop the slot and run: "
          "walrelay offsets reset --accept-gap --connector {}",
          options.name),
      {}};
}

/// Goes round: the way in says what exactly is missing.
error publishes_less(const config::connector_options& options) {
  return {error_class::retry,
          fmt::format("publication '{}' publishes fewer operations than it did",
                      options.replication.publication_name),
          "such changes never arrive",
          {},
          {}};
}

}  // namespace

publication_watch::publication_watch(boost::asio::io_context& loop,
                                     boost::asio::thread_pool& helpers, job_context context,
                                     std::function<bool()> held_up,
                                     std::function<void(error)> failed)
    : loop_(loop),
      helpers_(helpers),
      context_(context),
      held_up_(std::move(held_up)),
      failed_(std::move(failed)),
      timer_(loop),
      alive_(std::make_shared<publication_watch*>(this)) {}

publication_watch::~publication_watch() {
  *alive_ = nullptr;
}

void publication_watch::start(oid expected) {
  expected_ = expected;
  missing_tables_.clear();
  last_look_ = mono_now();
  ++round_;
  wait();
}

void publication_watch::stop() {
  ++round_;
  timer_.cancel();
}

void publication_watch::wait() {
  timer_.expires_after(interval_held_up);
  timer_.async_wait([alive = alive_, round = round_](boost::system::error_code cancelled) {
    publication_watch* self = *alive;
    if (self == nullptr || cancelled || self->round_ != round) return;
    const bool due = self->held_up_() || mono_now() - self->last_look_ >= interval;
    due ? self->look() : self->wait();
  });
}

void publication_watch::look() {
  last_look_ = mono_now();
  boost::asio::post(helpers_, [alive = alive_, round = round_, context = context_, &loop = loop_] {
    boost::asio::post(loop, [alive, round, found = look_at_publication(context)] {
      publication_watch* self = *alive;
      if (self != nullptr && self->round_ == round) self->seen(found);
    });
  });
}

void publication_watch::seen(const result<std::optional<publication_seen>>& found) {
  if (!found) return failed_(found.error());
  if (*found && (*found)->id != expected_) return failed_(publication_gone(context_.options));
  if (*found && !(*found)->lacking.empty()) return failed_(publishes_less(context_.options));
  if (*found) compare(**found);
  wait();
}

void publication_watch::compare(const publication_seen& now) {
  if (now.missing_tables != missing_tables_ && !now.missing_tables.empty()) {
    context_.out.warn("captured tables are not in the publication: their changes do not arrive",
                      {{"publication", context_.options.replication.publication_name},
                       {"tables", fmt::format("{}", fmt::join(now.missing_tables, ", "))}});
  }
  missing_tables_ = now.missing_tables;
}

}  // namespace walrelay::app
