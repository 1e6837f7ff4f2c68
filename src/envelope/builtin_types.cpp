#include "envelope/builtin_types.hpp"

#include <algorithm>
#include <array>

#include "envelope/array.hpp"
#include "envelope/binary.hpp"
#include "envelope/bits.hpp"
#include "envelope/boolean.hpp"
#include "envelope/decimal.hpp"
#include "envelope/floating.hpp"
#include "envelope/geometric.hpp"
#include "envelope/integer.hpp"
#include "envelope/interval.hpp"
#include "envelope/iso_temporal.hpp"
#include "envelope/money.hpp"
#include "envelope/temporal.hpp"
#include "envelope/text.hpp"

namespace walrelay::envelope {
namespace {

std::unique_ptr<value_encoder> make_int2vector(const column_type& type) {
  return make_vector(make_int2(type));
}
std::unique_ptr<value_encoder> make_oidvector(const column_type& type) {
  return make_vector(make_oid(type));
}

// None of these has another element delimiter than the comma (of the built-in types only box has).
constexpr std::array builtins{
    builtin_type{16, 1000, "bool", make_boolean},
    builtin_type{17, 1001, "bytea", make_bytea},
    builtin_type{18, 1002, "char", make_char},
    builtin_type{19, 1003, "name", make_other_text, debezium_arrays::left_out},
    builtin_type{20, 1016, "int8", make_int8},
    builtin_type{21, 1005, "int2", make_int2},
    builtin_type{22, 1006, "int2vector", make_int2vector},
    builtin_type{23, 1007, "int4", make_int4},
    builtin_type{25, 1009, "text", make_text},
    builtin_type{26, 1028, "oid", make_oid},
    builtin_type{30, 1013, "oidvector", make_oidvector},
    builtin_type{114, 199, "json", make_json},
    builtin_type{142, 143, "xml", make_xml, debezium_arrays::left_out},
    builtin_type{600, 1017, "point", make_point, debezium_arrays::left_out},
    builtin_type{650, 651, "cidr", make_other_text},
    builtin_type{700, 1021, "float4", make_float4},
    builtin_type{701, 1022, "float8", make_float8},
    builtin_type{774, 775, "macaddr8", make_other_text},
    builtin_type{790, 791, "money", make_money, debezium_arrays::left_out},
    builtin_type{829, 1040, "macaddr", make_other_text},
    builtin_type{869, 1041, "inet", make_other_text},
    builtin_type{1042, 1014, "bpchar", make_text},
    builtin_type{1043, 1015, "varchar", make_text},
    builtin_type{1082, 1182, "date", make_date},
    builtin_type{1083, 1183, "time", make_time},
    builtin_type{1114, 1115, "timestamp", make_timestamp},
    builtin_type{1184, 1185, "timestamptz", make_timestamptz},
    builtin_type{1186, 1187, "interval", make_interval, debezium_arrays::left_out},
    builtin_type{1266, 1270, "timetz", make_timetz},
    builtin_type{1560, 1561, "bit", make_bit, debezium_arrays::null_bits},
    builtin_type{1562, 1563, "varbit", make_varbit, debezium_arrays::left_out},
    builtin_type{1700, 1231, "numeric", make_numeric},
    builtin_type{2950, 2951, "uuid", make_uuid},
    builtin_type{3614, 3643, "tsvector", make_tsvector},
    builtin_type{3802, 3807, "jsonb", make_json},
    builtin_type{3904, 3905, "int4range", make_other_text},
    builtin_type{3906, 3907, "numrange", make_other_text},
    builtin_type{3908, 3909, "tsrange", make_other_text},
    builtin_type{3910, 3911, "tstzrange", make_other_text},
    builtin_type{3912, 3913, "daterange", make_other_text},
    builtin_type{3926, 3927, "int8range", make_other_text},
};

const builtin_type* find(std::uint32_t wanted, std::uint32_t builtin_type::*in) {
  const auto found = std::ranges::find(builtins, wanted, in);
  return found == builtins.end() ? nullptr : &*found;
}

}  // namespace

const builtin_type* find_builtin(oid type) {
  return find(type.value(), &builtin_type::id);
}

const builtin_type* find_builtin_element(oid array_type) {
  return find(array_type.value(), &builtin_type::array);
}

}  // namespace walrelay::envelope
