#include "envelope/hstore.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <walrelay/base/json_text.hpp>

#include "envelope/java_map_order.hpp"
#include "envelope/string_text.hpp"

namespace walrelay::envelope {
namespace {

struct text_place {
  std::size_t start = 0;
  std::size_t length = 0;
};
struct hstore_member {
  text_place key;
  text_place value;
  bool has_value = false;
};

/// Reads `"key"=>"value", "key"=>NULL` as hstore_out writes it.
class hstore_reader {
 public:
  /// False when the text is no hstore.
  bool read(std::string_view text) {
    members_.clear();
    unquoted_.clear();
    if (text.empty()) return true;
    for (;;) {
      hstore_member member;
      if (!read_quoted(text, member.key) || !skip(text, "=>")) return false;
      member.has_value = !skip(text, "NULL");
      if (member.has_value && !read_quoted(text, member.value)) return false;
      members_.push_back(member);
      if (text.empty()) return true;
      if (!skip(text, ", ")) return false;
    }
  }

  [[nodiscard]] const std::vector<hstore_member>& members() const { return members_; }
  [[nodiscard]] std::string_view at(const text_place& place) const {
    return std::string_view(unquoted_).substr(place.start, place.length);
  }

 private:
  static bool skip(std::string_view& text, std::string_view expected) {
    if (!text.starts_with(expected)) return false;
    text.remove_prefix(expected.size());
    return true;
  }

  bool read_quoted(std::string_view& text, text_place& place) {
    if (!skip(text, "\"")) return false;
    place.start = unquoted_.size();
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '"') {
        text.remove_prefix(i + 1);
        place.length = unquoted_.size() - place.start;
        return true;
      }
      if (text[i] == '\\' && ++i == text.size()) return false;
      unquoted_ += text[i];
    }
    return false;
  }

  std::vector<hstore_member> members_;
  std::string unquoted_;
};

/// A JSON string within a JSON text that becomes a string itself: what lies beyond the BMP stays
/// raw, to be escaped with the whole text.
void append_inner_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t done = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    out += text.substr(done, i - done);
    const std::size_t opened = out.size();
    append_json_string(out, text.substr(i, 1));
    out.pop_back();
    out.erase(opened, 1);
    done = i + 1;
  }
  out += text.substr(done);
  out += '"';
}

class hstore_encoder : public value_encoder {
 public:
  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (!is_valid_utf8(text) || !reader_.read(text)) return outcome::malformed;
    hashes_.clear();
    for (const hstore_member& member : reader_.members()) {
      hashes_.push_back(java_map_hash(reader_.at(member.key)));
    }
    return write_members(order_.of(hashes_), how, out);
  }

 protected:
  [[nodiscard]] const hstore_reader& reader() const { return reader_; }

 private:
  virtual outcome write_members(std::span<const std::uint32_t> order, spelling how,
                                std::string& out) = 0;

  hstore_reader reader_;
  std::vector<std::uint32_t> hashes_;
  java_map_order order_;
};

class hstore_json_encoder final : public hstore_encoder {
 public:
  schema_node schema() const override {
    return {.type = "string", .name = "io.debezium.data.Json", .version = 1};
  }
  std::string zero() const override { return "\"{}\""; }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    std::string text("{");
    append_inner_string(text, placeholder);
    text += ':';
    append_inner_string(text, placeholder);
    text += '}';
    return append_string(out, text, spelling::json) ? outcome::written : outcome::malformed;
  }

 private:
  outcome write_members(std::span<const std::uint32_t> order, spelling how,
                        std::string& out) override {
    json_.clear();
    json_ += '{';
    for (const std::uint32_t index : order) {
      const hstore_member& member = reader().members()[index];
      if (json_.size() > 1) json_ += ',';
      append_inner_string(json_, reader().at(member.key));
      json_ += ':';
      if (member.has_value) {
        append_inner_string(json_, reader().at(member.value));
      } else {
        json_ += "null";
      }
    }
    json_ += '}';
    return append_string(out, json_, how) ? outcome::written : outcome::malformed;
  }

  std::string json_;
};

class hstore_map_encoder final : public hstore_encoder {
 public:
  schema_node schema() const override {
    schema_node node{.type = "map"};
    node.fields.push_back({"keys", {.type = "string", .need = presence::required}});
    node.fields.push_back({"values", {.type = "string"}});
    return node;
  }
  std::string zero() const override { return "{}"; }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    out += '{';
    if (!append_string(out, placeholder, spelling::json)) return outcome::malformed;
    out += ':';
    if (!append_string(out, placeholder, spelling::json)) return outcome::malformed;
    out += '}';
    return outcome::written;
  }

 private:
  outcome write_members(std::span<const std::uint32_t> order, spelling how,
                        std::string& out) override {
    char separator = '{';
    for (const std::uint32_t index : order) {
      const hstore_member& member = reader().members()[index];
      out += separator;
      separator = ',';
      if (!append_string(out, reader().at(member.key), how)) return outcome::malformed;
      out += ':';
      if (!member.has_value) {
        out += "null";
      } else if (!append_string(out, reader().at(member.value), how)) {
        return outcome::malformed;
      }
    }
    if (order.empty()) out += '{';
    out += '}';
    return outcome::written;
  }
};

}  // namespace

std::unique_ptr<value_encoder> make_hstore(const column_type& type) {
  if (type.modes.hstores == hstore_mode::map) return std::make_unique<hstore_map_encoder>();
  return std::make_unique<hstore_json_encoder>();
}

}  // namespace walrelay::envelope
