"""Faults that relays were reported to have with values, by the case's number."""

import random
import unittest

from harness.workload import test_seed
from values.type_case import TypeCase, spelled


class TypeCases(TypeCase):
    def test_B03_hostile_settings_change_no_value(self) -> None:
        self.run_sql(
            "CREATE TABLE b03 (id int PRIMARY KEY, d date, z timestamptz, i interval, b bytea,"
            " f float8, r tstzrange, a timestamptz[])",
            r"INSERT INTO b03 VALUES (1, '2024-03-02', '2024-03-02 10:00+00',"
            r" '-1 year 2 mons -3 days 04:05:06', '\x00ff5c', 0.1::float8 + 0.2,"
            " '[2024-03-02 10:00+00,)', ARRAY['2024-03-02 10:00+00'::timestamptz])",
        )
        moment = '"2024-03-02T10:00:00.000000Z"'
        months, clock = -10 * 2_629_800_000_000, (4 * 60 + 5) * 60_000_000 + 6_000_000
        span = str(months - 3 * 86_400_000_000 + clock)
        text_range = spelled('["2024-03-02 10:00:00+00",)')
        row = ["19784", moment, span, '"AP9c"', "0.30000000000000004", text_range, f"[{moment}]"]
        self.assertEqual(self.rows("b03"), [row])

    def test_B13_negative_scale_and_scale_beyond_precision(self) -> None:
        self.run_sql(
            "CREATE TABLE b13 (id int PRIMARY KEY, a numeric(3,-2), b numeric(3,5),"
            " c numeric(10,2))",
            "INSERT INTO b13 VALUES (1, 12345, 0.00123, -1.005),"
            " (2, -99900, -0.00999, 12345678.90), (3, 50, 0.000004, 0)",
        )
        texts = ["12300 0.00123 -1.01", "-99900 -0.00999 12345678.90", "100 0.00000 0.00"]
        self.assertEqual(
            self.rows("b13", "m_string"), [[spelled(word) for word in t.split()] for t in texts]
        )
        octets = ["ew== ew== mw==", "/Bk= /Bk= SZYC0g==", "AQ== AA== AA=="]
        self.assertEqual(self.rows("b13"), [[spelled(word) for word in o.split()] for o in octets])
        records = self.database.relayed()["m_schema.public.b13"]
        after = records[0]["value"]["schema"]["fields"][1]["fields"]
        self.assertEqual([f["parameters"]["scale"] for f in after[1:]], ["-2", "5", "2"])

    def test_B14_numeric_without_a_place_or_with_thousands_of_digits(self) -> None:
        finite = ["1e-16383", "1e131071", "'100.00'", "'-0.0000'", "9" * 38]
        finite.append("0.00000000000000006938893903907228")
        special = ["'NaN'", "'Infinity'", "'-Infinity'"]
        self.of_values("b14", "numeric", *special, *finite)
        texts = self.database.sql("SELECT v::text FROM b14 ORDER BY id")
        self.assert_column("b14", [spelled(text) for (text,) in texts], "m_string")
        self.assertEqual(len(self.column("b14", "m_string")[3]), 16385 + 2)
        precise = self.column("b14")
        self.assertEqual(precise[:3], ["null"] * 3)
        self.assertEqual(precise[3], '{"scale":16383,"value":"AQ=="}')
        self.assertEqual(precise[5:7], ['{"scale":0,"value":"ZA=="}', '{"scale":0,"value":"AA=="}'])
        doubles = self.column("b14", "m_double")
        self.assertEqual(doubles[:5], ['"NaN"', '"Infinity"', '"-Infinity"', "0.0", '"Infinity"'])

    def test_B16_years_before_christ_and_before_1582(self) -> None:
        dates = ["4713-01-01 BC", "0044-03-15 BC", "0001-12-31 BC", "0001-01-01", "1582-10-10"]
        self.of_values("b16_d", "date", *(f"'{date}'" for date in [*dates, "1969-12-31"]))
        days = ["-2440550", "-735160", "-719163", "-719162", "-141432", "-1"]
        self.assert_column("b16_d", days)
        moments = ["0044-03-15 12:00:00.000001 BC", "0001-01-01", "1582-10-10"]
        moments.append("1969-12-31 23:59:59.999999")
        self.of_values("b16_t", "timestamp", *(f"'{moment}'" for moment in moments))
        micros = ["-63517780799999999", "-62135596800000000", "-12219724800000000", "-1"]
        self.assert_column("b16_t", micros)
        zoned = ["0044-03-15 12:00+00 BC", "1880-01-01 00:00+00", "2020-01-01 00:00:00.12+05:30"]
        self.of_values("b16_z", "timestamptz", *(f"'{moment}'" for moment in zoned))
        iso = ["-0043-03-15T12:00:00.000000Z", "1880-01-01T00:00:00.000000Z"]
        iso.append("2019-12-31T18:30:00.120000Z")
        self.assert_column("b16_z", [spelled(moment) for moment in iso])

    def test_B17_time_up_to_24_and_offsets_up_to_16(self) -> None:
        times = ["'24:00:00'", "'23:59:59.999999'", "'12:00:00.1'"]
        self.of_values("b17_t", "time", *times)
        self.assert_column("b17_t", ["86400000000", "86399999999", "43200100000"])
        self.of_values("b17_3", "time(3)", "'24:00:00'")
        self.assert_column("b17_3", ["86400000"])
        zoned = ["24:00:00+00", "24:00:00-15:59:59", "00:00:00+15:59:59", "12:00:00.5+05:30"]
        zoned.append("00:00:00.000001-00:30")
        self.of_values("b17_z", "timetz", *(f"'{time}'" for time in zoned))
        # Debezium was recorded to write the first as midnight.
        utc = ["00:00:00Z", "15:59:59Z", "08:00:01Z", "06:30:00.5Z", "00:30:00.000001Z"]
        self.assert_column("b17_z", [spelled(time) for time in utc])

    def test_B19_json_is_not_parsed_and_written_anew(self) -> None:
        odd = r'{"a":1, "a" : 2,  "n": 123456789012345678901234567890.10, "u":"\u0041\u0000\ud834"}'
        common = ["'null'", "NULL", "'\"x\"'", "'[]'"]
        deep = f"repeat('[', 6000) || repeat(']', 6000)"
        large = "'\"' || repeat('x', 900000) || '\"'"
        self.of_values("b19", "json", f"'{odd}'", *common, f"({deep})::json", f"({large})::json")
        self.of_values("b19b", "jsonb", r"""'{"b":1,"a":[1.10,1e40],"z":"\u0041"}'""", *common)
        for table in ("b19", "b19b"):
            texts = self.database.sql(f"SELECT v::text FROM {table} ORDER BY id")
            self.assert_column(table, [spelled(text) for (text,) in texts])
        self.assertEqual(self.column("b19b")[1:3], ['"null"', "null"])

    def test_B39_floats_are_the_same_bits_again(self) -> None:
        numbers = ["0.1", "0.30000000000000004", "-216237.00000035969", "1e23", "5e-324"]
        numbers += ["1.7976931348623157e308", "-0", "9007199254740993", "NaN", "Infinity"]
        self.of_values("b39", "float8", *(f"'{number}'" for number in numbers))
        found = self.column("b39")
        self.assertEqual([float(n) for n in found[:8]], [float(n) for n in numbers[:8]])
        self.assertEqual(found[6:], ["-0.0", "9.007199254740992E15", '"NaN"', '"Infinity"'])
        self.of_values("b39_4", "float4", "0.1", "16777216", "'3.4028235e38'", "'1e-45'", "'-0'")
        single = ["0.1", "1.6777216E7", "3.4028235E38", "1.4E-45", "-0.0"]
        self.assert_column("b39_4", single)

    def test_B40_integers_beyond_doubles_also_as_keys(self) -> None:
        numbers = ["9223372036854775807", "-9223372036854775808", "9007199254740993"]
        self.run_sql("CREATE TABLE b40 (k int8, o oid, PRIMARY KEY (k, o))")
        for number in numbers:
            self.run_sql(f"INSERT INTO b40 VALUES ({number}, 4294967295)")
        expected = [f'{{"k":{number},"o":4294967295}}' for number in numbers]
        records = self.database.relayed()["m_defaults.public.b40"]
        self.assertEqual([spelled(record["key"]) for record in records], expected)
        self.assertEqual([spelled(record["value"]["after"]) for record in records], expected)

    def test_B41_money_in_whatever_currency(self) -> None:
        # The server's own currency has cents or has none: the numbers are the same.
        amounts = ["-92233720368547758.08", "92233720368547758.07", "1234.50", "-0.01", "0.00"]
        self.of_values("b41", "money", *(f"'{amount}'" for amount in amounts))
        self.assert_column("b41", [spelled(amount) for amount in amounts], "m_string")
        octets = ['"gAAAAAAAAAA="', '"f/////////8="', '"AeI6"', '"/w=="', '"AA=="']
        self.assert_column("b41", octets)

    def test_B49_control_characters_and_strange_text(self) -> None:
        points = [*range(1, 0x20), *range(0x7F, 0xA0), 0x22, 0x5C, 0x2F, 0x2028, 0x2029]
        points += [0xFEFF, 0xFFFE, 0x10FFFF, 0x1F600, 0xD7FF, 0xE000]
        texts = ["".join(map(chr, points)), "\\x41", "\\u0041", "\r", "blank ", "\ttab"]
        shuffled = list("".join(map(chr, points)))
        random.Random(test_seed()).shuffle(shuffled)
        texts.append("".join(shuffled))
        self.run_sql('CREATE TABLE b49 (id serial, "a""b\\c\n\x7f" text PRIMARY KEY)')
        for text in texts:
            quoted = text.replace("'", "''")
            self.run_sql(f"""INSERT INTO b49 ("a""b\\c\n\x7f") VALUES ('{quoted}')""")
        records = self.database.relayed()["m_defaults.public.b49"]
        self.assertEqual([record["key"] for record in records], [{NAME_B49: t} for t in texts])
        self.assertEqual(
            [record["value"]["after"][NAME_B49] for record in records], texts
        )

    def test_B50_bytea(self) -> None:
        self.run_sql("CREATE TABLE b50 (k bytea PRIMARY KEY, v bytea)")
        octets = ["", "00", "00ff5c27", "5c7831"]
        for each in octets:
            self.run_sql(rf"INSERT INTO b50 VALUES ('\x{each}', '\x{each}')")
        self.run_sql(r"INSERT INTO b50 VALUES ('\xff', NULL)")
        large = random.Random(test_seed()).randbytes(300_000).hex()
        self.run_sql(rf"INSERT INTO b50 VALUES ('\xfe', '\x{large}')")
        expected = ['""', '"AA=="', '"AP9cJw=="', '"XHgx"']
        found = self.rows("b50")
        self.assertEqual(found[:4], [[text, text] for text in expected])
        self.assertEqual(found[4], ['"/w=="', "null"])
        hexed = self.rows("b50", "m_hex")
        self.assertEqual(hexed[:4], [[spelled(text), spelled(text)] for text in octets])
        self.assertEqual(hexed[5][1], spelled(large))

    def test_B51_null_empty_and_padding(self) -> None:
        types = ["text", "varchar", "char(5)", "bpchar", "citext", "bytea"]
        for number, type in enumerate(types):
            self.of_values(f"b51_{number}", type, "NULL", "''", "'NULL'", "'ab  '")
            found = self.column(f"b51_{number}")
            texts = {
                "char(5)": ["     ", "NULL ", "ab   "],
                "bytea": ["", "TlVMTA==", "YWIgIA=="],
            }.get(type, ["", "NULL", "ab  "])
            self.assertEqual(found, ["null", *map(spelled, texts)], type)
        self.of_values("b51_c", '"char"', "'x'", "''", "NULL", '\'\\310\'::"char"')
        self.assert_column("b51_c", ['"x"', '""', "null", spelled("\\310")])
        self.of_values("b51_n", "name", "repeat('n', 63)", "''", "NULL")
        self.assert_column("b51_n", [spelled("n" * 63), '""', "null"])
        for type in ("jsonb", "int", "timestamptz", "date", "numeric", "uuid", "int[]", "bool"):
            self.of_values("b51_x", type, "NULL")
            self.assertEqual(self.column("b51_x")[-1], "null", type)
            self.run_sql("DROP TABLE b51_x")
        self.run_sql(
            "CREATE TABLE b51_k (k char(5) PRIMARY KEY)",
            "INSERT INTO b51_k VALUES ('ab')",
        )
        (record,) = self.database.relayed()["m_defaults.public.b51_k"]
        self.assertEqual((record["key"], record["value"]["after"]), ({"k": "ab   "},) * 2)


NAME_B49 = 'a"b\\c\n\x7f'

if __name__ == "__main__":
    unittest.main()
