"""B21: after a change of a table each row is read by the Relation message before it, not by a
remembered one: else values land under other columns' names, or are cut."""

import unittest
from typing import Any

from harness.world import RelayCase

# name: (definition, statements that meet a running stream, the rows as a consumer must see them)
CASES: dict[str, tuple[str, list[str], list[dict[str, Any]]]] = {
    "inside_one_transaction": (
        "id int PRIMARY KEY, b text, a text",
        [
            "BEGIN;"
            "INSERT INTO {t} VALUES (4, 'w', '1');"
            "ALTER TABLE {t} RENAME b TO bb;"
            "INSERT INTO {t} VALUES (5, 'w', '2');"
            "ALTER TABLE {t} ALTER a TYPE int USING 7;"
            "INSERT INTO {t} VALUES (6, 'w', 3);"
            "COMMIT;",
        ],
        [
            {"id": 4, "b": "w", "a": "1"},
            {"id": 5, "bb": "w", "a": "2"},
            {"id": 6, "bb": "w", "a": 3},
        ],
    ),
    # A column dropped from the middle comes back with another type; one grows; all but the key go.
    "between_transactions": (
        "id int PRIMARY KEY, a text, b varchar(10), c int",
        [
            "INSERT INTO {t} VALUES (1, 'one', 'ten', 100)",
            "ALTER TABLE {t} DROP COLUMN a",
            "INSERT INTO {t} VALUES (2, 'ten', 200)",
            "ALTER TABLE {t} ADD COLUMN a int",
            "INSERT INTO {t} VALUES (3, 'ten', 300, 30)",
            "ALTER TABLE {t} ALTER b TYPE varchar(20)",
            "INSERT INTO {t} VALUES (4, 'fifteen letters', 400, 40)",
            "ALTER TABLE {t} DROP COLUMN a, DROP COLUMN b, DROP COLUMN c",
            "INSERT INTO {t} VALUES (5)",
        ],
        [
            {"id": 1, "a": "one", "b": "ten", "c": 100},
            {"id": 2, "b": "ten", "c": 200},
            {"id": 3, "b": "ten", "c": 300, "a": 30},
            {"id": 4, "b": "fifteen letters", "c": 400, "a": 40},
            {"id": 5},
        ],
    ),
    "every_column_dropped": (
        "a int, b text",
        [
            "INSERT INTO {t} VALUES (1, 'x')",
            "ALTER TABLE {t} DROP COLUMN a, DROP COLUMN b",
            "INSERT INTO {t} DEFAULT VALUES",
            "ALTER TABLE {t} ADD COLUMN b int",
            "INSERT INTO {t} VALUES (2)",
        ],
        [{"a": 1, "b": "x"}, {}, {"b": 2}],
    ),
    "rolled_back_change": (
        "id int PRIMARY KEY, a text",
        [
            "INSERT INTO {t} VALUES (1, 'before')",
            "BEGIN; ALTER TABLE {t} ADD COLUMN z int DEFAULT 9; ROLLBACK",
            "INSERT INTO {t} VALUES (2, 'two columns')",
            "ALTER TABLE {t} ADD COLUMN z int DEFAULT 9",
            "UPDATE {t} SET a = 'after' WHERE id = 1",
        ],
        [
            {"id": 1, "a": "before"},
            {"id": 2, "a": "two columns"},
            {"id": 1, "a": "after", "z": 9},
        ],
    ),
}


class DdlBetweenRows(RelayCase):
    def test_each_row_by_its_own_relation(self) -> None:
        world = self.world(
            tables=",".join(f"public.{table}" for table in CASES),
            create=";".join(f"CREATE TABLE {table} ({case[0]})" for table, case in CASES.items()),
        )
        world.start_and_wait()
        for table, (_, statements, expected) in CASES.items():
            with self.subTest(table):
                for statement in statements:
                    world.sql(statement.format(t=table))
                world.wait_until_relayed()
                afters = [record.value_json["after"] for record in world.records(table)]
                self.assertEqual(afters, expected)
                self.assertEqual([list(row) for row in afters], [list(row) for row in expected])
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
