"""B34, B37: partitioned tables, row filters and column lists of a publication made by hand: the
stream is what the publication says, under the names that it says."""

import re
import unittest
from typing import Any

from harness.world import RelayCase, World

CREATE = """
    CREATE TABLE pt (id int, k text, v int, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
    CREATE TABLE pt_a PARTITION OF pt FOR VALUES IN ('a');
    CREATE TABLE pt_b PARTITION OF pt FOR VALUES IN ('b');
    CREATE TABLE pt_sub PARTITION OF pt FOR VALUES IN ('s') PARTITION BY RANGE (id);
    CREATE TABLE pt_sub_low PARTITION OF pt_sub FOR VALUES FROM (0) TO (100);
"""
BY_HAND = "CREATE PUBLICATION made_by_hand FOR TABLE pt WITH (publish_via_partition_root = {root})"
# A new leaf, one of a sub-partition, and a filled table that becomes a leaf.
WHILE_RUNNING = (
    "INSERT INTO pt VALUES (1, 'a', 10), (2, 'b', 20), (3, 's', 30)",
    "UPDATE pt SET k = 'b' WHERE id = 1",
    "CREATE TABLE pt_c PARTITION OF pt FOR VALUES IN ('c')",
    "INSERT INTO pt VALUES (4, 'c', 40)",
    "CREATE TABLE pt_sub_high PARTITION OF pt_sub FOR VALUES FROM (100) TO (200)",
    "INSERT INTO pt VALUES (103, 's', 50)",
    "CREATE TABLE pt_d (id int, k text, v int, PRIMARY KEY (id, k));"
    "INSERT INTO pt_d VALUES (6, 'd', 60)",
    "ALTER TABLE pt ATTACH PARTITION pt_d FOR VALUES IN ('d')",
    "UPDATE pt SET v = 61 WHERE id = 6",
    "TRUNCATE pt_b",
    "TRUNCATE pt",
)
LEAVES = ("pt_a", "pt_b", "pt_c", "pt_d", "pt_sub_low", "pt_sub_high")
Change = tuple[Any, str | None, Any]

FILTERED = """
    CREATE TABLE rf (id int PRIMARY KEY, reg text NOT NULL, v int);
    ALTER TABLE rf REPLICA IDENTITY FULL;
    CREATE TABLE cl (id int PRIMARY KEY, reg text NOT NULL, secret text);
    CREATE PUBLICATION made_by_hand FOR TABLE rf WHERE (reg = 'us'), TABLE cl (id, reg);
"""
SECRET = "never-to-be-seen"


def inserted(key: int, k: str, v: int) -> Change:
    return {"id": key, "k": k}, "c", {"id": key, "k": k, "v": v}


def deleted(key: Any) -> list[Change]:
    return [(key, "d", None), (key, None, None)]


TRUNCATED: Change = (None, "t", None)
UPDATED: Change = ({"id": 6, "k": "d"}, "u", {"id": 6, "k": "d", "v": 61})


