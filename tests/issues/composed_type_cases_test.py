"""Faults that relays were reported to have with types made of types, by the case's number."""

import unittest

from values.type_case import TypeCase, spelled


class ComposedTypeCases(TypeCase):
    def test_B43_arrays(self) -> None:
        self.of_values("b43_i", "int[]", "'{1,NULL,3}'", "'[0:1]={7,8}'", "'{}'", "NULL")
        self.run_sql("INSERT INTO b43_i (v) VALUES ('{{1,2},{3,4}}'), ('{{{1}},{{NULL}}}')")
        expected = ["[1,null,3]", "[7,8]", "[]", "null", "[[1,2],[3,4]]", "[[[1]],[[null]]]"]
        self.assert_column("b43_i", expected)
        texts = [None, "NULL", 'a"b', "c\\d", " ", "", "{x}", "a,b", "nl\n", "é"]
        for number, type in enumerate(("text", "varchar", "citext", "json", "mood43")):
            if type == "mood43":
                labels = ",".join(f"'{text}'" for text in texts if text is not None)
                self.run_sql(f"CREATE TYPE mood43 AS ENUM ({labels})")
            values = texts if type != "json" else [None, "null", '"NULL"', "[1, 2]", '{"a" : "b"}']
            array = ",".join("NULL" if v is None else f"'{v}'" for v in values)
            self.of_values(f"b43_t{number}", f"{type}[]", f"ARRAY[{array}]::{type}[]")
            self.assert_column(f"b43_t{number}", [spelled(values)])

    def test_B43_elements_are_as_their_type_is(self) -> None:
        cases = {
            "timestamptz": ("{infinity,2024-03-02}", '["infinity","2024-03-02T00:00:00.000000Z"]'),
            "date": ("{-infinity,1970-01-02}", "[-2147472691,1]"),
            "bytea": (r"{\\xff,NULL}", '["/w==",null]'),
            "numeric": ("{NaN,1.50}", '[null,{"scale":1,"value":"Dw=="}]'),
            "numeric(5,2)": ("{1.5,NULL}", '["AJY=",null]'),
            "float8": ("{NaN,-0,0.1}", '["NaN",-0.0,0.1]'),
            "bool": ("{t,NULL,f}", "[true,null,false]"),
            "box": ("{(1,1),(0,0);(2,2),(1,1)}", '["(1,1),(0,0)","(2,2),(1,1)"]'),
            "int8": ("{9223372036854775807}", "[9223372036854775807]"),
        }
        for number, (type, (text, expected)) in enumerate(cases.items()):
            self.of_values(f"b43_e{number}", f"{type}[]", f"'{text}'")
            self.assertEqual(self.column(f"b43_e{number}"), [expected], type)
        self.of_values("b43_v", "int2vector", "'1 -2 3'", "''")
        self.assert_column("b43_v", ["[1,-2,3]", "[]"])
        self.of_values("b43_l", "int[]", "(SELECT array_agg(g) FROM generate_series(1, 100000) g)")
        self.assertEqual(self.column("b43_l")[0].count(","), 99_999)

    def test_B45_domains_over_domains_arrays_and_in_arrays(self) -> None:
        self.run_sql(
            "CREATE DOMAIN tarr AS text[]; CREATE DOMAIN pos AS int CHECK (value > 0);"
            "CREATE DOMAIN pos2 AS pos; CREATE DOMAIN money2 AS numeric(10,2);"
            "CREATE DOMAIN money3 AS money2; CREATE DOMAIN ts0 AS timestamptz(0);"
            "CREATE TABLE b45 (id int PRIMARY KEY, a tarr, b pos, c pos2, d money2, e money3,"
            " f ts0, g pos[])",
            "INSERT INTO b45 VALUES (1, '{a,b}', 5, 5, 1.5, 1.5, '2024-03-02 10:00+00', '{1,2}')",
            # While it streams: a type that nobody has seen yet.
            "CREATE DOMAIN later AS bytea; ALTER TABLE b45 ADD h later, ADD i later[]",
            r"INSERT INTO b45 VALUES (2, '{}', 1, 1, 0, 0, 'infinity', NULL, '\xff', '{\\xff}')",
        )
        first = ['["a","b"]', "5", "5", '"AJY="', '"AJY="', '"2024-03-02T10:00:00Z"', "[1,2]"]
        second = ["[]", "1", "1", '"AA=="', '"AA=="', '"infinity"', "null", '"/w=="', '["/w=="]']
        self.assertEqual(self.rows("b45"), [first, second])

    def test_B46_enum_values_that_are_new_while_it_streams(self) -> None:
        self.run_sql(
            "CREATE TYPE mood AS ENUM ('a', 'b')",
            "CREATE TABLE b46 (id int PRIMARY KEY, m mood, ms mood[])",
            "INSERT INTO b46 VALUES (1, 'a', '{a,b}')",
        )
        self.assertEqual(self.rows("b46"), [['"a"', '["a","b"]']])
        self.run_sql(
            "ALTER TYPE mood ADD VALUE 'c'",
            "INSERT INTO b46 VALUES (2, 'c', '{a,NULL,c}')",
            "ALTER TYPE mood ADD VALUE 'aa' BEFORE 'a'",
            "INSERT INTO b46 VALUES (3, 'aa', '{aa}')",
            "ALTER TYPE mood RENAME VALUE 'b' TO 'B'",
            "INSERT INTO b46 VALUES (4, 'B', '{B}')",
            "ALTER TYPE mood ADD VALUE 'x, \"y'",
            """INSERT INTO b46 VALUES (5, 'x, "y', ARRAY['x, "y', 'a']::mood[])""",
        )
        odd = spelled('x, "y')
        expected = [['"c"', '["a",null,"c"]'], ['"aa"', '["aa"]'], ['"B"', '["B"]']]
        self.assertEqual(self.rows("b46")[1:], [*expected, [odd, f'[{odd},"a"]']])

    def test_B48_ranges_and_multiranges(self) -> None:
        self.run_sql("CREATE TYPE float_range AS RANGE (subtype = float8)")
        cases = {
            "int4range": {"[1,5]": "[1,6)", "empty": "empty", "(,)": "(,)"},
            "numrange": {"(1.5,]": "(1.5,)"},
            "tsrange": {"[2020-01-01,infinity)": '["2020-01-01 00:00:00",infinity)'},
            "tstzrange": {"[2020-01-01 00:00+02,)": '["2019-12-31 22:00:00+00",)'},
            "daterange": {"[2020-01-01,2020-01-31]": "[2020-01-01,2020-02-01)"},
            "int4multirange": {"{[1,3),[5,7)}": "{[1,3),[5,7)}", "{}": "{}"},
            "tstzmultirange": {"{[2020-01-01 00:00+02,)}": '{["2019-12-31 22:00:00+00",)}'},
            "float_range": {"[0.1,1)": "[0.1,1)", "empty": "empty"},
        }
        for number, (type, values) in enumerate(cases.items()):
            table = f"b48_{number}"
            self.of_values(table, type, *(f"'{text}'" for text in values))
            expected = [spelled(text) for text in values.values()]
            self.assertEqual(self.column(table), expected, type)
            array = f"ARRAY{list(values)}::{type}[]"
            self.of_values(f"{table}a", f"{type}[]", array)
            self.assertEqual(self.column(f"{table}a"), [f"[{','.join(expected)}]"], type)


if __name__ == "__main__":
    unittest.main()
