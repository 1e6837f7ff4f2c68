// snapshot_run: copies the rows that captured tables have, beside the stream, one table after the
// other. A table that cannot be read is said and tried again later; the others go on.
// One lives for one generation of a connector, on the loop thread.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/base/table_progress.hpp>
#include <walrelay/envelope/topic_naming.hpp>

#include "app/copied_tables.hpp"
#include "app/stream_reader.hpp"
#include "app/table_copier.hpp"

namespace walrelay::app {

class snapshot_run {
 public:
  /// What it needs of the connector, which outlives it.
  class owner {
   public:
    virtual ~owner() = default;
    /// Gives the topic its number and tells the sink.
    virtual void declare(topic_binding& topic) = 0;
    virtual void snapshot_failed(error reason) = 0;
  };

  snapshot_run(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
               job_context context, stream_reader& reader, std::vector<table_progress> stored,
               owner& whose);
  ~snapshot_run();
  snapshot_run(const snapshot_run&) = delete;
  snapshot_run& operator=(const snapshot_run&) = delete;

  /// `ready` is called once what is being copied is known: from then on all of the stream counts,
  /// and none of it may have been read before.
  void start(std::function<void()> ready);

 private:
  void find_tables();
  void plan(copy_candidates found);
  void next_table();
  void table_finished();
  void table_interrupted(const error& reason);
  void plan_again();
  void complete();
  void remember(const table_progress& progress);
  [[nodiscard]] std::optional<table_progress> known(const std::string& table) const;
  void wait();
  void tick();

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const job_context context_;
  stream_reader& reader_;
  std::vector<table_progress> known_;
  owner& owner_;
  envelope::topic_naming topics_;

  std::optional<copied_tables> tables_;  // from the plan on, until all are copied
  std::deque<published_table> left_;
  std::optional<mono_time> plan_again_at_;  // some tables could not be copied
  std::unique_ptr<table_copier> current_;
  std::function<void()> ready_;  // until the first plan
  mono_time begun_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<snapshot_run*> alive_;
};

}  // namespace walrelay::app
