#include "envelope/vectors.hpp"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include "envelope/floating.hpp"
#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

std::string_view take_item(std::string_view& text) {
  const std::size_t comma = text.find(',');
  const std::string_view item = text.substr(0, comma);
  text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  return item;
}

bool take_brackets(std::string_view& text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) return false;
  text = text.substr(1, text.size() - 2);
  return !text.ends_with(',');
}

/// `[1,2.5]`
class dense_vector_encoder final : public value_encoder {
 public:
  dense_vector_encoder(const char* name, std::unique_ptr<value_encoder> element)
      : name_(name), element_(std::move(element)) {}

  schema_node schema() const override {
    schema_node node{.type = "array", .name = name_, .version = 1};
    schema_node item = element_->schema();
    item.need = presence::required;
    node.fields.push_back({"items", std::move(item)});
    return node;
  }
  std::string zero() const override { return "[]"; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (!take_brackets(text, '[', ']')) return outcome::malformed;
    char separator = '[';
    if (text.empty()) out += separator;
    while (!text.empty()) {
      out += separator;
      separator = ',';
      const outcome done = element_->write(take_item(text), how, out);
      if (done != outcome::written) return done;
    }
    out += ']';
    return outcome::written;
  }

 private:
  const char* name_;
  std::unique_ptr<value_encoder> element_;
};

/// `{1:1.5,3:2}/5`
class sparse_vector_encoder final : public value_encoder {
 public:
  explicit sparse_vector_encoder(std::unique_ptr<value_encoder> element)
      : element_(std::move(element)) {}

  schema_node schema() const override {
    schema_node map{.type = "map", .need = presence::required};
    map.fields.push_back({"keys", {.type = "int16", .need = presence::required}});
    map.fields.push_back({"values", {.type = "double", .need = presence::required}});
    schema_node node{.type = "struct",
                     .name = "io.debezium.data.SparseDoubleVector",
                     .version = 1,
                     .doc = "Sparse double vector"};
    node.fields.push_back({"dimensions", {.type = "int16", .need = presence::required}});
    node.fields.push_back({"vector", std::move(map)});
    return node;
  }
  std::string zero() const override { return "{\"dimensions\":0,\"vector\":[]}"; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    const std::size_t slash = text.rfind('/');
    if (slash == std::string_view::npos) return outcome::malformed;
    const std::string_view dimensions = text.substr(slash + 1);
    text = text.substr(0, slash);
    if (!is_index(dimensions) || !take_brackets(text, '{', '}')) return outcome::malformed;
    if (!fits(dimensions)) return write_null(out, outcome::no_place);
    out += "{\"dimensions\":";
    out += dimensions;
    out += ",\"vector\":[";
    const char* separator = "";
    while (!text.empty()) {
      out += std::exchange(separator, ",");
      if (!write_pair(take_item(text), how, out)) return outcome::malformed;
    }
    out += "]}";
    return outcome::written;
  }

 private:
  static bool is_index(std::string_view text) { return all_digits(text) && text.front() != '0'; }

  // Debezium counts dimensions in 16 bits.
  static bool fits(std::string_view dimensions) {
    std::int16_t number = 0;
    const char* const end = dimensions.data() + dimensions.size();
    return std::from_chars(dimensions.data(), end, number).ec == std::errc{};
  }

  bool write_pair(std::string_view pair, spelling how, std::string& out) {
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos || !is_index(pair.substr(0, colon))) return false;
    out += '[';
    out += pair.substr(0, colon);
    out += ',';
    if (element_->write(pair.substr(colon + 1), how, out) != outcome::written) return false;
    out += ']';
    return true;
  }

  std::unique_ptr<value_encoder> element_;
};

}  // namespace

std::unique_ptr<value_encoder> make_double_vector(const column_type& type) {
  return std::make_unique<dense_vector_encoder>("io.debezium.data.DoubleVector", make_float8(type));
}
std::unique_ptr<value_encoder> make_float_vector(const column_type& type) {
  return std::make_unique<dense_vector_encoder>("io.debezium.data.FloatVector", make_float4(type));
}
std::unique_ptr<value_encoder> make_sparse_vector(const column_type& type) {
  return std::make_unique<sparse_vector_encoder>(make_float8(type));
}

}  // namespace walrelay::envelope
