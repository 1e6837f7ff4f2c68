#include <walrelay/base/records.hpp>

#include <walrelay/base/ensure.hpp>

namespace walrelay {

void record_batch::begin_record(topic_id topic, std::optional<std::int32_t> partition) {
  WALRELAY_ENSURE(!building_, "record {} begun inside another", records_.size());
  building_ = true;
  current_ = entry{};
  current_.topic = topic;
  current_.partition = partition;
  current_.start = bytes_.size();
  current_.first_header = static_cast<std::uint32_t>(headers_.size());
}

void record_batch::open_key() {
  current_.key.offset = bytes_.size();
}
void record_batch::close_key() {
  close(current_.key);
}
void record_batch::open_value() {
  current_.value.offset = bytes_.size();
}
void record_batch::close_value() {
  close(current_.value);
}

void record_batch::open_header(std::string_view literal_name) {
  headers_.push_back({literal_name, {bytes_.size(), 0, false}});
  ++current_.header_count;
}

void record_batch::close_header() {
  WALRELAY_ENSURE(current_.header_count > 0, "a header closed that was not opened");
  close(headers_.back().value);
}

void record_batch::repeat_key_of(std::size_t record_index) {
  current_.key = records_.at(record_index).key;
}

void record_batch::end_record() {
  WALRELAY_ENSURE(building_, "a record ended that was not begun");
  records_.push_back(current_);
  building_ = false;
}

void record_batch::drop_record() {
  WALRELAY_ENSURE(building_, "a record dropped that was not begun");
  bytes_.resize(current_.start);
  headers_.resize(current_.first_header);
  building_ = false;
}

void record_batch::drop_from(std::size_t record_index) {
  WALRELAY_ENSURE(!building_, "records dropped inside one");
  if (record_index >= records_.size()) return;
  bytes_.resize(records_[record_index].start);
  headers_.resize(records_[record_index].first_header);
  records_.resize(record_index);
}

record_view record_batch::at(std::size_t index) const {
  const entry& found = records_.at(index);
  record_view record;
  record.topic = found.topic;
  record.partition = found.partition;
  if (found.key.present) record.key = view(found.key);
  if (found.value.present) record.value = view(found.value);
  return record;
}

std::size_t record_batch::header_count(std::size_t index) const {
  return records_.at(index).header_count;
}

record_header record_batch::header(std::size_t index, std::size_t header_index) const {
  const entry& found = records_.at(index);
  WALRELAY_ENSURE(header_index < found.header_count, "header {} of record {}, which has {}",
                  header_index, index, found.header_count);
  const header_entry& header = headers_[found.first_header + header_index];
  return {header.name, view(header.value)};
}

std::size_t record_batch::payload_bytes(std::size_t index) const {
  const entry& found = records_.at(index);
  std::size_t bytes = found.key.length + found.value.length;
  for (std::size_t at = 0; at < found.header_count; ++at) {
    const header_entry& header = headers_[found.first_header + at];
    bytes += header.name.size() + header.value.length;
  }
  return bytes;
}

void record_batch::clear() {
  bytes_.clear();
  records_.clear();
  headers_.clear();
  building_ = false;
}

void record_batch::close(range& part) {
  WALRELAY_ENSURE(building_, "part of a record closed outside a record");
  WALRELAY_ENSURE(part.offset >= current_.start, "part of a record closed that was not opened");
  part.length = bytes_.size() - part.offset;
  part.present = true;
}

std::string_view record_batch::view(const range& part) const {
  return std::string_view(bytes_).substr(part.offset, part.length);
}

}  // namespace walrelay
