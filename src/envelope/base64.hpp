// Base64 with padding (RFC 4648 section 4), the form Kafka Connect gives bytes in JSON.
#pragma once

#include <string>
#include <string_view>

namespace walrelay::envelope {

void append_base64(std::string& out, std::string_view bytes);

}  // namespace walrelay::envelope
