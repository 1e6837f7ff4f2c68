// encode: what a row costs in the encoder alone, from pgoutput's text to the record's bytes.
//   encode [ROWS]
// Prints, for a narrow (4 columns), a usual (9 columns, about 180 B) and a wide (60 columns) row,
// without and with Connect's schema, and for a usual one with transaction metadata: nanoseconds and
// bytes a row, and heap allocations of all rows after the first thousand, which must be none.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/records.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace {

std::uint64_t allocations = 0;

}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace {

using namespace walrelay;

struct cell {
  std::string_view name;
  std::uint32_t type;
  std::string_view text;
  std::int32_t modifier = -1;
};

constexpr std::int32_t numeric_12_2 = ((12 << 16) | 2) + 4;

const std::vector<cell> narrow{
    {"id", 23, "1234567"}, {"name", 25, "a short name"}, {"ok", 16, "t"}, {"n", 20, "99999"}};

const std::vector<cell> usual{
    {"id", 20, "12345678"},
    {"customer_id", 23, "4711"},
    {"status", 25, "shipped"},
    {"amount", 1700, "12345.67", numeric_12_2},
    {"created_at", 1184, "2026-01-02 03:04:05.678901+00"},
    {"updated_at", 1114, "2026-01-02 03:04:05.678901"},
    {"active", 16, "t"},
    {"ratio", 701, "0.123456789"},
    {"note", 25, "some text that is about as long as the notes that people write into such rows"}};

std::vector<cell> wide() {
  static std::vector<std::string> names;
  names.reserve(60);
  std::vector<cell> cells;
  for (std::size_t i = 0; i < 60; ++i) {
    cell next = usual[i % usual.size()];
    next.name = names.emplace_back("column_" + std::to_string(i));
    cells.push_back(next);
  }
  return cells;
}

constexpr int warm_up = 1000;
constexpr int batch_rows = 500;

struct table {
  std::unique_ptr<envelope::table_encoder> encoder;
  std::vector<change::value> values;
};

table bind_table(const std::vector<cell>& cells, const envelope::envelope_settings& settings) {
  auto shape = std::make_shared<change::relation>();
  shape->id = oid{16400};
  shape->schema = "public";
  shape->table = "customer_orders";
  table made;
  for (const cell& each : cells) {
    change::column column;
    column.name = each.name;
    column.type = oid{each.type};
    column.type_modifier = each.modifier;
    column.in_identity = shape->columns.empty();
    shape->columns.push_back(column);
    made.values.push_back({change::value_kind::text, each.text});
  }
  const change::type_catalog types;
  const auto all = change::selection::compile({});
  made.encoder = envelope::table_encoder::bind(
      shape, {nullptr, types, *all, settings, topic_id{1}, "shop.public.customer_orders", {}});
  return made;
}

using schema = envelope::converter_settings::schema;

void measure(const char* name, const std::vector<cell>& cells, schema schemas, int rows,
             envelope::event_counter* events = nullptr) {
  envelope::envelope_settings settings;
  settings.topic_prefix = "shop";
  settings.database = "shop";
  settings.version = "0";
  settings.key.schemas = settings.value.schemas = schemas;
  const table made = bind_table(cells, settings);
  change::row_change row;
  row.relation = made.encoder->relation();
  row.new_values = made.values;
  row.position = lsn{123456789};
  const envelope::transaction_context transaction{
      .commit_time = wall_time{std::chrono::microseconds{1796177897622148}},
      .id = xid{4711},
      .last_commit_end = lsn{123456700},
      .events = events};
  record_batch batch;
  std::size_t bytes = 0;
  std::uint64_t before = 0;
  auto began = std::chrono::steady_clock::now();
  for (int i = -warm_up; i < rows; ++i) {
    if (i == 0) {
      before = allocations;
      began = std::chrono::steady_clock::now();
    }
    if (batch.size() == batch_rows) batch.clear();
    const std::size_t start = batch.byte_count();
    if (!made.encoder->encode(row, transaction, transaction.commit_time, batch)) std::abort();
    bytes = batch.byte_count() - start;
  }
  const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - began;
  std::printf("%-7s %-11s %8.0f ns %7zu bytes %6llu allocations\n", name,
              events != nullptr             ? "metadata"
              : schemas == schema::embedded ? "with schema"
                                            : "schemaless",
              took.count() / rows, bytes, static_cast<unsigned long long>(allocations - before));
}

}  // namespace

int main(int count, char** arguments) {
  const int rows = count > 1 ? std::atoi(arguments[1]) : 200'000;
  for (const schema schemas : {schema::left_out, schema::embedded}) {
    measure("narrow", narrow, schemas, rows);
    measure("usual", usual, schemas, rows);
    measure("wide", wide(), schemas, rows);
  }
  envelope::event_counter events;
  measure("usual", usual, schema::left_out, rows, &events);
}
