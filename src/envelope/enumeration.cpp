#include "envelope/enumeration.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "envelope/string_text.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::string_view enum_schema_name = "io.debezium.data.Enum";

class enum_encoder final : public value_encoder {
 public:
  explicit enum_encoder(const change::type_facts& type) : type_(type.id) { list(type.enum_labels); }

  schema_node schema() const override {
    schema_node node{.type = "string", .name = std::string(enum_schema_name), .version = 1};
    node.parameters.emplace_back("allowed", allowed_);
    return node;
  }
  presence as_item() const override { return presence::required; }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    return append_string(out, text, how) ? outcome::written : outcome::malformed;
  }
  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    return append_string(out, placeholder, spelling::json) ? outcome::written : outcome::malformed;
  }

  bool knows_labels(std::string_view text) override {
    if (std::ranges::binary_search(labels_, text, std::less<>{})) return true;
    // What the catalog has not got, it had before it was renamed: asked for with each row, it would
    // be a query with each row.
    if (missing_.contains(text)) return true;
    missing_.emplace(text);
    return false;
  }

  void learn_labels(const change::type_catalog& types) override {
    const auto now = types.find(type_);
    if (now == types.end() || now->second.kind != change::type_kind::enumeration) return;
    list(now->second.enum_labels);
    for (const std::string& label : labels_) missing_.erase(label);
  }

 private:
  void list(const std::vector<std::string>& in_sort_order) {
    allowed_.clear();
    for (const std::string& label : in_sort_order) {
      if (!allowed_.empty()) allowed_ += ',';
      allowed_ += label;
    }
    labels_ = in_sort_order;
    std::ranges::sort(labels_);
  }

  oid type_;
  std::string allowed_;
  std::vector<std::string> labels_;               // sorted as texts
  std::set<std::string, std::less<>> missing_{};  // met in rows, not in the catalog
};

}  // namespace

std::unique_ptr<value_encoder> make_enum(const change::type_facts& type) {
  return std::make_unique<enum_encoder>(type);
}

bool lists_labels(const schema_node& schema) {
  return schema.name == enum_schema_name ||
         std::ranges::any_of(schema.fields,
                             [](const schema_field& field) { return lists_labels(field.node); });
}

}  // namespace walrelay::envelope
