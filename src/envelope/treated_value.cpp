#include "envelope/treated_value.hpp"

#include <algorithm>
#include <utility>

#include "envelope/digest.hpp"
#include "envelope/string_text.hpp"

namespace walrelay::envelope {
namespace {

/// Hides values, not what the schema says of their type.
class treating_encoder : public value_encoder {
 public:
  explicit treating_encoder(std::unique_ptr<value_encoder> inner) : inner_(std::move(inner)) {}

  bool knows_labels(std::string_view text) override { return inner_->knows_labels(text); }
  void learn_labels(const change::type_catalog& types) override { inner_->learn_labels(types); }

 protected:
  [[nodiscard]] value_encoder& inner() const { return *inner_; }

 private:
  std::unique_ptr<value_encoder> inner_;
};

class masking_encoder final : public treating_encoder {
 public:
  masking_encoder(std::unique_ptr<value_encoder> inner, std::string mask)
      : treating_encoder(std::move(inner)), mask_(std::move(mask)) {}

  schema_node schema() const override {
    schema_node node = inner().schema();
    node.parameters.emplace_back("masked", "true");
    return node;
  }
  std::string zero() const override { return mask_; }
  outcome write(std::string_view, spelling, std::string& out) override {
    out += mask_;
    return outcome::written;
  }
  outcome write_placeholder(std::string_view, std::string& out) const override {
    out += mask_;
    return outcome::written;
  }

 private:
  std::string mask_;
};

class truncating_encoder final : public treating_encoder {
 public:
  truncating_encoder(std::unique_ptr<value_encoder> inner, std::size_t chars)
      : treating_encoder(std::move(inner)), chars_(chars) {}

  schema_node schema() const override {
    schema_node node = inner().schema();
    node.parameters.emplace_back("truncateLength", std::to_string(chars_));
    return node;
  }
  std::string zero() const override { return inner().zero(); }
  outcome write(std::string_view text, spelling how, std::string& out) override {
    return inner().write(text.substr(0, cut_at(text)), how, out);
  }
  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return inner().write_placeholder(placeholder, out);
  }

 private:
  /// Java counts UTF-16 units; a character of two is not cut in half.
  [[nodiscard]] std::size_t cut_at(std::string_view text) const {
    std::size_t units = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if ((byte & 0xC0U) == 0x80U) continue;
      units += byte >= 0xF0U ? 2 : 1;
      if (units > chars_) return at;
    }
    return text.size();
  }

  std::size_t chars_;
};

class hashing_encoder final : public treating_encoder {
 public:
  hashing_encoder(std::unique_ptr<value_encoder> inner, column_rule_lists::hash how,
                  std::size_t length_max)
      : treating_encoder(std::move(inner)),
        how_(std::move(how)),
        digest_(how_.algorithm),
        length_max_(length_max) {}

  schema_node schema() const override {
    schema_node node = inner().schema();
    node.parameters.emplace_back("masked", "true");
    return node;
  }
  std::string zero() const override { return inner().zero(); }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    digest_.begin();
    digest_.add(how_.salt);
    if (how_.of == column_rule_lists::hash::input::java_serialized) add_java_header(text.size());
    digest_.add(text);
    hex_.clear();
    for (const char byte : digest_.end()) {
      constexpr std::string_view digits = "0123456789abcdef";
      hex_ += digits[static_cast<unsigned char>(byte) >> 4U];
      hex_ += digits[static_cast<unsigned char>(byte) & 15U];
    }
    return append_string(out, std::string_view(hex_).substr(0, length_max_), how)
               ? outcome::written
               : outcome::malformed;
  }
  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return inner().write_placeholder(placeholder, out);
  }

 private:
  /// java.io.ObjectOutputStream of a String: magic, version, TC_STRING and two bytes of length, or
  /// TC_LONGSTRING and eight.
  void add_java_header(std::size_t length) {
    const bool is_long = length > 0xFFFF;
    std::string header{"\xAC\xED\x00\x05", 4};
    header += is_long ? '\x7C' : '\x74';
    for (int shift = is_long ? 56 : 8; shift >= 0; shift -= 8) {
      header += static_cast<char>(length >> static_cast<unsigned>(shift) & 0xFFU);
    }
    digest_.add(header);
  }

  column_rule_lists::hash how_;
  digest digest_;
  std::size_t length_max_;
  std::string hex_;
};

/// varchar(n) and char(n) have a type modifier of n + 4.
std::size_t declared_length(std::int32_t type_modifier) {
  return type_modifier > 4 ? static_cast<std::size_t>(type_modifier - 4) : std::string::npos;
}

}  // namespace

std::unique_ptr<value_encoder> make_treated(std::unique_ptr<value_encoder> inner,
                                            const treatment& what, std::int32_t type_modifier) {
  switch (what.what) {
    case treatment::kind::truncate:
      return std::make_unique<truncating_encoder>(std::move(inner), what.chars);
    case treatment::kind::mask:
      return std::make_unique<masking_encoder>(std::move(inner), mask_json(what));
    case treatment::kind::hash:
      return std::make_unique<hashing_encoder>(std::move(inner), what.how,
                                               declared_length(type_modifier));
  }
  return inner;
}

std::string mask_json(const treatment& mask) {
  return '"' + std::string(mask.chars, '*') + '"';
}

}  // namespace walrelay::envelope
