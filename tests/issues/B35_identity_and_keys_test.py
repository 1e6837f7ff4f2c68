"""B35, B36, B55, B56: what a row's identity gives, and what is no row change at all."""

import unittest
from typing import Any

from harness.world import RelayCase, World

TABLES = {
    # Types whose zero could be taken for a value, none of them nullable.
    "keyed": "id int PRIMARY KEY, t text NOT NULL, i int NOT NULL, n numeric NOT NULL,"
    "b boolean NOT NULL, j jsonb NOT NULL, a int[] NOT NULL, u uuid NOT NULL, d date NOT NULL",
    "nopk": "a int, b text",
    "silent": "id int PRIMARY KEY, v int",
    "p1": "id serial PRIMARY KEY",
    "c1": "id int PRIMARY KEY, p int REFERENCES p1",
    "rewritten": "id int PRIMARY KEY, v int",
}
ROW = "(1, 'x', 7, 1.5, true, '{}', '{1}', '00000000-0000-0000-0000-000000000001', '2024-01-01')"
NOT_CAPTURED = """
    CREATE UNLOGGED TABLE ul (id int PRIMARY KEY, p int REFERENCES p1);
    CREATE TABLE outside (id int PRIMARY KEY, p int REFERENCES p1);
    ALTER TABLE silent REPLICA IDENTITY NOTHING;
"""
TRUNCATES = (
    "BEGIN; INSERT INTO p1 VALUES (1);"
    "TRUNCATE p1, c1, ul, outside RESTART IDENTITY CASCADE;"
    "INSERT INTO p1 DEFAULT VALUES; COMMIT"
)
# Each writes the rows again; none changes one.
REWRITES = (
    "VACUUM FULL rewritten",
    "CLUSTER rewritten USING rewritten_pkey",
    "ALTER TABLE rewritten ALTER v TYPE bigint",
    "CREATE TABLE copied AS SELECT * FROM rewritten",
    "CREATE MATERIALIZED VIEW seen AS SELECT * FROM rewritten",
    "REFRESH MATERIALIZED VIEW seen",
    "ALTER TABLE rewritten ADD COLUMN at timestamptz DEFAULT clock_timestamp()",
)


def changes(world: World, table: str) -> list[tuple[Any, Any]]:
    """Key, and (op, before, after); None for a tombstone."""
    return [
        (record.key_json, value and (value["op"], value["before"], value["after"]))
        for record in world.records(table)
        for value in [record.value_json]
    ]


