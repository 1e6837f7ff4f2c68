// Rows of any bytes through the encoders of every type, in every mode, with and without schemas:
// the records are strict JSON that their schema describes, or the row is refused and nothing
// remains. An input is eight bytes of choices, a byte for each column's type, and the values of
// rows.
#include <array>
#include <string>

#include <walrelay/base/json_text.hpp>
#include <walrelay/envelope/table_encoder.hpp>

#include "fuzz/fits_schema.hpp"
#include "fuzz/fuzz.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::envelope;
using schema = converter_settings::schema;

constexpr std::size_t columns_count = 3;
constexpr std::uint32_t first_own_type = 80'001;
// Known by name, whatever their oid; an unknown one, and an enum.
constexpr std::array own_types{"citext", "geography", "geometry", "halfvec", "hstore", "isbn",
                               "ltree",  "sparsevec", "vector",   "odd",     "mood"};
constexpr std::uint32_t own_count = static_cast<std::uint32_t>(std::size(own_types));
// Arrays of each, then a domain over numeric(5,2) and an array of it.
constexpr std::uint32_t first_own_array = first_own_type + own_count;
constexpr std::uint32_t own_domain = first_own_array + own_count;

constexpr std::uint32_t builtin_types[] = {
    16,   17,   18,   19,   20,   21,   22,   23,   25,   26,   30,   114,  142,  600,  603,
    650,  700,  701,  718,  774,  790,  829,  869,  1042, 1043, 1082, 1083, 1114, 1184, 1186,
    1266, 1560, 1562, 1700, 2950, 3220, 3614, 3802, 3904, 3906, 1000, 1001, 1002, 1003, 1016,
    1005, 1006, 1007, 1009, 1028, 1013, 199,  143,  1017, 1020, 1021, 1022, 791,  1014, 1015,
    1182, 1183, 1115, 1185, 1187, 1270, 1561, 1563, 1231, 2951, 3643, 3807, 3905};
constexpr std::int32_t modifiers[] = {-1, 1, 3, 5, 0x000A'0006, 0x0003'07FA};

change::type_catalog own_catalog() {
  change::type_catalog catalog;
  const auto add = [&](std::uint32_t id, std::string name, change::type_kind kind) -> auto& {
    change::type_facts& facts = catalog[oid{id}];
    facts.id = oid{id};
    facts.name = std::move(name);
    facts.kind = kind;
    return facts;
  };
  for (std::uint32_t i = 0; i < own_count; ++i) {
    add(first_own_type + i, own_types[i], change::type_kind::base);
    add(first_own_array + i, "_", change::type_kind::array).element = oid{first_own_type + i};
  }
  change::type_facts& mood = catalog[oid{first_own_array - 1}];
  mood.kind = change::type_kind::enumeration;
  mood.enum_labels = {"sad", "o\"k"};
  change::type_facts& domain = add(own_domain, "money_like", change::type_kind::domain);
  domain.base = oid{1700};
  domain.base_modifier = (5 << 16 | 2) + 4;
  add(own_domain + 1, "_money_like", change::type_kind::array).element = oid{own_domain};
  return catalog;
}

oid type_of(std::uint8_t choice) {
  constexpr std::size_t builtin_count = std::size(builtin_types);
  if (choice < builtin_count) return oid{builtin_types[choice]};
  const std::size_t own = (choice - builtin_count) % (own_domain + 2 - first_own_type);
  return oid{first_own_type + static_cast<std::uint32_t>(own)};
}

class choices {
 public:
  explicit choices(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const std::uint8_t value = rest_.front();
    rest_ = rest_.subspan(1);
    return value;
  }
  [[nodiscard]] bool done() const { return rest_.empty(); }
  bool flag() { return bits(1) != 0; }
  template <class Enum>
  Enum one_of(std::uint8_t count) {
    return static_cast<Enum>(byte() % count);
  }
  /// A quarter of the values are NULL or unchanged; a text comes after its length.
  change::value value() {
    const std::uint8_t kind = byte();
    if (kind < 32) return {change::value_kind::null, {}};
    if (kind < 64) return {change::value_kind::unchanged, {}};
    const std::size_t length = std::min<std::size_t>(byte(), rest_.size());
    const auto text = rest_.first(length);
    rest_ = rest_.subspan(length);
    return {change::value_kind::text, {reinterpret_cast<const char*>(text.data()), length}};
  }
  std::vector<change::value> row() {
    std::vector<change::value> made;
    for (std::size_t i = 0; i < columns_count; ++i) made.push_back(value());
    return made;
  }

