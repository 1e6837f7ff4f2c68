"""Columns of every type family: random values, boundary values and what SQL says of them.

`random` is SQL for one value, evaluated anew in each row (FUNCTIONS has what it may call);
`truth` is SQL for the value's text as a decoder gives it back, {} being the value.
"""

from dataclasses import dataclass, field

from . import decoder as d
from . import temporal as t

FUNCTIONS = """
CREATE EXTENSION hstore; CREATE EXTENSION ltree; CREATE EXTENSION citext;
CREATE TYPE mood AS ENUM ('sad', 'so, so', 'gl"ad', 'ä''b');
CREATE DOMAIN positive AS int; CREATE DOMAIN more_positive AS positive;
CREATE DOMAIN price AS numeric(12,4); CREATE DOMAIN moment AS timestamptz(3);
CREATE TYPE pair AS (a int, b text);
CREATE TYPE float_range AS RANGE (subtype = float8);
-- A whole number of up to `bits` bits, of any length in bits alike.
CREATE FUNCTION whole(bits int) RETURNS numeric LANGUAGE sql VOLATILE AS $$
  SELECT trunc(random()::numeric * 2::numeric ^ floor(random() * (bits + 1))::numeric)
       * (CASE WHEN random() < 0.5 THEN -1 ELSE 1 END) $$;
CREATE FUNCTION upto(n bigint) RETURNS bigint LANGUAGE sql VOLATILE AS
  $$ SELECT floor(random() * (n + 1))::bigint $$;
CREATE FUNCTION digits(n int) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(string_agg(upto(9)::text, ''), '') FROM generate_series(1, upto(n)) $$;
CREATE FUNCTION a_numeric(before int, after int) RETURNS numeric LANGUAGE sql VOLATILE AS $$
  SELECT (CASE WHEN random() < 0.5 THEN '-' ELSE '' END || '0' || digits(before) || '.' ||
          digits(after) || '0')::numeric $$;
CREATE FUNCTION octets(n int) RETURNS bytea LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(string_agg(set_byte('\\x00', 0, upto(255)::int), ''), '')
  FROM generate_series(1, upto(n)) $$;
CREATE FUNCTION letter() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT CASE upto(5) WHEN 0 THEN chr(1 + upto(30)::int)
    WHEN 1 THEN substr(E'"\\\\/{},; \\'()\\u007f\\u2028\\ufeff', 1 + upto(13)::int, 1)
    WHEN 2 THEN chr(128 + upto(55167)::int) WHEN 3 THEN chr(57344 + upto(1056767)::int)
    ELSE chr(32 + upto(94)::int) END $$;
CREATE FUNCTION a_text(n int) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT coalesce(string_agg(letter(), ''), '') FROM generate_series(1, upto(n)) $$;
CREATE FUNCTION a_word() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(chr(97 + upto(25)::int), '') FROM generate_series(1, 1 + upto(8)) $$;
CREATE FUNCTION a_float() RETURNS float8 LANGUAGE sql VOLATILE AS $$
  SELECT whole(53)::float8 * 10::float8 ^ (upto(590) - 300)::int $$;
CREATE FUNCTION a_bit_text(n int) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(upto(1)::text, '') FROM generate_series(1, n) $$;
CREATE FUNCTION since_1970() RETURNS interval LANGUAGE sql VOLATILE AS $$
  SELECT interval '1 microsecond' *
         CASE upto(4) WHEN 0 THEN upto(9000000000000000000) ELSE whole(57)::bigint END $$;
CREATE FUNCTION a_span() RETURNS interval LANGUAGE sql VOLATILE AS $$
  SELECT make_interval(months => whole(14)::int, days => whole(16)::int)
       + whole(44)::bigint * interval '1 microsecond' $$;
"""


@dataclass(frozen=True)
class Column:
    type: str
    random: str
    decode: d.Decode
    truth: str = "{}::text"
    boundaries: list[str] = field(default_factory=list)
    in_arrays: bool = True


