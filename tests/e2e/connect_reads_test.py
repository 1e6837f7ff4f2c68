"""Kafka Connect's own JsonConverter reads every key and value of schema mode: no record that its
schema does not fit, whatever the type, NULL, default or kind of change."""

import unittest
from typing import Any

from harness.world import RelayCase, World

# type: SQL of a value, and SQL of what a sink must see of it, where sinks see a value as it is.
TYPES: dict[str, tuple[str, str | None]] = {
    "smallint": ("-32768", "v"),
    "integer": ("2147483647", "v"),
    "bigint": ("-9223372036854775808", "v"),
    "oid": ("4294967295", "v::bigint"),
    "real": ("'-1.5'", "v::text"),
    "float8": ("'-2.25'", "v::text"),
    "numeric(20, 4)": ("-1234567890.0001", "v::text"),
    "boolean": ("true", "v"),
    "text": ("E'q\"\\\\ \\u0001 \\U0001F600'", "v"),
    "varchar(20)": ("'varchar'", "v"),
    "char(5)": ("'ab'", "v || repeat(' ', 5 - length(v))"),
    '"char"': ("'x'", "v"),
    "name": ("'name'", "v"),
    "citext": ("'CiText'", "v::text"),
    "uuid": ("'00000000-0000-0000-0000-00000000000a'", "v"),
    "bytea": ("'\\x00ff5c27'", "v::text"),
    "date": ("'2024-03-02'", "v - date '1970-01-01'"),
    "json": ("'{\"a\": 1}'", "v::text"),
    "jsonb": ("'{\"a\": [1, null]}'", "v::text"),
    "xml": ("'<a/>'", "v::text"),
    "tsvector": ("'a b'", "v::text"),
    "inet": ("'10.0.0.1/8'", "v::text"),
    "cidr": ("'10.0.0.0/8'", "v::text"),
    "macaddr": ("'08:00:2b:01:02:03'", "v::text"),
    "macaddr8": ("'08:00:2b:01:02:03:04:05'", "v::text"),
    "int4range": ("'[1,5)'", "v::text"),
    "int8range": ("'empty'", "v::text"),
    "numrange": ("'(1.5,]'", "v::text"),
    "daterange": ("'[2020-01-01,2020-02-01)'", "v::text"),
    "ltree": ("'a.b'", "v::text"),
    "mood": ("'b'", "v::text"),
    "long_text": ("'domain'", "v"),
    "integer[]": ("'{1,NULL,3}'", "v"),
    "bigint[]": ("'{1,NULL,3}'", "v"),
    "text[]": ("'{a,NULL,\"\"}'", "v"),
    "boolean[]": ("'{t,f}'", "v"),
    "uuid[]": ("'{00000000-0000-0000-0000-00000000000a}'", "v"),
    "mood[]": ("'{a,b}'", "v"),
    "time": ("'23:59:59.999999'", None),
    "timetz": ("'23:59:59.999999+02'", None),
    "timestamp": ("'2024-03-02 10:00:00.123456'", None),
    "timestamp(3)": ("'2024-03-02 10:00:00.123'", None),
    "timestamptz": ("'2024-03-02 10:00:00.123456+02'", None),
    "interval": ("'1 year 2 mons 3 days 04:05:06.5'", None),
    "numeric": ("'1e-30'", None),
    "money": ("'-12.34'", None),
    "bit": ("B'1'", None),
    "bit(11)": ("B'10000000001'", None),
    "varbit": ("B'101'", None),
    "hstore": ("'a=>1,b=>NULL'", None),
    "point": ("'(1,2)'", None),
    "box": ("'(1,2),(3,4)'", None),
    "path": ("'((1,2),(3,4))'", None),
    "int4multirange": ("'{[1,3),[5,7)}'", None),
    "tsrange": ("'[2020-01-01,infinity)'", None),
    "pg_lsn": ("'0/16B3748'", None),
    "pair": ("'(1,x)'", None),
    "smallint[]": ("'{1,NULL}'", None),
    "float8[]": ("'{1.5,NULL}'", None),
    "real[]": ("'{1.5,NULL}'", None),
    "numeric(10, 2)[]": ("'{1.5,NULL}'", None),
    "numeric[]": ("'{1.5,NULL}'", None),
    "date[]": ("'{2024-03-02,NULL}'", None),
    "time[]": ("'{10:00,NULL}'", None),
    "timestamp[]": ("'{2024-03-02,NULL}'", None),
    "timestamptz[]": ("'{2024-03-02,NULL}'", None),
    "bytea[]": ('\'{"\\\\xab",NULL}\'', None),
    "jsonb[]": ("'{1,NULL}'", None),
    "inet[]": ("'{10.0.0.1,NULL}'", None),
    "int4range[]": ("'{empty,NULL}'", None),
}
# Types that a unique index takes but not those whose key is too special to be one in Debezium.
NO_KEY = {"json", "xml", "point", "box", "path", "hstore"}
OTHER_MODES = {
    "decimal.handling.mode": "string",
    "time.precision.mode": "connect",
    "interval.handling.mode": "string",
    "binary.handling.mode": "base64",
    "hstore.handling.mode": "map",
    "include.unknown.datatypes": "true",
    "key.converter.replace.null.with.default": "true",
    "value.converter.replace.null.with.default": "true",
}
SCHEMAS = {
    "key.converter.schemas.enable": "true",
    "value.converter.schemas.enable": "true",
    "skipped.operations": "none",
}
PREPARE = """
    CREATE EXTENSION hstore; CREATE EXTENSION citext; CREATE EXTENSION ltree; SET ROLE walrelay;
    CREATE TYPE mood AS ENUM ('a', 'b'); CREATE DOMAIN long_text AS text;
    CREATE TYPE pair AS (a int, b text);
"""
NUMBERS = {name: number for number, name in enumerate(TYPES)}
KEYED = [name for name in TYPES if name not in NO_KEY]
# As many columns as an index can have.
KEYS = {f"keyed{first}": KEYED[first : first + 32] for first in range(0, len(KEYED), 32)}
# What a column can be beside its type: nullable, not nullable, and both with a default.
KINDS = {"v": "", "w": "NOT NULL", "d": "DEFAULT {0}", "nd": "NOT NULL DEFAULT {0}"}
OPERATIONS = ["c", "c", "u", "d", None, "c", "d", None, "c", "u", "d", None, "t", "c"]


