// A pipeline without server, and frames for it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "app/stream_pipeline.hpp"
#include "unit/pgoutput/message_writer.hpp"

namespace walrelay::app::test {

using pgoutput::test::message_writer;
using pgoutput::test::view;
using verdict = stream_pipeline::verdict;

constexpr std::uint32_t orders = 16'400;
constexpr std::uint32_t other = 16'500;

inline std::string xlog(std::uint64_t start, const std::string& payload) {
  return message_writer('w').i64(static_cast<std::int64_t>(start)).i64(0).i64(0).raw(payload);
}
inline std::string keepalive(std::int64_t wal_end, bool reply = false) {
  return message_writer('k').i64(wal_end).i64(0).u8(reply ? 1 : 0);
}
inline std::string begin(std::int64_t final_lsn, int xid = 7) {
  return xlog(1, message_writer('B').i64(final_lsn).i64(1000).i32(xid));
}
inline std::string commit(std::int64_t commit_lsn, std::int64_t end_lsn) {
  return xlog(1, message_writer('C').u8(0).i64(commit_lsn).i64(end_lsn).i64(1000));
}
inline std::string relation(std::uint32_t id = orders, const char* name = "orders",
                            bool wide = false) {
  message_writer out('R');
  out.i32(id).name("public").name(name).tag('d').i16(wide ? 2 : 1).column(1, "id", 23);
  if (wide) out.column(0, "note", 25);
  return xlog(0, out);
}
inline std::string insert(const char* id, std::uint32_t table = orders) {
  return xlog(500, message_writer('I').i32(table).tag('N').i16(1).text(id));
}
inline std::string truncate(std::uint32_t table = orders) {
  return xlog(500, message_writer('T').i32(1).u8(0).i32(table));
}

struct observer : pipeline_observer {
  std::vector<std::string> told;
  void table_not_captured(const change::relation& table) override {
    told.push_back("not captured " + table.table);
  }
  void key_unknown(const change::relation& table) override {
    told.push_back("key unknown " + table.table);
  }
  void truncate_skipped(const change::relation& table, lsn) override {
    told.push_back("truncate " + table.table);
  }
  void value_became_null(const change::relation& table, std::string_view column, std::string_view,
                         lsn) override {
    told.push_back("null " + table.table + "." + std::string(column));
  }
};

inline config::connector_options options() {
  config::connector_options made;
  made.name = made.topic_prefix = "shop";
  made.database.dbname = "shopdb";
  made.capture.table_include = {"public.orders"};
  return made;
}

inline change::selection selection_of(const config::connector_options& options) {
  auto compiled = change::selection::compile(
      {.table_include = options.capture.table_include,
       .message_prefix_include = options.capture.message_prefix_include});
  REQUIRE(compiled.has_value());
  return *compiled;
}

/// A pipeline resumed at 0x100, and what it said.
struct bench {
  explicit bench(config::connector_options chosen = options()) : options_(std::move(chosen)) {
    change::resume_point from;
    from.position = from.slot_position = lsn{0x100};
    from.last = transaction_mark{lsn{0x90}, xid{7},
                                 wall_time{postgres_epoch + std::chrono::microseconds{1000}}};
    pipeline.emplace(options_, selection_of(options_), "test", from, seen);
  }

  /// Binds tables as they are wanted.
  void feed(const std::vector<std::string>& frames) {
    for (const auto& frame : frames) {
      auto answer = pipeline->consume(view(frame), wall_time{});
      while (answer && *answer != verdict::go_on) answer = bind(*answer);
      if (!answer) {
        failure = answer.error();
        return;
      }
    }
  }

  result<verdict> bind(verdict what) {
    if (what == verdict::topic_wanted) {
      const auto number = static_cast<std::uint32_t>(pipeline->wanted_topic());
      wanted.push_back("topic " + std::to_string(number));
      return pipeline->bind_topic({topic_id{10 + number}, "own", 1'000'000, false}, wall_time{});
    }
    wanted.push_back(pipeline->wanted_table()->table);
    return pipeline->bind_table(binding, wall_time{});
  }

  std::vector<std::string> keys(const slice& taken) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < taken.records.size(); ++i) {
      all.emplace_back(taken.records.at(i).key.value_or("(none)"));
    }
    return all;
  }

  config::connector_options options_;
  observer seen;
  table_binding binding{{topic_id{1}, "shop.public.orders", 1'000'000, false},
                        change::table_facts{oid{orders}, {"id"}, {}, {}},
                        {}};
  std::optional<stream_pipeline> pipeline;
  std::vector<std::string> wanted;
  std::optional<error> failure;
};

}  // namespace walrelay::app::test
