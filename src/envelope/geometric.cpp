#include "envelope/geometric.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <system_error>

#include "envelope/base64.hpp"
#include "envelope/binary.hpp"
#include "envelope/floating.hpp"
#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

std::string_view not_finite_word(double number) {
  if (std::isnan(number)) return "NaN";
  return number < 0 ? "-Infinity" : "Infinity";
}

void append_little_endian(std::string& out, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  for (unsigned byte = 0; byte < 8; ++byte) out += static_cast<char>(bits >> (8 * byte));
}

class point_encoder final : public value_encoder {
 public:
  schema_node schema() const override {
    schema_node node{.type = "struct",
                     .name = "io.debezium.data.geometry.Point",
                     .version = 1,
                     .doc = "Geometry (POINT)"};
    node.fields.push_back({"x", {.type = "double", .need = presence::required}});
    node.fields.push_back({"y", {.type = "double", .need = presence::required}});
    node.fields.push_back({"wkb", {.type = "bytes"}});
    node.fields.push_back({"srid", {.type = "int32"}});
    return node;
  }
  std::string zero() const override {
    std::string json;
    (void)point_encoder().write("(0,0)", spelling::json, json);
    return json;
  }

  outcome write(std::string_view text, spelling, std::string& out) override {
    const std::size_t comma = text.find(',');
    if (!text.starts_with('(') || !text.ends_with(')') || comma == std::string_view::npos) {
      return outcome::malformed;
    }
    double x = 0;
    double y = 0;
    if (!read_coordinate(text.substr(1, comma - 1), x) ||
        !read_coordinate(text.substr(comma + 1, text.size() - comma - 2), y)) {
      return outcome::malformed;
    }
    wkb_.assign("\1\1\0\0\0", 5);  // little-endian, a point
    append_little_endian(wkb_, x);
    append_little_endian(wkb_, y);
    out += "{\"x\":";
    append_coordinate(out, x);
    out += ",\"y\":";
    append_coordinate(out, y);
    out += ",\"wkb\":";
    append_base64_literal(out, wkb_);
    out += ",\"srid\":null}";
    return outcome::written;
  }

 private:
  std::string wkb_;
};

class geometric_bytes_encoder final : public value_encoder {
 public:
  explicit geometric_bytes_encoder(const column_type& type) : bytes_(make_text_bytes(type)) {}

  schema_node schema() const override { return bytes_->schema(); }
  presence as_item() const override { return bytes_->as_item(); }
  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return bytes_->write_placeholder(placeholder, out);
  }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    spelled_.clear();
    while (!text.empty()) {
      const std::size_t number_end = std::min(text.find_first_of("()[]{}<>,"), text.size());
      if (number_end == 0) {
        spelled_ += text.front();
        text.remove_prefix(1);
        continue;
      }
      double number = 0;
      if (!read_coordinate(text.substr(0, number_end), number)) return outcome::malformed;
      if (std::isfinite(number)) {
        append_java_number(spelled_, number);
      } else {
        spelled_ += not_finite_word(number);
      }
      text.remove_prefix(number_end);
    }
    return bytes_->write(spelled_, how, out);
  }

 private:
  std::unique_ptr<value_encoder> bytes_;
  std::string spelled_;
};

}  // namespace

bool read_coordinate(std::string_view text, double& number) {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (is_not_finite(text)) {
    const double infinity = std::numeric_limits<double>::infinity();
    number = text == "Infinity" ? infinity : -infinity;
    if (text == "NaN") number = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  if (digits.empty() || !is_digit(digits.front())) return false;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  return failure == std::errc{} && stop == end;
}

void append_coordinate(std::string& out, double number) {
  if (std::isfinite(number)) {
    append_java_number(out, number);
  } else {
    append_not_finite(out, not_finite_word(number), spelling::json);
  }
}

std::unique_ptr<value_encoder> make_point(const column_type&) {
  return std::make_unique<point_encoder>();
}
std::unique_ptr<value_encoder> make_geometric_bytes(const column_type& type) {
  return std::make_unique<geometric_bytes_encoder>(type);
}

}  // namespace walrelay::envelope
