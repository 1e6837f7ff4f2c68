#include "app/publication_watch.hpp"

#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

namespace walrelay::app {

namespace {

constexpr std::chrono::seconds interval{60};

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

}  // namespace

publication_watch::publication_watch(boost::asio::io_context& loop,
                                     boost::asio::thread_pool& helpers, job_context context,
                                     std::function<void(error)> failed)
    : loop_(loop),
      helpers_(helpers),
      context_(context),
      failed_(std::move(failed)),
      timer_(loop),
      alive_(std::make_shared<publication_watch*>(this)) {}

publication_watch::~publication_watch() {
  *alive_ = nullptr;
}

void publication_watch::start(oid expected) {
  expected_ = expected;
  ++round_;
  wait();
}

void publication_watch::stop() {
  ++round_;
  timer_.cancel();
}

void publication_watch::wait() {
  timer_.expires_after(interval);
  timer_.async_wait([alive = alive_, round = round_](boost::system::error_code cancelled) {
    publication_watch* self = *alive;
    if (self != nullptr && !cancelled && self->round_ == round) self->look();
  });
}

void publication_watch::look() {
  boost::asio::post(helpers_, [alive = alive_, round = round_, context = context_, &loop = loop_] {
    boost::asio::post(loop, [alive, round, found = check_publication(context)] {
      publication_watch* self = *alive;
      if (self != nullptr && self->round_ == round) self->seen(found);
    });
  });
}

void publication_watch::seen(const result<std::optional<oid>>& found) {
  if (!found) return failed_(found.error());
  if (*found && **found != expected_) return failed_(publication_gone(context_.options));
  wait();
}

}  // namespace walrelay::app
