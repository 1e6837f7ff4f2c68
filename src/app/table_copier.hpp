// table_copier: reads one table for its copy: asks what snapshot::table_copy wants to know on
// helper threads, one question at a time, in a session of its own. Loop thread, but for the bodies
// of jobs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include "app/copied_tables.hpp"
#include "app/snapshot_jobs.hpp"

namespace walrelay::app {

class table_copier {
 public:
  struct events {
    std::function<void(topic_binding&)> declare;    // gives the topic its number
    std::function<void()> has_read;                 // rows wait for the stream
    std::function<void()> finished;                 // done, or nothing to copy
    std::function<void(const error&)> interrupted;  // nothing more is read here
  };

  table_copier(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
               job_context context, published_table which, std::string topic, events tell);
  ~table_copier();
  table_copier(const table_copier&) = delete;
  table_copier& operator=(const table_copier&) = delete;

  /// Goes on with the table where `among` has it, or adds it there.
  void start(copied_tables& among);
  /// Asks the next question, if there is one and none is open.
  void drive();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const published_table& which() const { return which_; }
  /// Absent until its key is known.
  [[nodiscard]] copied_table* copied() { return copied_; }

 private:
  template <class Job, class Then>
  void help(Job job, Then then);
  void begin(std::optional<table_to_copy> found);
  void ask_who_runs();
  void ask_for_snapshot();
  void read(snapshot::read_order order);
  void took(chunk_answer answer);
  void locked_out();
  void tell_who_is_waited_for();
  [[nodiscard]] result<std::unique_ptr<bound_table>> bind(const change::relation_ptr& shape);

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const job_context context_;
  const published_table which_;
  const std::string name_;
  const std::string topic_;
  const events tell_;
  const envelope::envelope_settings envelope_;

  copied_tables* among_ = nullptr;
  copied_table* copied_ = nullptr;  // in among_
  session_ptr session_;
  change::relation_ptr shape_;
  table_binding binding_;
  std::size_t rows_a_read_;
  mono_time begun_;
  bool waiting_told_ = false;
  enum class question { none, open, no_more } asked_ = question::none;
  std::shared_ptr<table_copier*> alive_;
};

}  // namespace walrelay::app
