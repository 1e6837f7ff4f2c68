// JSON string literals, spelled as Kafka Connect's JsonConverter (Jackson) spells them, so that
// every JSON text of ours (envelopes, checkpoints, logs) uses the same escapes:
//   "  \  as \" \\ ; \b \t \n \f \r short ; other C0 as \u00XX upper case;
//   characters outside the BMP as two upper-case \uXXXX ;
//   everything else raw, `/` and DEL included.
// Evidence: tests/golden, cases 09_text and 67_odd_identifiers.
#pragma once

#include <string>
#include <string_view>

namespace walrelay {

/// Appends `text` as a quoted literal. `text` must be valid UTF-8 (is_valid_utf8): other bytes are
/// never read past, but may come out as they are or as U+FFFD.
void append_json_string(std::string& out, std::string_view text);

/// Well-formed UTF-8 by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_valid_utf8(std::string_view text);

}  // namespace walrelay