 private:
  unsigned bits(unsigned count) {
    if (left_ < count) {
      bits_ = byte();
      left_ = 8;
    }
    const unsigned taken = bits_ & ((1U << count) - 1);
    bits_ >>= count;
    left_ -= count;
    return taken;
  }

  std::span<const std::uint8_t> rest_;
  unsigned bits_ = 0;
  unsigned left_ = 0;
};

envelope_settings settings_of(choices& input) {
  envelope_settings made;
  made.topic_prefix = "p";
  const auto decimals = input.one_of<decimal_mode>(3);
  const std::uint8_t formats = input.byte();
  made.value.decimals = static_cast<decimal_format>(formats % 2);
  made.key.decimals = static_cast<decimal_format>(formats / 2 % 2);
  made.values = {.decimals = decimals,
                 .times = input.one_of<time_mode>(6),
                 .intervals = input.one_of<interval_mode>(2),
                 .binaries = input.one_of<binary_mode>(4),
                 .hstores = input.one_of<hstore_mode>(2),
                 .money_fraction_digits = input.byte() % 19,
                 .unknown = input.one_of<unknown_types>(3),
                 .not_finite = input.one_of<not_finite_words>(2)};
  made.conversion_failure = input.one_of<on_conversion_failure>(3);
  made.field_names = input.one_of<name_adjustment>(3);
  for (converter_settings* converter : {&made.key, &made.value}) {
    converter->schemas = input.flag() ? schema::embedded : schema::left_out;
    if (input.flag()) converter->nulls = converter_settings::null::replaced_by_default;
  }
  if (input.flag()) made.unsent = unsent_columns::as_zero;
  return made;
}

struct table {
  change::relation shape;
  change::table_facts facts;
};

table table_of(choices& input) {
  constexpr std::array names{"id", "a b", "\xC3\xA9\"\\"};
  constexpr std::array defaults{"", "1", "'x'::text", "now()", "'{1,2}'::int[]", "'\\x00'::bytea"};
  table made;
  made.shape.schema = "public";
  made.shape.table = "t";
  const bool full = input.flag();
  if (full) made.shape.identity = change::replica_identity::full;
  for (std::size_t i = 0; i < columns_count; ++i) {
    const oid type = type_of(input.byte());
    made.shape.columns.push_back(
        {names[i], type, modifiers[input.byte() % std::size(modifiers)], full || i == 0});
    const bool required = input.flag();
    made.facts.columns.push_back(
        {names[i],
         required ? change::column_facts::null::refused : change::column_facts::null::allowed,
         defaults[input.byte() % std::size(defaults)], "a \"comment\""});
  }
  made.facts.key_columns = {names[0]};
  return made;
}

void check(std::string_view text, const converter_settings& how) {
  const rapidjson::Document parsed = fuzz::strict_json(text);
  if (how.schemas == schema::left_out) return;
  WALRELAY_ENSURE(fuzz::fits_schema(parsed["payload"], parsed["schema"]), "untrue schema: {}",
                  text);
}

void check(const record_batch& records, const envelope_settings& settings) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const record_view record = records.at(i);
    if (record.key) check(*record.key, settings.key);
    if (record.value) check(*record.value, settings.value);
    for (std::size_t h = 0; h < records.header_count(i); ++h) {
      WALRELAY_ENSURE(is_valid_utf8(records.header(i, h).value), "a header is not UTF-8");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace walrelay::fuzz;
  static const auto everything = change::selection::compile({});
  static const change::type_catalog catalog = own_catalog();
  choices input({data, size});
  const envelope_settings settings = settings_of(input);
  const table made = table_of(input);
  const auto encoder = table_encoder::bind(
      std::make_shared<const change::relation>(made.shape),
      {&made.facts, catalog, *everything, settings, topic_id{1}, "p.public.t", {}});
  record_batch records;
  while (!input.done()) {
    change::row_change row;
    row.relation = encoder->relation();
    row.operation = input.one_of<change::row_operation>(3);
    row.old_kind = input.one_of<change::old_row>(3);
    const auto old_row = input.row();
    const auto new_row = input.row();
    if (row.operation != change::row_operation::insert && row.old_kind != change::old_row::none) {
      row.old_values = old_row;
    } else {
      row.old_kind = change::old_row::none;
    }
    if (row.operation != change::row_operation::remove) row.new_values = new_row;
    const std::size_t before = records.size();
    if (!encoder->encode(row, {}, wall_time{}, records)) {
      WALRELAY_ENSURE(records.size() == before, "records of a refused row remain");
    }
  }
  check(records, settings);
  return 0;
}