def _same(type: str, random: str, *boundaries: str, in_arrays: bool = True) -> Column:
    """A type whose text is its value."""
    return Column(type, random, d.decode_string, boundaries=list(boundaries), in_arrays=in_arrays)


def _numeric(type: str, random: str, scale: int | None, *boundaries: str) -> Column:
    special = [] if type == "price" else ["NaN"]
    return Column(type, random, d.decode_numeric(scale), boundaries=[*boundaries, *special])


_NOT_FINITE = ["NaN", "Infinity", "-Infinity"]
NUMBERS = [
    *(
        Column(
            f"int{size}",
            f"whole({size * 8 - 1})::int{size}",
            d.decode_integer,
            boundaries=[str(-(1 << size * 8 - 1)), str((1 << size * 8 - 1) - 1), "0", "-1"],
        )
        for size in (2, 4, 8)
    ),
    Column("oid", "upto(4294967295)::oid", d.decode_integer, boundaries=["0", "4294967295"]),
    _numeric("numeric(10,2)", "a_numeric(8, 2)", 2, "0", "-0.01", "1.28", "99999999.99"),
    _numeric("numeric(38,18)", "a_numeric(20, 18)", 18, "0", "1e-18", "-1e-18"),
    # Both since PostgreSQL 15.
    _numeric("numeric(3,-2)", "a_numeric(4, 0)", -2, "12345", "-99900", "50", "49"),
    _numeric("numeric(3,5)", "a_numeric(0, 7) / 1000", 5, "0.00123", "-0.00999", "0.000004"),
    _numeric("numeric(5,0)", "a_numeric(4, 0)", 0, "99999", "-128", "127", "128", "-129"),
    _numeric(
        *("numeric", "a_numeric(60, 40)", None, "100.00", "-0.000", "1e-16383", "1e131071", "0"),
        *("0.00000000000000006938893903907228", "9" * 38, "-128", "-32768.00", "255", "1e400"),
        *("Infinity", "-Infinity", "1.7976931348623159e308", "2.4703282292062327e-324"),
    ),
    Column(
        *("float8", "a_float()", d.decode_float8),
        "CASE WHEN {0} = 'NaN' THEN 'nan' ELSE encode(float8send({0}), 'hex') END",
        [*_NOT_FINITE, "-0", "0", "0.1", "0.30000000000000004", "5e-324", "9007199254740993"]
        + ["1.7976931348623157e308", "1e23", "-216237.00000035969", "2.2250738585072014e-308"],
    ),
    Column(
        *("float4", "(whole(24)::float8 * 10::float8 ^ (upto(60) - 30)::int)::float4"),
        d.decode_float4,
        "CASE WHEN {0} = 'NaN' THEN 'nan' ELSE encode(float4send({0}), 'hex') END",
        [*_NOT_FINITE, "-0", "0.1", "16777216", "3.4028235e38", "1e-45", "1.1754944e-38"],
    ),
    Column("bool", "random() < 0.5", d.decode_boolean),
    Column(
        *("money", "(whole(63)::numeric / 100)::money", d.decode_numeric(2), "({}::numeric)::text"),
        ["-92233720368547758.08", "92233720368547758.07", "1234.5", "-0.01", "0"],
    ),
    Column("bit(1)", "a_bit_text(1)::bit(1)", d.decode_one_bit, boundaries=["0", "1"]),
    Column("bit(12)", "a_bit_text(12)::bit(12)", d.decode_bits, boundaries=["0" * 12, "1" * 12]),
    Column("varbit", "a_bit_text(upto(70)::int)::varbit", d.decode_bits, boundaries=["", "0001"]),
    Column("varbit(1)", "a_bit_text(1)::varbit(1)", d.decode_one_bit, boundaries=["", "1"]),
    Column("more_positive", "whole(31)::int", d.decode_integer),
    _numeric("price", "a_numeric(8, 4)", 4, "0.0001", "-99999999.9999"),
]
TEXTS = [
    _same("text", "a_text(20)", "", "NULL", "null", "\\x41", "\\u0041", "\r", "  ", "\U0010ffff"),
    _same("varchar(9)", "a_text(9)", "", "ab  "),
    # As a cast to text cuts the blanks off, its truth is the function that does not.
    Column("char(5)", "a_text(5)", d.decode_string, "rpad({}::text, 5)", ["", "ab"]),
    _same("name", "a_text(15)::name", "", "x" * 63),
    _same('"char"', 'substr(a_word(), 1, 1)::"char"', "", "x", "\\"),
    _same("citext", "a_text(9)::citext", "MiXed"),
    Column(
        *("bytea", "octets(40)", d.decode_bytea, "encode({}, 'hex')"),
        ["\\x", "\\x00", "\\x00ff5c27", "\\x5c7831"],
    ),
    _same("json", "to_json(a_text(9))", "null", '{"a":1, "a" : 2,\n "n":1e400}', "[]", '"x"'),
    _same("jsonb", "jsonb_build_object(a_text(4), whole(90))", "null", "[1.10, 1e400]", "{}"),
    _same("xml", "('<a>' || whole(60) || '</a>')::xml", "<a b=\"c\"/>", "text"),
    _same("uuid", "gen_random_uuid()", "00000000-0000-0000-0000-000000000000"),
    _same("mood", "(enum_range(NULL::mood))[1 + upto(3)]"),
    # Unnested, an array of rows becomes columns.
    _same("pair", "ROW(whole(31)::int, a_text(6))::pair", in_arrays=False),
    _same("ltree", "(a_word() || '.' || a_word())::ltree"),
    _same("tsvector", "to_tsvector('simple', a_text(20))", "'a b':1A,2 'c\"d'"),
    Column(
        *("inet", "'10.0.0.0'::inet + upto(9999999)", d.decode_string, "abbrev({})"),
        ["::1/64", "10.1.2.3/8", "0.0.0.0/0", "::ffff:1.2.3.4"],
    ),
    _same("cidr", "set_masklen('10.0.0.0'::cidr + upto(999), 32)::cidr", "::/0", "10.0.0.0/8"),
    _same("macaddr", "encode(set_byte('\\x080020000000', 4, upto(255)::int), 'hex')::macaddr"),
    Column(
        *("hstore", "hstore(ARRAY[a_text(5), a_text(5), a_word(), NULL])", d.decode_hstore),
        "hstore_to_json({})::text",
        ["", '"a\\"b"=>"c\\\\d", n=>NULL, e=>""'],
    ),
]
# In two parts: at the end of time extract(epoch) itself rounds microseconds.
_MOMENT = (
    "CASE WHEN isfinite({0}) THEN (extract(epoch FROM date_trunc('second', {0})) * 1000000 +"
    " extract(microseconds FROM {0}) % 1000000)::numeric(30)::text ELSE {0}::text END"
)
TIMES = [
    Column(
        *("date", "date '1970-01-01' + whole(21)::int % 1500000", t.decode_date),
        "CASE WHEN isfinite({0}) THEN ({0} - date '1970-01-01')::text ELSE {0}::text END",
        ["infinity", "-infinity", "4713-01-01 BC", "0044-03-15 BC", "0001-12-31 BC"]
        + ["0001-01-01", "1582-10-10", "1969-12-31", "9999-12-31", "10000-01-01"]
        + ["5874897-12-31", "2000-02-29", "1900-02-28", "0001-02-29 BC"],
    ),
    *(
        Column(
            *(f"time{p}", "time '00:00' + upto(86399999999) * interval '1 microsecond'"),
            *(t.decode_time(digits), "(extract(epoch FROM {}) * 1000000)::bigint::text"),
            ["24:00:00", "23:59:59.999999", "12:00:00.1", "00:00:00"],
        )
        for p, digits in (("", 6), ("(3)", 3), ("(0)", 0))
    ),
    Column(
        *("timetz", "(time '00:00' + upto(86399999999) * interval '1 microsecond')::text::timetz"),
        *(t.decode_timetz, "(extract(epoch FROM {}) * 1000000)::bigint::text"),
        ["24:00:00+00", "24:00:00-15:59:59", "00:00:00+15:59:59", "12:00:00.5+05:30"]
        + ["00:00:00.000001-00:30", "23:59:59.999999-12"],
    ),
    *(
        Column(
            *(f"{type}{p}", f"{type} '1970-01-01' + since_1970()"),
            *(decode(digits), _MOMENT),
            ["infinity", "-infinity", "4713-01-01 BC", "294276-12-31 23:59:59.49", "0001-01-01"]
            + ["0044-03-15 12:00:00.000001 BC", "1582-10-10", "1969-12-31 23:59:59.999999"]
            + ["1880-01-01 00:00", "1677-09-21 00:12:43.145225", "2262-04-11 23:47:16.854775"]
            + ["1677-09-22", "2262-04-11 23:47:16.854776", "294247-01-10 04:00:54.775807"],
        )
        for type, decode in (
            ("timestamp", t.decode_timestamp),
            ("timestamptz", t.decode_timestamptz),
        )
        for p, digits in (("", 6), ("(3)", 3), ("(0)", 0), ("(5)", 5))
    ),
    Column(
        *("moment", "timestamptz '1970-01-01' + since_1970()"),
        *(t.decode_timestamptz(3), _MOMENT),
    ),
    Column(
        *("interval", "a_span()", t.decode_interval),
        "(extract(year FROM {0}) * 12 + extract(month FROM {0}))::numeric(30) || ' ' ||"
        " extract(day FROM {0})::numeric(30) || ' ' || ((extract(hour FROM {0}) * 3600 +"
        " extract(minute FROM {0}) * 60) * 1000000 + extract(microseconds FROM {0}))::numeric(30)",
        ["0", "-1 year 2 mons -3 days 04:05:06", "-0.5 sec", "178000000 years", "-1 mon"]
        + ["-00:00:01.000001", "1 mon -1 day", "2147483647 days", "-2147483648 days"]
        + ["2562047788:00:54.775807", "-2562047788:00:54.775807", "-178000000 years"],
    ),
]
RANGES = [
    _same("int4range", "int4range(upto(99)::int, 100 + upto(99)::int)", "[1,5]", "empty", "(,)"),
    _same("int8range", "int8range(upto(99), 100 + upto(9999999999))", "(,5]"),
    _same("numrange", "numrange(a_numeric(2, 9), 1000 + a_numeric(1, 9))", "(1.5,]", "[NaN,NaN]"),
    _same("daterange", "daterange('2020-01-01', date '2020-01-02' + upto(99)::int)", "(,)"),
    _same(
        *("tsrange", "tsrange('2020-01-01', timestamp '2020-01-01' + upto(99) * interval '1 h')"),
        *("[2020-01-01,infinity)", "[-infinity,)", "empty"),
    ),
    _same(
        *("tstzrange", "tstzrange('2020-01-01', now() + upto(99) * interval '1 h')"),
        *("[2020-01-01 00:00+02,)", "[0044-03-15 BC,1880-01-01]"),
    ),
    _same("int4multirange", "int4multirange(int4range(1, 3), int4range(5, 9))", "{}", "{(,)}"),
    _same("tstzmultirange", "tstzmultirange(tstzrange(now(), now() + interval '1 h'))", "{}"),
    _same("float_range", "float_range(random(), 1 + random())", "[-infinity,nan]"),
    Column(
        *("point", "point(a_float(), a_float())", d.decode_point),
        "encode(float8send({0}[0]) || float8send({0}[1]), 'hex')",
        ["(-0,1e300)", "(0.1,-5e-324)"],
    ),
    _same("box", "box(point(random(), 1), point(2, random()))"),
    _same("circle", "circle(point(random(), 1), random())", "<(0,0),0>"),
    _same("path", "path(polygon(3 + upto(4)::int, circle '<(0,0),1>'))", "[(0,0)]"),
    _same("line", "line(point(random(), 1), point(2, random()))"),
    _same("pg_lsn", "'0/0'::pg_lsn + abs(whole(63))", "FFFFFFFF/FFFFFFFF"),
]
TABLES = {"numbers": NUMBERS, "texts": TEXTS, "times": TIMES, "ranges": RANGES}
