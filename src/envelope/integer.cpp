#include "envelope/integer.hpp"

#include <limits>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

enum class array_placeholder { none, byte_numbers };

class integer_encoder final : public value_encoder {
 public:
  integer_encoder(std::string_view connect_type, std::int64_t lowest, std::int64_t highest,
                  array_placeholder in_arrays)
      : connect_type_(connect_type), lowest_(lowest), highest_(highest), in_arrays_(in_arrays) {}

  schema_node schema() const override { return {.type = std::string(connect_type_)}; }
  std::string zero() const override { return "0"; }
  std::optional<std::string> computed_default() const override {
    // Debezium knows no default of an oid.
    if (highest_ == std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return zero();
  }

  outcome write(std::string_view text, spelling, std::string& out) override {
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc{} || stop != end || number < lowest_ || number > highest_ ||
        !is_canonical(text)) {
      return outcome::malformed;
    }
    out.append(text);
    return outcome::written;
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    if (in_arrays_ == array_placeholder::byte_numbers) return write_byte_numbers(placeholder, out);
    return value_encoder::write_array_placeholder(placeholder, out);
  }

 private:
  // JSON knows neither leading zeros nor does PostgreSQL write them; -0 would be a second key for
  // 0.
  static bool is_canonical(std::string_view text) {
    if (text.front() == '-') {
      text.remove_prefix(1);
      return text.front() != '0';
    }
    return text.front() != '0' || text.size() == 1;
  }

  std::string_view connect_type_;
  std::int64_t lowest_;
  std::int64_t highest_;
  array_placeholder in_arrays_;
};

template <class Number>
std::unique_ptr<value_encoder> make(std::string_view connect_type, array_placeholder in_arrays) {
  return std::make_unique<integer_encoder>(connect_type, std::numeric_limits<Number>::min(),
                                           std::numeric_limits<Number>::max(), in_arrays);
}

}  // namespace

std::unique_ptr<value_encoder> make_int2(const column_type&) {
  return make<std::int16_t>("int16", array_placeholder::none);
}
std::unique_ptr<value_encoder> make_int4(const column_type&) {
  return make<std::int32_t>("int32", array_placeholder::byte_numbers);
}
std::unique_ptr<value_encoder> make_int8(const column_type&) {
  return make<std::int64_t>("int64", array_placeholder::byte_numbers);
}
std::unique_ptr<value_encoder> make_oid(const column_type&) {
  return make<std::uint32_t>("int64", array_placeholder::none);
}

}  // namespace walrelay::envelope
