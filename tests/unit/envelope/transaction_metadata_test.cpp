#include <doctest/doctest.h>

#include <walrelay/envelope/table_encoder.hpp>
#include <walrelay/envelope/transaction_metadata.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::envelope;

TEST_CASE("events are counted in all and by collection, from one") {
  event_counter events;
  CHECK(events.next("public.a").total == 1);
  events.count("public.a");
  events.count("public.b");
  events.count("public.a");
  CHECK(events.total() == 3);
  CHECK(events.next("public.a").total == 4);
  CHECK(events.next("public.a").of_collection == 3);
  CHECK(events.next("public.b").of_collection == 2);
  events.clear();
  CHECK(events.next("public.a").of_collection == 1);
  CHECK(events.collections().empty());
}

TEST_CASE("the end tells how many events each collection had") {
  const transaction_encoder encoder(envelope_settings{}, topic_id{3});
  event_counter events;
  events.count("public.a");
  events.count("public.b");
  events.count("public.a");
  record_batch out;
  const wall_time committed{std::chrono::microseconds{5'000'000}};
  encoder.append_begin({xid{7}, lsn{100}, committed}, out);
  encoder.append_end({xid{7}, lsn{200}, committed}, events, out);
  REQUIRE(out.size() == 2);
  CHECK(out.at(0).topic == topic_id{3});
  CHECK(*out.at(0).key == R"({"id":"7:100"})");
  CHECK(*out.at(0).value ==
        R"({"status":"BEGIN","id":"7:100","event_count":null,"data_collections":null,)"
        R"("ts_ms":5000})");
  CHECK(*out.at(1).value == R"({"status":"END","id":"7:200","event_count":3,"data_collections":[)"
                            R"({"data_collection":"public.a","event_count":2},)"
                            R"({"data_collection":"public.b","event_count":1}],"ts_ms":5000})");
}

}  // namespace
