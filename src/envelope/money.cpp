#include "envelope/money.hpp"

#include <algorithm>
#include <array>

#include "envelope/fixed_decimal.hpp"
#include "envelope/number_text.hpp"
#include "envelope/unscaled.hpp"

namespace walrelay::envelope {
namespace {

constexpr int server_scale = 2;  // of lc_monetary C
constexpr std::size_t group_size = 3;

/// `1,234,567` without its commas. False when that is no such text.
bool append_grouped(std::string_view text, std::string& digits) {
  std::size_t first = text.size() % (group_size + 1);
  if (first == 0 || first > group_size) return false;
  for (;;) {
    const std::string_view group = text.substr(0, first);
    if (!all_digits(group)) return false;
    digits += group;
    text.remove_prefix(first);
    if (text.empty()) return true;
    if (text.front() != ',') return false;
    text.remove_prefix(1);
    first = group_size;
  }
}

/// Cents as digits without leading zeros. False for another text than lc_monetary C has.
bool read_cents(std::string_view text, std::string& digits) {
  if (!text.starts_with('$')) return false;
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || text.size() - point != 1 + server_scale) return false;
  digits.clear();
  if (!append_grouped(text.substr(1, point - 1), digits)) return false;
  if (!all_digits(text.substr(point + 1))) return false;
  digits += text.substr(point + 1);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return true;
}

void add_one(std::string& digits) {
  for (std::size_t i = digits.size(); i-- > 0;) {
    if (digits[i]++ != '9') return;
    digits[i] = '0';
  }
  digits.insert(0, 1, '1');
}

/// Halves go away from zero. Debezium's rule: who asks for fewer digits than money has wants it.
void rescale(std::string& digits, int scale) {
  if (scale >= server_scale) {
    if (digits != "0") digits.append(static_cast<std::size_t>(scale - server_scale), '0');
    return;
  }
  const auto surplus = static_cast<std::size_t>(server_scale - scale);
  if (digits.size() < surplus + 1) digits.insert(0, surplus + 1 - digits.size(), '0');
  const bool up = digits[digits.size() - surplus] >= '5';
  digits.resize(digits.size() - surplus);
  if (up) add_one(digits);
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

class money_encoder final : public value_encoder {
 public:
  explicit money_encoder(const value_modes& modes)
      : zero_(modes.money_fraction_digits, no_precision, modes),
        scale_(modes.decimals == decimal_mode::precise ? modes.money_fraction_digits
                                                       : server_scale),
        decimal_(scale_, no_precision, modes) {}

  schema_node schema() const override { return decimal_.schema(); }
  std::string zero() const override { return zero_.zero(); }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    const sign of_number = text.starts_with('-') ? sign::negative : sign::positive;
    if (of_number == sign::negative) text.remove_prefix(1);
    if (!read_cents(text, digits_)) return outcome::malformed;
    rescale(digits_, scale_);
    decimal_.write(of_number, digits_, how, out);
    return outcome::written;
  }

 private:
  fixed_decimal zero_;
  int scale_;  // only `precise` looks at money.fraction.digits, as in Debezium
  fixed_decimal decimal_;
  std::string digits_;
};

}  // namespace

std::unique_ptr<value_encoder> make_money(const column_type& type) {
  return std::make_unique<money_encoder>(type.modes);
}

}  // namespace walrelay::envelope
