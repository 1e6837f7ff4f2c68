"""One server and one daemon for many cases of values, whose names are the cases' numbers.

Both are set up as in B03 (relayed_database.py), so every case also holds under hostile settings and
a locale with a decimal comma.
"""

import json
import unittest
from typing import Any

from .decoder import Number
from .relayed_database import RelayedDatabase

ALL_TABLES = {"publication.autocreate.mode": "all_tables"}
MODES = {
    "m_defaults": ALL_TABLES,
    "m_string": {**ALL_TABLES, "decimal.handling.mode": "string"},
    "m_double": {**ALL_TABLES, "decimal.handling.mode": "double"},
    "m_hex": {**ALL_TABLES, "binary.handling.mode": "hex", "time.precision.mode": "microseconds"},
    "m_schema": {**ALL_TABLES, "value.converter.schemas.enable": "true"},
}
# A daemon without any table to relay does not start.
CREATE = "CREATE EXTENSION citext; CREATE TABLE present (id int PRIMARY KEY);"


def spelled(value: Any) -> str:
    """As JSON without blanks, numbers as they were, so that 1 and "1" differ."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(spelled, value)) + "]"
    if isinstance(value, dict):
        members = (f"{spelled(name)}:{spelled(item)}" for name, item in value.items())
        return "{" + ",".join(members) + "}"
    return json.dumps(value, ensure_ascii=False)


class TypeCase(unittest.TestCase):
    database: RelayedDatabase
    maxDiff = None

    @classmethod
    def setUpClass(cls) -> None:
        cls.database = RelayedDatabase(MODES, create=CREATE)
        cls.addClassCleanup(cls.database.close)

    def run_sql(self, *statements: str) -> None:
        for statement in statements:
            self.database.sql(statement)

    def rows(self, table: str, connector: str = "m_defaults") -> list[list[str]]:
        """The rows after `id` as they are in Kafka, in order."""
        return [
            [spelled(item) for name, item in row.items() if name != "id"]
            for row in self.raw_rows(table, connector)
        ]

    def raw_rows(self, table: str, connector: str) -> list[dict[str, Any]]:
        records = self.database.relayed()[f"{connector}.public.{table}"]
        values = [record["value"] for record in records]
        if connector == "m_schema":
            values = [value["payload"] for value in values]
        return [value["after"] for value in values]

    def column(self, table: str, connector: str = "m_defaults") -> list[str]:
        return [row[0] for row in self.rows(table, connector)]

    def of_values(self, table: str, type: str, *values: str) -> None:
        """A table of one column; each value is SQL."""
        self.run_sql(f"CREATE TABLE {table} (id serial PRIMARY KEY, v {type})")
        for value in values:
            self.run_sql(f"INSERT INTO {table} (v) VALUES ({value})")

    def assert_column(self, table: str, expected: list[str], connector: str = "m_defaults") -> None:
        self.assertEqual(self.column(table, connector), expected)
