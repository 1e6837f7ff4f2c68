// checkpoint_store: the checkpoint's record in the compacted offsets topic: its text, and how it is
// read back. Writing goes through the transactional_producer, in the rows' own transaction.
//
// Reading (KAFKA.md section 4): the high watermark as read_uncommitted, then read_committed up to
// it, newest record of our key; an end of partition below the high watermark means that someone's
// open transaction hides what follows, so it waits. "Not found" is only said when all of the
// partition up to the high watermark was seen.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/kafka/client_settings.hpp>

namespace walrelay::kafka {

/// Connect's key: `["<connector>",{"server":"<topic.prefix>"}]`.
[[nodiscard]] std::string checkpoint_key(std::string_view connector, std::string_view topic_prefix);

/// One flat JSON object. Round-trip checked: parsing it gives `position` again.
[[nodiscard]] std::string encode_checkpoint(const checkpoint& position);
/// Error code of a record that is no checkpoint.
inline constexpr std::string_view checkpoint_malformed = "checkpoint_malformed";
/// Strict: every field once, canonical numbers, nothing unknown; refuses anything else.
[[nodiscard]] result<checkpoint> parse_checkpoint(std::string_view text);

/// What is stored where, and how long reading it may take.
struct checkpoint_location {
  std::string topic;
  std::int32_t partition = 0;
  std::string key;
};

/// Blocking; any thread, one at a time. Nothing when topic or key do not exist.
[[nodiscard]] result<std::optional<checkpoint>> read_checkpoint(
    const client_settings& client, const checkpoint_location& where, mono_time deadline,
    const std::function<bool()>& give_up);

}  // namespace walrelay::kafka
