// Base64 with padding (RFC 4648 section 4), the form Kafka Connect gives bytes in JSON; and the URL
// and file name safe alphabet (section 5), padded too.
#pragma once

#include <string>
#include <string_view>

namespace walrelay::envelope {

enum class base64_alphabet : unsigned char { standard, url_safe };

void append_base64(std::string& out, std::string_view bytes,
                   base64_alphabet alphabet = base64_alphabet::standard);
/// In double quotes.
void append_base64_literal(std::string& out, std::string_view bytes);

}  // namespace walrelay::envelope
