#include <doctest/doctest.h>

#include <string_view>
#include <utility>

#include <walrelay/base/records.hpp>

namespace {

using walrelay::record_batch;
using walrelay::record_view;
using walrelay::topic_id;

void append_value(record_batch& batch, std::string_view value) {
  batch.open_value();
  batch.bytes() += value;
  batch.close_value();
}

void append_key(record_batch& batch, std::string_view key) {
  batch.open_key();
  batch.bytes() += key;
  batch.close_key();
}

void append_header(record_batch& batch, std::string_view name, std::string_view value) {
  batch.open_header(name);
  batch.bytes() += value;
  batch.close_header();
}

TEST_CASE("records come back as they were appended") {
  record_batch batch;
  batch.begin_record(topic_id{3});
  append_key(batch, "k1");
  append_header(batch, "h1", "one");
  append_header(batch, "h2", "");
  append_value(batch, "value 1");
  batch.end_record();
  batch.begin_record(topic_id{4});
  append_value(batch, "");
  batch.end_record();

  REQUIRE(batch.size() == 2);
  const record_view first = batch.at(0);
  CHECK(first.topic == topic_id{3});
  CHECK(first.key == "k1");
  CHECK(first.value == "value 1");
  REQUIRE(batch.header_count(0) == 2);
  CHECK(batch.header(0, 0).name == "h1");
  CHECK(batch.header(0, 0).value == "one");
  CHECK(batch.header(0, 1).name == "h2");
  CHECK(batch.header(0, 1).value.empty());
  CHECK(batch.payload_bytes(0) == 2 + 7 + 2 + 3 + 2);

  const record_view second = batch.at(1);
  CHECK_FALSE(second.key);    // never opened: a null key
  CHECK(second.value == "");  // opened and empty: an empty value, not a tombstone
  CHECK(batch.header_count(1) == 0);
  CHECK(batch.payload_bytes(1) == 0);
}

TEST_CASE("a tombstone repeats the key of its delete without copying it") {
  record_batch batch;
  batch.begin_record(topic_id{0});
  append_key(batch, "the key");
  append_value(batch, "delete");
  batch.end_record();
  const std::size_t bytes_before = batch.byte_count();
  batch.begin_record(topic_id{0});
  batch.repeat_key_of(0);
  batch.end_record();

  CHECK(batch.byte_count() == bytes_before);
  CHECK(batch.at(1).key == "the key");
  CHECK(batch.at(1).key->data() == batch.at(0).key->data());
  CHECK_FALSE(batch.at(1).value);
}

TEST_CASE("a dropped record leaves nothing behind") {
  record_batch batch;
  batch.begin_record(topic_id{0});
  append_header(batch, "kept", "a");
  append_value(batch, "first");
  batch.end_record();
  const std::size_t bytes_before = batch.byte_count();
  batch.begin_record(topic_id{1});
  append_key(batch, "gone");
  append_header(batch, "gone", "b");
  batch.open_value();
  batch.bytes() += "half a val";
  batch.drop_record();
  CHECK(batch.byte_count() == bytes_before);
  CHECK(batch.size() == 1);

  batch.begin_record(topic_id{2});
  append_header(batch, "new", "c");
  append_value(batch, "second");
  batch.end_record();
  CHECK(batch.at(1).value == "second");
  CHECK_FALSE(batch.at(1).key);
  REQUIRE(batch.header_count(1) == 1);
  CHECK(batch.header(1, 0).name == "new");
  CHECK(batch.header(1, 0).value == "c");
  CHECK(batch.header(0, 0).value == "a");
}

TEST_CASE("clear forgets the records and keeps the memory; a moved batch is whole") {
  record_batch batch;
  batch.begin_record(topic_id{0});
  append_value(batch, "a value that is longer than a short string");
  batch.end_record();
  const std::size_t capacity = batch.bytes().capacity();
  const record_batch moved = std::move(batch);
  CHECK(moved.at(0).value == "a value that is longer than a short string");

  record_batch again = moved;
  again.clear();
  CHECK(again.empty());
  CHECK(again.byte_count() == 0);
  CHECK(again.bytes().capacity() >= capacity / 2);
  again.begin_record(topic_id{7});
  append_value(again, "x");
  again.end_record();
  CHECK(again.at(0).value == "x");
}

}  // namespace