class PublicationDecides(RelayCase):
    def hand_made(self, tables: str, create: str) -> World:
        world = self.world(
            tables=tables,
            create=create,
            changes={
                "publication.name": "made_by_hand",
                "publication.autocreate.mode": "disabled",
                "skipped.operations": "none",
            },
        )
        world.start_and_wait()
        return world

    def changes(self, world: World, table: str) -> list[Change]:
        return [
            (record.key_json, *((value["op"], value["after"]) if value else (None, None)))
            for record in world.records(table)
            for value in [record.value_json]
        ]

    def test_B34_by_the_root(self) -> None:
        """The publication says so; publish.via.partition.root only counts for a new one."""
        world = self.hand_made("public.pt", CREATE + BY_HAND.format(root="true"))
        for statement in WHILE_RUNNING:
            world.sql(statement)
        world.wait_until_relayed()
        self.assertEqual(
            self.changes(world, "pt"),
            [
                *(inserted(1, "a", 10), inserted(2, "b", 20), inserted(3, "s", 30)),
                *(*deleted({"id": 1, "k": "a"}), inserted(1, "b", 10)),
                *(inserted(4, "c", 40), inserted(103, "s", 50), UPDATED, TRUNCATED),
            ],
        )
        for leaf in LEAVES:
            self.assertEqual(world.records(leaf), [], leaf)
        world.daemon.stop()

    def test_B34_by_the_leaves(self) -> None:
        world = self.hand_made(r"public\.pt.*", CREATE + BY_HAND.format(root="false"))
        for statement in WHILE_RUNNING:
            world.sql(statement)
        world.wait_until_relayed()
        moved = [*deleted({"id": 1, "k": "a"}), TRUNCATED]
        wanted: dict[str, list[Change]] = {
            "pt": [],
            "pt_a": [inserted(1, "a", 10), *moved],
            "pt_b": [inserted(2, "b", 20), inserted(1, "b", 10), TRUNCATED, TRUNCATED],
            "pt_c": [inserted(4, "c", 40), TRUNCATED],
            "pt_d": [UPDATED, TRUNCATED],
            "pt_sub_low": [inserted(3, "s", 30), TRUNCATED],
            "pt_sub_high": [inserted(103, "s", 50), TRUNCATED],
        }
        self.assertEqual({table: self.changes(world, table) for table in wanted}, wanted)
        world.daemon.stop()

    def test_a_publication_made_by_us_stays_by_the_root_after_a_restart(self) -> None:
        world = self.world(
            tables=r"public\.pt.*",
            create=CREATE,
            changes={"publish.via.partition.root": "true"},
        )
        for key in (1, 2):
            world.start_and_wait()
            world.sql(f"INSERT INTO pt VALUES ({key}, 'a', 10), (5{key}, 's', 20)")
            world.wait_until_relayed()
            world.daemon.stop()
        first, second = (
            [inserted(key, "a", 10), inserted(50 + key, "s", 20)] for key in (1, 2)
        )
        self.assertEqual(self.changes(world, "pt"), first + second)

    def test_a_partitioned_table_without_rows_of_its_own_is_told(self) -> None:
        world = self.world(
            tables="public.pt",
            create=CREATE + BY_HAND.format(root="false"),
            changes={"publication.name": "made_by_hand"},
        )
        world.daemon.start()
        self.assertEqual(world.daemon.wait(30), 3)
        said = world.daemon.output()
        self.assertIn("public.pt is partitioned", said)
        (command,) = re.findall(r"ALTER PUBLICATION .*?;", said.replace(r'\"', '"'))[:1]
        world.postgres.sql(command, database=world.name)
        world.start_and_wait()
        world.sql("INSERT INTO pt VALUES (1, 'a', 10)")
        world.wait_until_relayed()
        self.assertEqual(self.changes(world, "pt"), [inserted(1, "a", 10)])
        world.daemon.stop()

    def test_B37_filter_and_list(self) -> None:
        world = self.hand_made("public.rf,public.cl", FILTERED)
        world.sql("INSERT INTO rf VALUES (1, 'us', 1), (2, 'eu', 2)")
        world.sql("UPDATE rf SET v = 10")
        world.sql("UPDATE rf SET reg = 'eu' WHERE id = 1; UPDATE rf SET reg = 'us' WHERE id = 2")
        world.sql(f"INSERT INTO cl VALUES (1, 'us', '{SECRET}'), (2, 'eu', '{SECRET}')")
        world.sql(f"UPDATE cl SET secret = secret || '{SECRET}'; UPDATE cl SET id = 3 WHERE id = 2")
        world.sql("DELETE FROM cl WHERE id = 1")
        world.wait_until_relayed()
        one, two = {"id": 1}, {"id": 2}
        self.assertEqual(
            self.changes(world, "rf"),
            [
                (one, "c", {"id": 1, "reg": "us", "v": 1}),
                (one, "u", {"id": 1, "reg": "us", "v": 10}),
                *deleted(one),
                (two, "c", {"id": 2, "reg": "us", "v": 10}),
            ],
        )
        us, eu = {"id": 1, "reg": "us"}, {"id": 2, "reg": "eu"}
        self.assertEqual(
            self.changes(world, "cl"),
            [
                *((one, "c", us), (two, "c", eu), (one, "u", us), (two, "u", eu)),
                *(*deleted(two), ({"id": 3}, "c", {"id": 3, "reg": "eu"}), *deleted(one)),
            ],
        )
        self._secret_is_nowhere(world)
        world.daemon.stop()

    def _secret_is_nowhere(self, world: World) -> None:
        topics = world.oracle.topics()
        for record in world.oracle.read(*topics, isolation="read_uncommitted"):
            self.assertNotIn(SECRET, repr(record))
        self.assertNotIn(SECRET, world.daemon.output())


if __name__ == "__main__":
    unittest.main()
