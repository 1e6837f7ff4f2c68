#include "app/daemon.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <future>
#include <random>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

/// A connector may wait for its slot's creation without a limit: it has a helper of its own then,
/// and these are left for what the others ask.
constexpr std::size_t shared_helpers = 2;
/// After every connector has ended: for a question to a server that is not answered.
constexpr std::chrono::seconds helpers_patience{5};

std::string random_instance_id() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

}  // namespace

daemon::daemon(config::daemon_options options, log out)
    : out_(std::move(out)),
      helpers_(options.connectors.size() + shared_helpers),
      signals_(loop_, SIGTERM, SIGINT, SIGHUP) {
  const std::string instance_id = random_instance_id();
  for (auto& connector_options : options.connectors) {
    const std::size_t index = connectors_.size();
    auto selection = selection_of(connector_options.capture);
    log named = out_.for_connector(connector_options.name);
    connectors_.push_back(std::make_unique<connector>(
        loop_, helpers_, std::move(connector_options), std::move(selection), std::move(named),
        instance_id, [this, index](connector_end how) { on_ended(index, std::move(how)); }));
  }
}

daemon::~daemon() {
  helpers_.join();
}

exit_code daemon::run() {
  out_.info("walrelay starts", {{"version", daemon_version()}, {"connectors", connectors_.size()}});
  std::signal(SIGPIPE, SIG_IGN);
  watch_signals();
  for (std::size_t index = 0; index < connectors_.size(); ++index) running_.insert(index);
  for (auto& each : connectors_) each->start();
  loop_.run();
  out_.info("walrelay ends", {{"exit_code", static_cast<int>(code_)}});
  join_helpers();
  return code_;
}

/// Nothing that a helper still asks for matters any more, so a server that does not answer must not
/// keep the process: ending here is as safe as kill -9.
void daemon::join_helpers() {
  std::promise<void> joined;
  std::thread joiner([this, &joined] {
    helpers_.join();
    joined.set_value();
  });
  if (joined.get_future().wait_for(helpers_patience) != std::future_status::ready) {
    std::_Exit(static_cast<int>(code_));
  }
  joiner.join();
}

void daemon::watch_signals() {
  signals_.async_wait([this](boost::system::error_code failure, int number) {
    if (failure) return;
    if (number == SIGHUP) {
      out_.warn("SIGHUP changes nothing: the configuration is read at start");
      return watch_signals();
    }
    if (std::exchange(stopping_, true)) std::_Exit(static_cast<int>(exit_code::failed));
    for (auto& each : connectors_) each->stop();
    watch_signals();
  });
}

void daemon::on_ended(std::size_t index, connector_end how) {
  if (how && code_ == exit_code::ok) code_ = code_of(how->kind);
  // A parked connector that is told to stop ends a second time.
  running_.erase(index);
  if (running_.empty()) loop_.stop();
}

}  // namespace walrelay::app
