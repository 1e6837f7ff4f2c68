"""B46: an enum changes while rows of it stream: labels arrive as text, no restart, and a schema
lists them as the catalog orders them, though no Relation message announces a new label."""

import unittest
from typing import Any

from harness.world import RelayCase, World

WITH_SCHEMAS = {
    "key.converter.schemas.enable": "true",
    "value.converter.schemas.enable": "true",
}
CREATE = """
    CREATE TYPE mood AS ENUM ('a', 'b');
    CREATE DOMAIN temper AS mood;
    CREATE TABLE e (id int PRIMARY KEY, m mood, ms mood[], d temper, ds temper[],
                    nn mood NOT NULL DEFAULT 'b');
    CREATE TABLE ek (m mood, id int, PRIMARY KEY (m, id));
    CREATE TABLE ef (id int PRIMARY KEY, m mood);
    ALTER TABLE ef REPLICA IDENTITY FULL;
"""
ROW = (
    "INSERT INTO e VALUES"
    " ({0}, {1}, ARRAY['a', NULL, {1}]::mood[], {1}, ARRAY[{1}]::temper[], {1})"
)
# Statements, then the label to insert, then what the schema must allow.
STEPS = (
    ("", "b", "a,b"),
    ("ALTER TYPE mood ADD VALUE 'c'", "c", "a,b,c"),
    ("ALTER TYPE mood ADD VALUE 'aa' BEFORE 'a'", "aa", "aa,a,b,c"),
    ("ALTER TYPE mood ADD VALUE 'ab' AFTER 'a'", "ab", "aa,a,ab,b,c"),
    ("ALTER TYPE mood RENAME VALUE 'b' TO 'B'", "B", "aa,a,ab,B,c"),
    ("ALTER TYPE mood ADD VALUE 'q\"''q'", "q\"'q", "aa,a,ab,B,c,q\"'q"),
    ("ALTER TYPE mood ADD VALUE 'é, ü'", "é, ü", "aa,a,ab,B,c,q\"'q,é, ü"),
)
MANY = [f"n{number}" for number in range(40)]


def field(schema: Any, *path: str) -> Any:
    for name in path:
        (schema,) = [member for member in schema["fields"] if member["field"] == name]
    return schema


def allowed(schema: Any) -> str:
    assert schema["name"] == "io.debezium.data.Enum", schema
    return schema["parameters"]["allowed"]


def quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


class EnumsWhileRunning(RelayCase):
    def test_B46_enum_labels_come_and_go(self) -> None:
        world = self.world(tables=r"public\.e.*", create=CREATE, changes=WITH_SCHEMAS)
        world.start_and_wait()
        for number, (statement, label, _) in enumerate(STEPS):
            if statement:
                world.sql(statement)
            world.sql(ROW.format(number, quoted(label)))
            world.sql(f"INSERT INTO ek VALUES ({quoted(label)}, {number})")
            # Else the catalog of a later step would be as right for this one.
            world.wait_until_relayed()
        self._assert_steps(world)
        self._key_changes_and_old_rows(world)
        self._many_at_once(world)
        self._labels_of_the_past(world)
        self._a_new_type_and_table(world)
        world.daemon.stop()

    def _assert_steps(self, world: World) -> None:
        records, keyed = world.records("e"), world.records("ek")
        self.assertEqual((len(records), len(keyed)), (len(STEPS), len(STEPS)))
        for number, (_, label, labels) in enumerate(STEPS):
            value, key = records[number].value_json, keyed[number].key_json
            with self.subTest(label=label):
                self.assertEqual(
                    value["payload"]["after"],
                    {
                        **{"id": number, "m": label, "ms": ["a", None, label]},
                        **{"d": label, "ds": [label], "nn": label},
                    },
                )
                self.assertEqual(key["payload"], {"m": label, "id": number})
                for side in ("before", "after"):
                    for column in ("m", "d", "nn"):
                        found = allowed(field(value["schema"], side, column))
                        self.assertEqual(found, labels, column)
                    for column in ("ms", "ds"):
                        items = field(value["schema"], side, column)["items"]
                        self.assertEqual(allowed(items), labels, column)
                self.assertEqual(allowed(field(key["schema"], "m")), labels)
                default = field(value["schema"], "after", "nn")["default"]
                self.assertEqual(default, "b" if "b" in labels.split(",") else "B")

    def _key_changes_and_old_rows(self, world: World) -> None:
        """The delete, the tombstone and the create of a changed key have the same new schema."""
        world.sql("ALTER TYPE mood ADD VALUE 'k'")
        world.sql("UPDATE ek SET m = 'k' WHERE id = 0")
        world.sql("INSERT INTO ef VALUES (1, 'k')")
        world.sql("UPDATE ef SET m = 'a'")
        world.sql("DELETE FROM ef")
        world.wait_until_relayed()
        changed = world.records("ek")[len(STEPS) :]
        self.assertEqual([bool(record.value) for record in changed], [True, False, True])
        for record in changed:
            self.assertTrue(allowed(field(record.key_json["schema"], "m")).endswith(",k"))
        for record in world.records("ef"):
            if record.value:
                schema = record.value_json["schema"]
                self.assertTrue(allowed(field(schema, "before", "m")).endswith(",k"))

    def _many_at_once(self, world: World) -> None:
        """Added and used while the daemon is at it; it asks about the first that it meets."""
        before = len(world.records("ef"))
        for label in MANY:
            world.sql(f"ALTER TYPE mood ADD VALUE '{label}'")
            world.sql(f"INSERT INTO ef SELECT (SELECT count(*) FROM ef), '{label}'")
        world.wait_until_relayed()
        rows = [record.value_json for record in world.records("ef")[before:]]
        self.assertEqual([row["payload"]["after"]["m"] for row in rows], MANY)
        for row in rows:
            labels = allowed(field(row["schema"], "after", "m")).split(",k,")[1].split(",")
            self.assertIn(row["payload"]["after"]["m"], labels)
            self.assertEqual(labels, MANY[: len(labels)])

    def _labels_of_the_past(self, world: World) -> None:
        """Rows from before a renaming that the catalog has seen: as they are, asked about once."""
        world.daemon.stop()
        before = len(world.records("ef"))
        world.sql("INSERT INTO ef SELECT i, 'a' FROM generate_series(101, 150) i")
        world.sql("ALTER TYPE mood RENAME VALUE 'a' TO 'A'")
        world.sql("INSERT INTO ef VALUES (151, 'A')")
        world.start_and_wait()
        world.wait_until_relayed()
        rows = [record.value_json for record in world.records("ef")[before:]]
        self.assertEqual([row["payload"]["after"]["m"] for row in rows], ["a"] * 50 + ["A"])
        for row in rows:
            self.assertIn(",A,", allowed(field(row["schema"], "after", "m")))
        asked = [line for line in world.daemon.output().splitlines() if "preparing table" in line]
        self.assertEqual(len([line for line in asked if "public.ef" in line]), 2, asked)

    def _a_new_type_and_table(self, world: World) -> None:
        world.sql(
            "CREATE TYPE colour AS ENUM ('red', 'green'); CREATE TABLE e2 (c colour PRIMARY KEY);"
            f"ALTER PUBLICATION walrelay_{world.name} ADD TABLE e2; INSERT INTO e2 VALUES ('green')"
        )
        world.wait_until_relayed()
        (record,) = world.records("e2")
        self.assertEqual(record.value_json["payload"]["after"], {"c": "green"})
        self.assertEqual(allowed(field(record.key_json["schema"], "c")), "red,green")


if __name__ == "__main__":
    unittest.main()
