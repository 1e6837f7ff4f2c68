// snapshot_run: copies the rows that captured tables have, beside the stream, one table after the
// other. snapshot::table_copy says what comes next; this asks it on helper threads.
// One lives for one generation of a connector. Loop thread, but for the bodies of jobs.
#pragma once

#include <deque>
#include <functional>
#include <map>
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
#include "app/snapshot_jobs.hpp"
#include "app/stream_reader.hpp"

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

  void start();

 private:
  struct current_table {
    published_table which;
    std::string topic;
    session_ptr session;
    change::relation_ptr shape;
    table_binding binding;
    std::size_t rows_a_read = 0;
    mono_time started;
    bool busy = false;  // a job of its is under way
    bool waiting_told = false;
  };

  template <class Job, class Then>
  void help(Job job, Then then);
  void plan(copy_candidates found);
  void next_table();
  void begin(published_table which, std::string topic, std::optional<table_to_copy> found);
  void drive();
  void ask_who_runs();
  void ask_for_snapshot();
  void tell_who_is_waited_for();
  void read(snapshot::read_order order);
  void took(chunk_answer answer);
  void locked_out();
  void finish_table();
  void trouble(const error& reason);
  void wait();
  void tick();
  [[nodiscard]] std::optional<table_progress> stored(const std::string& table) const;
  [[nodiscard]] result<std::unique_ptr<bound_table>> bind(const change::relation_ptr& shape);
  [[nodiscard]] copied_table* copied();

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const job_context context_;
  stream_reader& reader_;
  const std::vector<table_progress> stored_;
  owner& owner_;
  envelope::topic_naming topics_;
  envelope::envelope_settings envelope_;

  std::optional<copied_tables> tables_;
  std::deque<published_table> left_;
  std::optional<current_table> current_;
  boost::asio::steady_timer timer_;
  std::shared_ptr<snapshot_run*> alive_;
};

}  // namespace walrelay::app
