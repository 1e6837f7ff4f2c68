#include "envelope/text.hpp"

#include <array>

#include "envelope/name_based_uuid.hpp"
#include "envelope/string_text.hpp"

namespace walrelay::envelope {
namespace {

// json and jsonb too are strings: parsed and written again they would lose digits, duplicate
// members and their spacing.
class text_encoder final : public value_encoder {
 public:
  outcome write(std::string_view text, spelling how, std::string& out) override {
    return append_string(out, text, how) ? outcome::written : outcome::malformed;
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return append_string(out, placeholder, spelling::json) ? outcome::written : outcome::malformed;
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    out += '[';
    const outcome done = write_placeholder(placeholder, out);
    out += ']';
    return done;
  }
};

// "char" holds any byte, which need not be UTF-8. Servers from version 16 on send such a byte as an
// octal escape; older ones send it raw, and we spell it as the newer ones do.
class char_encoder final : public value_encoder {
 public:
  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (text.size() != 1 || static_cast<unsigned char>(text.front()) < 0x80) {
      return append_string(out, text, how) ? outcome::written : outcome::malformed;
    }
    const unsigned byte = static_cast<unsigned char>(text.front());
    const auto octal = [byte](unsigned shift) {
      return static_cast<char>('0' + ((byte >> shift) & 7U));
    };
    const std::array<char, 4> escaped{'\\', octal(6), octal(3), octal(0)};
    return append_string(out, {escaped.data(), escaped.size()}, how) ? outcome::written
                                                                     : outcome::malformed;
  }
};

class uuid_encoder final : public value_encoder {
 public:
  outcome write(std::string_view text, spelling, std::string& out) override {
    if (!is_uuid(text)) return outcome::malformed;
    out += '"';
    out += text;
    out += '"';
    return outcome::written;
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    out += "[\"";
    out += name_based_uuid(placeholder);
    out += "\"]";
    return outcome::written;
  }

 private:
  static bool is_uuid(std::string_view text) {
    if (text.size() != 36) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const bool dash_place = i == 8 || i == 13 || i == 18 || i == 23;
      const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (dash_place ? c != '-' : !hex) return false;
    }
    return true;
  }
};

}  // namespace

std::unique_ptr<value_encoder> make_text(const column_type&) {
  return std::make_unique<text_encoder>();
}
std::unique_ptr<value_encoder> make_char(const column_type&) {
  return std::make_unique<char_encoder>();
}
std::unique_ptr<value_encoder> make_uuid(const column_type&) {
  return std::make_unique<uuid_encoder>();
}

}  // namespace walrelay::envelope
