#include "envelope/postgis.hpp"

#include <cstdint>

#include "envelope/base64.hpp"
#include "envelope/binary.hpp"
#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::uint32_t srid_flag = 0x2000'0000;
constexpr std::size_t header_size = 5;  // byte order and type
constexpr char big_endian = 0;
constexpr char little_endian = 1;

/// EWKB says its byte order itself.
std::uint32_t read_word(std::string_view ewkb, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t from = ewkb.front() == little_endian ? at + 3 - i : at + i;
    word = word << 8 | static_cast<unsigned char>(ewkb[from]);
  }
  return word;
}

class ewkb_encoder final : public value_encoder {
 public:
  ewkb_encoder(const char* name, const char* doc) : name_(name), doc_(doc) {}

  schema_node schema() const override {
    schema_node node{.type = "struct", .name = name_, .version = 1, .doc = doc_};
    node.fields.push_back({"wkb", {.type = "bytes", .need = presence::required}});
    node.fields.push_back({"srid", {.type = "int32"}});
    return node;
  }
  std::string zero() const override {
    std::string json;
    // An empty collection.
    (void)ewkb_encoder(*this).write("010700000000000000", spelling::json, json);
    return json;
  }

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (!decode_hex(text, ewkb_) || ewkb_.size() < header_size) return outcome::malformed;
    if (ewkb_.front() != big_endian && ewkb_.front() != little_endian) return outcome::malformed;
    const bool has_srid = (read_word(ewkb_, 1) & srid_flag) != 0;
    if (has_srid && ewkb_.size() < header_size + 4) return outcome::malformed;
    out += "{\"wkb\":";
    append_base64_literal(out, ewkb_);
    out += ",\"srid\":";
    if (has_srid) {
      append_number(out, static_cast<std::int32_t>(read_word(ewkb_, header_size)));
    } else {
      out += "null";
    }
    out += '}';
    return outcome::written;
  }

 private:
  const char* name_;
  const char* doc_;
  std::string ewkb_;
};

}  // namespace

std::unique_ptr<value_encoder> make_geometry(const column_type&) {
  return std::make_unique<ewkb_encoder>("io.debezium.data.geometry.Geometry", "Geometry");
}
std::unique_ptr<value_encoder> make_geography(const column_type&) {
  return std::make_unique<ewkb_encoder>("io.debezium.data.geometry.Geography", "Geography");
}

}  // namespace walrelay::envelope
