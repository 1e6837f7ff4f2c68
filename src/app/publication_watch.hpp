// publication_watch: looks at the publication while its changes are relayed: what is not in it
// never arrives, and nothing in the stream says so. From PostgreSQL 18 on even a missing
// publication is a warning in the server's log only.
//
// While nothing is read it looks every few seconds, because a server that shuts down asks in the
// stream, where it is not heard then.
//
// Thread: the loop; the question itself runs on a helper.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>

#include "app/source_jobs.hpp"

namespace walrelay::app {

class publication_watch {
 public:
  /// What `context` refers to outlives the helpers' work.
  publication_watch(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                    job_context context, std::function<bool()> held_up,
                    std::function<void(error)> failed);
  ~publication_watch();
  publication_watch(const publication_watch&) = delete;
  publication_watch& operator=(const publication_watch&) = delete;

  /// From now on, until stop(). `failed` is called once when the publication is no longer the one
  /// with this OID, publishes less than it did, or the server is shutting down; a server that
  /// cannot be asked is only logged, and so are captured tables that are not in the publication.
  void start(oid expected);
  void stop();

 private:
  void wait();
  void look();
  void seen(const result<std::optional<publication_seen>>& found);
  void compare(const publication_seen& now);

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const job_context context_;
  const std::function<bool()> held_up_;
  const std::function<void(error)> failed_;
  boost::asio::steady_timer timer_;
  oid expected_;
  std::vector<std::string> missing_tables_;  // already said
  mono_time last_look_;
  std::uint64_t round_ = 0;  // answers of an earlier start() are dropped
  std::shared_ptr<publication_watch*> alive_;
};

}  // namespace walrelay::app