def values(*kinds: str) -> str:
    """For the columns of these kinds the types' values, NULL for the others."""
    return ", ".join(
        TYPES[name][0] if kind in kinds else "NULL" for name in TYPES for kind in KINDS
    )


def tables() -> str:
    columns = ", ".join(
        f"{kind}{NUMBERS[name]} {name} {rest.format(TYPES[name][0])}"
        for name in TYPES
        for kind, rest in KINDS.items()
    )
    wide = f"CREATE TABLE wide (id int PRIMARY KEY, big text, {columns});"
    keyed = "".join(
        f"CREATE TABLE {table} ({', '.join(f'k{NUMBERS[name]} {name}' for name in names)}, n int,"
        f"PRIMARY KEY ({', '.join(f'k{NUMBERS[name]}' for name in names)}));"
        for table, names in KEYS.items()
    )
    return f"{wide} ALTER TABLE wide ALTER big SET STORAGE EXTERNAL; {keyed}"


def workload() -> str:
    """Every kind of change, each with values and with NULLs."""
    nulls = ", ".join(f"d{number} = NULL" for number in NUMBERS.values())
    every = f"repeat('x', 3000), {values(*KINDS)}"
    rows = (
        f"INSERT INTO wide VALUES (1, {every});"
        f"INSERT INTO wide VALUES (2, NULL, {values('w', 'nd')});"
        f"UPDATE wide SET {nulls} WHERE id = 1; UPDATE wide SET id = 3 WHERE id = 1;"
        f"DELETE FROM wide WHERE id = 3; ALTER TABLE wide REPLICA IDENTITY FULL;"
        f"INSERT INTO wide VALUES (4, {every}); UPDATE wide SET {nulls} WHERE id = 4;"
        f"DELETE FROM wide WHERE id = 4; TRUNCATE wide; INSERT INTO wide VALUES (5, {every});"
    )
    return rows + "".join(
        f"INSERT INTO {table} VALUES ({', '.join(TYPES[name][0] for name in names)}, 1);"
        f"UPDATE {table} SET n = 2; DELETE FROM {table};"
        for table, names in KEYS.items()
    )


class ConnectReads(RelayCase):
    def test_every_record(self) -> None:
        for modes in ({}, OTHER_MODES):
            with self.subTest(modes=modes):
                world = self.world(tables="public.wide,public.keyed.*", changes=SCHEMAS | modes)
                world.sql(PREPARE + tables())
                world.start_and_wait()
                world.sql(workload())
                world.wait_until_relayed()
                for table in KEYS:
                    seen = self._read(world, table, ["c", "u", "d", None])
                    self.assertEqual(len({repr(record["key"]) for record in seen}), 1)
                seen = self._read(world, "wide", OPERATIONS)
                if not modes:
                    self._as_in_the_table(world, seen[-1])
                world.daemon.stop()

    def _read(self, world: World, table: str, operations: list[str | None]) -> list[Any]:
        seen = world.oracle.read_by_connect(f"{world.name}.public.{table}")
        self.assertEqual([r["value"] and r["value"]["op"] for r in seen], operations)
        return seen

    def _as_in_the_table(self, world: World, record: dict[str, Any]) -> None:
        after = record["value"]["after"]
        for name, (_, seen) in TYPES.items():
            for kind in KINDS if seen else ():
                column = f"{kind}{NUMBERS[name]}"
                query = f"SELECT to_jsonb({seen}) FROM (SELECT {column} v FROM wide) x"
                ((wanted,),) = world.sql(query)
                self.assertEqual(after[column], wanted, f"{name} {column}")


if __name__ == "__main__":
    unittest.main()
