#include "app/daemon.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <random>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>

#include <walrelay/base/ensure.hpp>

#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

constexpr std::size_t helpers_least = 2;
constexpr std::size_t helpers_most = 8;

std::string random_instance_id() {
  std::random_device source;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", source(), source(), source(), source());
}

change::selection selection_of(const config::capture_options& capture) {
  auto compiled = change::selection::compile({capture.schema_include, capture.schema_exclude,
                                              capture.table_include, capture.table_exclude,
                                              capture.column_include, capture.column_exclude});
  WALRELAY_ENSURE(compiled.has_value(),
                  "the option table accepted a list that does not compile: {}",
                  compiled.error().message());
  return std::move(*compiled);
}

}  // namespace

daemon::daemon(config::daemon_options options, log out)
    : out_(std::move(out)),
      helpers_(std::clamp(options.connectors.size(), helpers_least, helpers_most)),
      signals_(loop_, SIGTERM, SIGINT) {
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
  helpers_.join();
  out_.info("walrelay ends", {{"exit_code", static_cast<int>(code_)}});
  return code_;
}

void daemon::watch_signals() {
  signals_.async_wait([this](boost::system::error_code failure, int) {
    if (failure) return;
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
