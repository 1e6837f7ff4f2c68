#include "sim/source_log.hpp"

#include <algorithm>

#include "unit/pgoutput/message_writer.hpp"

namespace walrelay::sim {

namespace {

using writer = pgoutput::test::message_writer;

constexpr std::uint64_t record_bytes = 0x30;
constexpr std::uint32_t int4_type = 23;
constexpr std::uint32_t text_type = 25;

std::int64_t number(lsn position) {
  return static_cast<std::int64_t>(position.value());
}
std::int64_t number(wall_time when) {
  return (when.time_since_epoch() - postgres_epoch).count();
}
std::int64_t oid_of(const source_row& row) {
  return first_table_oid + static_cast<std::int64_t>(row.table);
}

/// In logical mode the second LSN repeats the first; a Relation has neither.
std::string xlog(lsn start, const std::string& payload) {
  return writer('w').i64(number(start)).i64(number(start)).i64(0).raw(payload);
}

}  // namespace

void source_log::commit(dice& chance, wall_time now) {
  source_transaction next;
  next.id = xid{static_cast<std::uint32_t>(700 + done_.size())};
  // It may have begun before the one before it was committed.
  next.first = lsn{end_.value() - std::min<std::uint64_t>(0x40 * chance.below(4), 0x800)};
  next.time = now + std::chrono::microseconds(done_.size());
  const std::uint64_t rows = chance.percent(10)   ? 0
                             : chance.percent(10) ? chance.between(4, 12)
                                                  : chance.between(1, 3);
  for (std::uint64_t i = 0; i < rows; ++i) {
    next.rows.push_back(next_change(chance, i == 0 ? next.first : end_));
  }
  if (rows == 0 || chance.percent(30)) add_noise(chance);
  next.commit = end_;
  next.end = end_ = lsn{end_.value() + record_bytes};
  done_.push_back(std::move(next));
}

source_row source_log::next_change(dice& chance, lsn begin) {
  source_row row;
  row.id = ++newest_row_;
  row.position = begin;
  const bool own_record = !chance.percent(20);
  if (own_record) end_ = lsn{end_.value() + record_bytes};
  if (own_record && chance.percent(10)) {
    row.table = message_table;
    row.position = end_;
    return row;
  }
  row.table = chance.below(table_count);
  if (chance.percent(5)) ++shapes_[row.table];
  row.shape = shapes_[row.table];
  row.update = chance.percent(30);
  return row;
}

void source_log::emit_message() {
  source_transaction next;
  next.lone_message = true;
  next.first = next.commit = end_;
  next.end = end_ = lsn{end_.value() + record_bytes};
  source_row message;
  message.table = message_table;
  message.id = ++newest_row_;
  message.position = next.end;
  next.rows.push_back(message);
  done_.push_back(std::move(next));
}

void source_log::restore(const source_log& older) {
  const row_id newest = newest_row_;
  *this = older;
  newest_row_ = newest;
}

std::string begin_frame(const source_transaction& of) {
  return xlog(of.first, writer('B').i64(number(of.commit)).i64(number(of.time)).i32(of.id.value()));
}

std::string shape_column(std::uint32_t shape) {
  return "v" + std::to_string(shape);
}

std::string relation_frame(const source_row& of) {
  writer out('R');
  out.i32(oid_of(of)).name("public").name("t" + std::to_string(of.table)).tag('d').i16(2);
  out.column(1, "id", int4_type).column(0, shape_column(of.shape), text_type);
  return xlog(lsn{}, out);
}

std::string row_frame(const source_row& what) {
  writer out(what.update ? 'U' : 'I');
  const std::string id = std::to_string(what.id);
  out.i32(oid_of(what)).tag('N').i16(2).text(id).text(id);
  return xlog(what.position, out);
}

std::string message_frame(const source_row& what, message_kind kind) {
  const std::string id = std::to_string(what.id);
  writer out('M');
  out.u8(kind == message_kind::of_transaction ? 1 : 0).i64(number(what.position)).name(id);
  out.i32(static_cast<std::int64_t>(id.size())).raw(id);
  return xlog(what.position, out);
}

std::string commit_frame(const source_transaction& of) {
  return xlog(of.end,
              writer('C').u8(0).i64(number(of.commit)).i64(number(of.end)).i64(number(of.time)));
}

std::string keepalive_frame(lsn wal_end, reply wanted) {
  return writer('k').i64(number(wal_end)).i64(0).u8(wanted == reply::requested ? 1 : 0);
}

}  // namespace walrelay::sim
