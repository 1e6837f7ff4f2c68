#include "envelope/name_based_uuid.hpp"

#include "envelope/digest.hpp"

namespace walrelay::envelope {

std::string name_based_uuid(std::string_view name) {
  static constexpr std::string_view hex = "0123456789abcdef";
  digest md5("MD5");
  md5.begin();
  md5.add(name);
  const std::string_view hash = md5.end();
  std::string text;
  for (std::size_t i = 0; i < hash.size(); ++i) {
    unsigned byte = static_cast<unsigned char>(hash[i]);
    if (i == 6) byte = (byte & 0x0fU) | 0x30U;  // version 3
    if (i == 8) byte = (byte & 0x3fU) | 0x80U;  // RFC 4122 variant
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += hex[byte >> 4U];
    text += hex[byte & 0x0fU];
  }
  return text;
}

}  // namespace walrelay::envelope
