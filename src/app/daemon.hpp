// daemon: the connectors of one process, their shared loop and helpers, and the signals.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/app/run.hpp>
#include <walrelay/config/options.hpp>

#include "app/connector.hpp"
#include "app/log.hpp"

namespace walrelay::app {

class daemon {
 public:
  daemon(config::daemon_options options, log out);
  ~daemon();

  /// Runs until every connector has stopped or is parked. SIGTERM and SIGINT stop in order; a
  /// second one ends the process at once.
  [[nodiscard]] exit_code run();

 private:
  void watch_signals();
  void join_helpers();
  void on_ended(std::size_t index, connector_end how);

  const log out_;
  boost::asio::io_context loop_{1};
  boost::asio::thread_pool helpers_;
  boost::asio::signal_set signals_;
  std::vector<std::unique_ptr<connector>> connectors_;
  std::set<std::size_t> running_;  // neither stopped nor parked
  bool stopping_ = false;
  exit_code code_ = exit_code::ok;
};

}  // namespace walrelay::app
