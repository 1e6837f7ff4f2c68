#include "envelope/text.hpp"

#include <array>

#include "envelope/name_based_uuid.hpp"
#include "envelope/string_text.hpp"

namespace walrelay::envelope {
namespace {

enum class in_arrays : unsigned char { placeholder, no_placeholder };

struct text_kind {
  std::string_view schema_name{};          // none: a plain string
  const char* computed_default = nullptr;  // none: null
  in_arrays arrays = in_arrays::no_placeholder;
  presence as_item = presence::optional;
};

constexpr const char* empty_string = "\"\"";

// json and jsonb too are strings: parsed and written again they would lose digits, duplicate
// members and their spacing.
class text_encoder : public value_encoder {
 public:
  explicit text_encoder(const text_kind& kind) : kind_(kind) {}

  schema_node schema() const override {
    schema_node node{.type = "string", .name = std::string(kind_.schema_name)};
    if (!node.name.empty()) node.version = 1;
    return node;
  }
  std::optional<std::string> computed_default() const override {
    if (kind_.computed_default == nullptr) return std::nullopt;
    return kind_.computed_default;
  }
  presence as_item() const override { return kind_.as_item; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    return append_string(out, text, how) ? outcome::written : outcome::malformed;
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return append_string(out, placeholder, spelling::json) ? outcome::written : outcome::malformed;
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    if (kind_.arrays == in_arrays::no_placeholder) return write_null(out, outcome::unavailable);
    out += '[';
    const outcome done = write_placeholder(placeholder, out);
    out += ']';
    return done;
  }

 private:
  text_kind kind_;
};

// "char" holds any byte, which need not be UTF-8. Servers from version 16 on send such a byte as an
// octal escape; older ones send it raw, and we spell it as the newer ones do.
class char_encoder final : public text_encoder {
 public:
  char_encoder() : text_encoder({}) {}

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

class uuid_encoder final : public text_encoder {
 public:
  uuid_encoder()
      : text_encoder({.schema_name = "io.debezium.data.Uuid",
                      .computed_default = "\"00000000-0000-0000-0000-000000000000\""}) {}

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
  return std::make_unique<text_encoder>(
      text_kind{.computed_default = empty_string, .arrays = in_arrays::placeholder});
}
std::unique_ptr<value_encoder> make_other_text(const column_type&) {
  return std::make_unique<text_encoder>(text_kind{});
}
std::unique_ptr<value_encoder> make_isbn(const column_type&) {
  return std::make_unique<text_encoder>(text_kind{.as_item = presence::required});
}
std::unique_ptr<value_encoder> make_char(const column_type&) {
  return std::make_unique<char_encoder>();
}
std::unique_ptr<value_encoder> make_uuid(const column_type&) {
  return std::make_unique<uuid_encoder>();
}
std::unique_ptr<value_encoder> make_json(const column_type&) {
  return std::make_unique<text_encoder>(text_kind{.schema_name = "io.debezium.data.Json",
                                                  .computed_default = "\"{}\"",
                                                  .arrays = in_arrays::placeholder});
}
std::unique_ptr<value_encoder> make_xml(const column_type&) {
  return std::make_unique<text_encoder>(
      text_kind{.schema_name = "io.debezium.data.Xml", .computed_default = empty_string});
}
std::unique_ptr<value_encoder> make_tsvector(const column_type&) {
  return std::make_unique<text_encoder>(
      text_kind{.schema_name = "io.debezium.data.Tsvector", .as_item = presence::required});
}
std::unique_ptr<value_encoder> make_ltree(const column_type&) {
  return std::make_unique<text_encoder>(text_kind{.schema_name = "io.debezium.data.Ltree"});
}

}  // namespace walrelay::envelope
