// Sequences of frames through the whole pipeline, every wanted table bound. Whatever the server
// sends: positions never move back (INV-1, INV-4), boundaries cover what their slice holds, and
// what becomes a record is JSON.
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <walrelay/base/ensure.hpp>

#include "app/stream_pipeline.hpp"
#include "fuzz/fuzz.hpp"

namespace {

using namespace walrelay;
using verdict = app::stream_pipeline::verdict;

constexpr lsn resumed_at{0x100};

struct silent_observer : app::pipeline_observer {
  void table_not_captured(const change::relation&) override {}
  void key_unknown(const change::relation&) override {}
  void truncate_skipped(const change::relation&, lsn) override {}
  void value_became_null(const change::relation&, std::string_view, std::string_view,
                         lsn) override {}
};

config::connector_options options_of(const fuzz::frame_list& input) {
  config::connector_options made;
  made.name = made.topic_prefix = "shop";
  made.database.dbname = "shopdb";
  if (!input.chosen(0)) made.envelope.skipped_operations.clear();
  if (input.chosen(1)) {
    made.envelope.converting_failure = config::failure_handling::warn;
  }
  return made;
}

app::table_binding binding_of(const change::relation& table, const fuzz::frame_list& input) {
  app::table_binding made;
  if (!input.chosen(2)) {
    made.facts.emplace();
    made.facts->id = table.id;
    for (const change::column& column : table.columns) {
      if (column.in_identity) made.facts->key_columns.push_back(column.name);
    }
  }
  made.topic = topic_id{1};
  made.topic_name = "shop." + table.qualified_name();
  made.record_bytes_max = input.chosen(3) ? 2'000 : 1'000'000;
  made.compacted = input.chosen(4);
  return made;
}

void check_json(std::string_view text) {
  rapidjson::Document parsed;
  parsed.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(text.data(),
                                                                                       text.size());
  WALRELAY_ENSURE(!parsed.HasParseError(), "not JSON ({} at {}): {}",
                  rapidjson::GetParseError_En(parsed.GetParseError()), parsed.GetErrorOffset(),
                  text);
}

/// Positions as the sink and the feedback would see them.
class onlooker {
 public:
  void look(app::stream_pipeline& pipeline) {
    WALRELAY_ENSURE(pipeline.received() >= received_, "received moved back");
    WALRELAY_ENSURE(pipeline.assembled() >= assembled_, "assembled moved back");
    received_ = pipeline.received();
    assembled_ = pipeline.assembled();
  }

  void look(const app::slice& taken) {
    WALRELAY_ENSURE(taken.facts.records == taken.records.size(), "records");
    for (std::size_t i = 0; i < taken.records.size(); ++i) {
      const record_view record = taken.records.at(i);
      if (record.key) check_json(*record.key);
      if (record.value) check_json(*record.value);
    }
    if (!taken.facts.last_boundary) return;
    const auto& last = *taken.facts.last_boundary;
    WALRELAY_ENSURE(last.records_before <= taken.records.size(), "boundary beyond its slice");
    WALRELAY_ENSURE(last.boundary.position >= boundary_, "boundary moved back from {} to {}",
                    boundary_, last.boundary.position);
    WALRELAY_ENSURE(last.boundary.position <= received_, "boundary beyond what was received");
    boundary_ = last.boundary.position;
  }

 private:
  lsn received_ = resumed_at;
  lsn assembled_ = resumed_at;
  lsn boundary_ = resumed_at;
};

bool feed(app::stream_pipeline& pipeline, byte_view frame, const fuzz::frame_list& input) {
  auto answer = pipeline.consume(frame, wall_time{});
  while (answer && *answer != verdict::go_on) {
    answer = *answer == verdict::topic_wanted
                 ? pipeline.bind_topic({topic_id{1'000}, "own", 1'000'000, false}, wall_time{})
                 : pipeline.bind_table(binding_of(*pipeline.wanted_table(), input), wall_time{});
  }
  return answer.has_value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto everything = change::selection::compile({});
  fuzz::frame_list input({data, size});
  const config::connector_options options = options_of(input);
  silent_observer observer;
  change::resume_point from;
  from.position = from.slot_position = resumed_at;
  from.last = transaction_mark{resumed_at, xid{700}, wall_time{}};
  app::stream_pipeline pipeline(options, *everything, "fuzz", from, observer);
  onlooker seen;
  unsigned count = 0;
  while (const auto frame = input.next()) {
    const bool goes_on = feed(pipeline, *frame, input);
    seen.look(pipeline);
    if (!goes_on) break;
    if (input.chosen(5) && ++count % 3 != 0) continue;  // slices of several frames
    if (const auto taken = pipeline.take_slice()) seen.look(*taken);
  }
  return 0;
}
