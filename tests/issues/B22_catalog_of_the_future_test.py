"""B22: rows from before a change of their table, relayed after it: each has the columns, types,
scale and key of its own time, also when the table is long gone."""

import base64
import unittest
from typing import Any

from harness.world import RelayCase, World

COLUMNS = "id int PRIMARY KEY, a numeric(10, 2), b text, other int NOT NULL"
# What becomes of each table afterwards, while the daemon is still down.
LATER = {
    "changed": "",
    "gone": "DROP TABLE gone",
    "made_again": "DROP TABLE made_again; SET ROLE walrelay;"
    "CREATE TABLE made_again (b int PRIMARY KEY, id text)",
}
WHILE_DOWN = (
    "INSERT INTO {t} VALUES (1, 1.5, 'first', 10)",
    "ALTER TABLE {t} DROP COLUMN b",
    "INSERT INTO {t} VALUES (2, 2.5, 20)",
    "ALTER TABLE {t} DROP CONSTRAINT {t}_pkey, ADD PRIMARY KEY (other)",
    "INSERT INTO {t} VALUES (3, 3.5, 30)",
    "DELETE FROM {t} WHERE other = 30",
    "ALTER TABLE {t} ALTER a TYPE numeric(10, 5)",
    "INSERT INTO {t} VALUES (4, 4.5, 40)",
    "ALTER TABLE {t} ALTER a TYPE text, ADD COLUMN note text DEFAULT 'n'",
    "INSERT INTO {t} VALUES (5, 'five', 50)",
)


def connect_decimal(unscaled: int) -> str:
    """Base64 of the shortest two's complement, the scale being the schema's."""
    length = unscaled.bit_length() // 8 + 1
    return base64.b64encode(unscaled.to_bytes(length, "big", signed=True)).decode()


EXPECTED: list[tuple[Any, str | None, Any]] = [
    ({"id": 1}, "c", {"id": 1, "a": connect_decimal(150), "b": "first", "other": 10}),
    ({"id": 2}, "c", {"id": 2, "a": connect_decimal(250), "other": 20}),
    ({"other": 30}, "c", {"id": 3, "a": connect_decimal(350), "other": 30}),
    ({"other": 30}, "d", None),
    ({"other": 30}, None, None),
    ({"other": 40}, "c", {"id": 4, "a": connect_decimal(450_000), "other": 40}),
    ({"other": 50}, "c", {"id": 5, "a": "five", "other": 50, "note": "n"}),
]


class CatalogOfTheFuture(RelayCase):
    def test_each_row_as_of_its_own_time(self) -> None:
        world = self.world(
            tables=",".join(["public.load_a", *(f"public.{table}" for table in LATER)]),
            create=";".join(f"CREATE TABLE {table} ({COLUMNS})" for table in LATER),
        )
        world.start_and_wait()
        world.daemon.stop()
        for table, later in LATER.items():
            for statement in WHILE_DOWN:
                world.sql(statement.format(t=table))
            if later:
                world.sql(later)
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'goes on')")
        world.wait_until_relayed()
        for table in LATER:
            with self.subTest(table):
                self.assertEqual(self._seen(world, table), EXPECTED)
        self.assertEqual(world.ids("load_a"), [1])
        world.daemon.stop()

    def _seen(self, world: World, table: str) -> list[tuple[Any, str | None, Any]]:
        return [
            (record.key_json, *((value["op"], value["after"]) if value else (None, None)))
            for record in world.records(table)
            for value in [record.value_json]
        ]


if __name__ == "__main__":
    unittest.main()