class IdentityAndKeys(RelayCase):
    def streaming_world(self, **options: str) -> World:
        world = self.world(
            tables=",".join(f"public.{table}" for table in TABLES),
            create=";".join(f"CREATE TABLE {name} ({columns})" for name, columns in TABLES.items())
            + ";"
            + NOT_CAPTURED,
            changes={name.replace("_", "."): value for name, value in options.items()},
        )
        world.start_and_wait()
        return world

    def test_rows_and_their_identity(self) -> None:
        world = self.streaming_world(skipped_operations="none")
        with self.subTest("B35"):
            self._before_by_identity(world)
        with self.subTest("B36"):
            self._tables_without_key(world)
        with self.subTest("B55"):
            self._truncates(world)
        with self.subTest("B56"):
            self._messages_that_are_no_change(world)
        world.daemon.stop()

    def _before_by_identity(self, world: World) -> None:
        """What was not sent is null, never a zero that looks like a value."""
        change = "UPDATE keyed SET i = 8; DELETE FROM keyed"
        world.sql(f"INSERT INTO keyed VALUES {ROW}; {change}")
        world.sql("ALTER TABLE keyed REPLICA IDENTITY FULL")
        world.sql(f"INSERT INTO keyed VALUES {ROW}; {change}")
        world.wait_until_relayed()
        seen = changes(world, "keyed")
        self.assertEqual([key for key, _ in seen], [{"id": 1}] * 8)
        row = seen[0][1][2]
        self.assertEqual({row["t"], row["i"], row["b"]}, {"x", 7, True})
        changed = {**row, "i": 8}
        unsent = {name: None for name in row} | {"id": 1}
        self.assertEqual(
            [value for _, value in seen],
            [
                *(("c", None, row), ("u", None, changed), ("d", unsent, None), None),
                *(("c", None, row), ("u", row, changed), ("d", changed, None), None),
            ],
        )

    def _tables_without_key(self, world: World) -> None:
        world.sql("INSERT INTO nopk VALUES (1, 'x')")
        for refused in ("UPDATE nopk SET a = 2", "UPDATE silent SET v = 2"):
            with self.assertRaisesRegex(Exception, "replica identity"):
                world.sql(f"INSERT INTO silent VALUES (1, 1) ON CONFLICT DO NOTHING; {refused}")
        world.sql("INSERT INTO silent VALUES (2, 2)")
        world.sql("ALTER TABLE nopk REPLICA IDENTITY FULL; INSERT INTO nopk VALUES (1, 'x')")
        world.sql("UPDATE nopk SET b = 'y'; DELETE FROM nopk")
        world.wait_until_relayed()
        one, two = {"a": 1, "b": "x"}, {"a": 1, "b": "y"}
        inserted, updated, deleted = ("c", None, one), ("u", one, two), ("d", two, None)
        wanted = [inserted, inserted, updated, updated, deleted, deleted]
        self.assertEqual(changes(world, "nopk"), [(None, value) for value in wanted])
        self.assertEqual(
            changes(world, "silent"), [({"id": 2}, ("c", None, {"id": 2, "v": 2}))]
        )

    def _truncates(self, world: World) -> None:
        world.sql(TRUNCATES)
        world.wait_until_relayed()
        inserted = ({"id": 1}, ("c", None, {"id": 1}))
        truncated = (None, ("t", None, None))
        self.assertEqual(changes(world, "p1"), [inserted, truncated, inserted])
        self.assertEqual(changes(world, "c1"), [truncated])
        self._not_captured(world)

    def _not_captured(self, world: World) -> None:
        for table in ("ul", "outside"):
            self.assertEqual(world.records(table), [])

    def test_B55_truncates_are_skipped_by_default_and_said(self) -> None:
        world = self.streaming_world()
        world.sql(TRUNCATES)
        world.wait_until_relayed()
        inserted = ({"id": 1}, ("c", None, {"id": 1}))
        self.assertEqual(changes(world, "p1"), [inserted, inserted])
        self.assertEqual(changes(world, "c1"), [])
        self._not_captured(world)
        self.assertRegex(world.daemon.output(), r"(?i)truncate.*public\.p1")
        self.assertRegex(world.daemon.output(), r"(?i)truncate.*public\.c1")
        world.daemon.stop()

    def _messages_that_are_no_change(self, world: World) -> None:
        world.sql("INSERT INTO rewritten VALUES (1, 1), (2, 2)")
        for statement in REWRITES:
            world.sql(statement)
        world.sql(
            "SELECT pg_replication_origin_create('o');"
            "SELECT pg_replication_origin_session_setup('o');"
            "INSERT INTO rewritten (id, at) VALUES (3, NULL);"
            "SELECT pg_logical_emit_message(false, 'p', 'x');"
            "SELECT pg_logical_emit_message(true, 'p', 'x')"
        )
        world.sql("CREATE TYPE mood AS ENUM ('a'); ALTER TABLE rewritten ADD COLUMN m mood")
        world.sql("INSERT INTO rewritten (id, at, m) VALUES (4, NULL, 'a')")
        world.wait_until_relayed()
        seen = [value[2] for _, value in changes(world, "rewritten")]
        self.assertEqual([row["id"] for row in seen], [1, 2, 3, 4])
        self.assertEqual(seen[3], {"id": 4, "v": None, "at": None, "m": "a"})


if __name__ == "__main__":
    unittest.main()
