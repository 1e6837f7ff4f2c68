// publication_watch: looks at the publication while its changes are relayed. From PostgreSQL 18 on
// a missing publication is a warning in the server's log only: its changes are skipped and the
// position moves on.
//
// Thread: the loop; the question itself runs on a helper.
#pragma once

#include <functional>
#include <memory>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>

#include "app/source_jobs.hpp"

namespace walrelay::app {

class publication_watch {
 public:
  /// What `context` refers to outlives the helpers' work.
  publication_watch(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                    job_context context, std::function<void(error)> failed);
  ~publication_watch();
  publication_watch(const publication_watch&) = delete;
  publication_watch& operator=(const publication_watch&) = delete;

  /// From now on, until stop(). `failed` is called once when the publication is no longer the one
  /// with this OID; a server that cannot be asked is only logged.
  void start(oid expected);
  void stop();

 private:
  void wait();
  void look();
  void seen(const result<std::optional<oid>>& found);

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const job_context context_;
  const std::function<void(error)> failed_;
  boost::asio::steady_timer timer_;
  oid expected_;
  std::uint64_t round_ = 0;  // answers of an earlier start() are dropped
  std::shared_ptr<publication_watch*> alive_;
};

}  // namespace walrelay::app
