#include "envelope/boolean.hpp"

namespace walrelay::envelope {
namespace {

class boolean_encoder final : public value_encoder {
 public:
  schema_node schema() const override { return {.type = "boolean"}; }
  std::string zero() const override { return "false"; }
  std::optional<std::string> computed_default() const override { return zero(); }

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (text == "t") {
      out += "true";
    } else if (text == "f") {
      out += "false";
    } else {
      return outcome::malformed;
    }
    return outcome::written;
  }
};

}  // namespace

std::unique_ptr<value_encoder> make_boolean(const column_type&) {
  return std::make_unique<boolean_encoder>();
}

}  // namespace walrelay::envelope
