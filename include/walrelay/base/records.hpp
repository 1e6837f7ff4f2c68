// record_batch: encoded Kafka records on their way from the envelope to the producer. One growing
// block of bytes and a list of offsets into it: appending a record allocates nothing once the block
// has its size, and a batch moves from thread to thread as two pointers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/ids.hpp>

namespace walrelay {

struct record_header {
  std::string_view name;   // a literal that lives as long as the program
  std::string_view value;  // into the batch
};

/// What a producer needs of one record. Views into the batch; valid until it changes.
struct record_view {
  topic_id topic;
  std::optional<std::int32_t> partition;  // absent: the key decides
  std::optional<std::string_view> key;    // absent: Kafka null key
  std::optional<std::string_view> value;  // absent: tombstone
};

/// Not thread-safe; owned by one thread at a time.
class record_batch {
 public:
  /// Starts a record. key, headers and value are then appended in any order, each at once:
  /// append to bytes() between open_x() and close_x().
  void begin_record(topic_id topic, std::optional<std::int32_t> partition = std::nullopt);
  void open_key();
  void close_key();
  void open_value();
  void close_value();
  void open_header(std::string_view literal_name);
  void close_header();
  /// The key of the record before the current one, taken again without copying its bytes.
  void repeat_key_of(std::size_t record_index);
  void end_record();
  /// Drops the record that was begun and everything appended for it.
  void drop_record();
  /// Drops the records from this one on.
  void drop_from(std::size_t record_index);

  /// The bytes to append to between open and close.
  [[nodiscard]] std::string& bytes() { return bytes_; }

  [[nodiscard]] std::size_t size() const { return records_.size(); }
  [[nodiscard]] bool empty() const { return records_.empty(); }
  [[nodiscard]] std::size_t byte_count() const { return bytes_.size(); }
  [[nodiscard]] record_view at(std::size_t index) const;
  [[nodiscard]] std::size_t header_count(std::size_t index) const;
  [[nodiscard]] record_header header(std::size_t index, std::size_t header_index) const;
  /// Key + value + headers of one record, what Kafka's size limits are about.
  [[nodiscard]] std::size_t payload_bytes(std::size_t index) const;

  /// Forgets the records, keeps the memory.
  void clear();

 private:
  struct range {
    std::size_t offset = 0;
    std::size_t length = 0;
    bool present = false;
  };
  struct entry {
    topic_id topic;
    std::optional<std::int32_t> partition;
    range key;
    range value;
    std::uint32_t first_header = 0;
    std::uint32_t header_count = 0;
    std::size_t start = 0;
  };
  struct header_entry {
    std::string_view name;
    range value;
  };

  void close(range& part);
  [[nodiscard]] std::string_view view(const range& part) const;

  std::string bytes_;
  std::vector<entry> records_;
  std::vector<header_entry> headers_;
  entry current_;
  bool building_ = false;
};

}  // namespace walrelay
