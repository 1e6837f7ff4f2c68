// heartbeat: heartbeat.interval.ms and heartbeat.action.query while changes are relayed.
//
// Thread: the loop; the statement itself runs on a helper, one at a time.
#pragma once

#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/base/result.hpp>

#include "app/source_jobs.hpp"

namespace walrelay::app {

class heartbeat {
 public:
  /// What `context` refers to outlives the helpers' work. `failed` is told of a statement that will
  /// never succeed; one that may is only logged, and the next beat tries again.
  heartbeat(boost::asio::io_context& loop, boost::asio::thread_pool& helpers, job_context context,
            std::function<void()> beat, std::function<void(error)> failed);
  ~heartbeat();
  heartbeat(const heartbeat&) = delete;
  heartbeat& operator=(const heartbeat&) = delete;

  /// From now on, until stop().
  void start();
  void stop();

 private:
  void wait();
  void run_query();
  void ran(const result<void>& outcome);

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const job_context context_;
  const std::function<void()> beat_;
  const std::function<void(error)> failed_;
  boost::asio::steady_timer timer_;
  bool running_ = false;     // a helper runs the statement
  std::uint64_t round_ = 0;  // answers of an earlier start() are dropped
  std::shared_ptr<heartbeat*> alive_;
};

}  // namespace walrelay::app
