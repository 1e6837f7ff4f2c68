"""B25: a compacted topic takes no record without a key. The daemon says so once, naming topic and
table, and stops before anything of that transaction can be seen: no endless abort, and no row is
skipped."""

import unittest

from harness.refusal import REFUSED, RefusalCase
from harness.world import World

COMPACT = {"cleanup.policy": "compact"}
DELETE = {"cleanup.policy": "delete"}


class KeylessIntoCompacted(RefusalCase):
    def test_a_table_without_a_key(self) -> None:
        world = self._world("CREATE TABLE nopk (a int)")
        world.oracle.create_topic(f"{world.name}.public.nopk", **COMPACT)
        world.start_and_wait()
        self._refuses(world, "INSERT INTO nopk VALUES (1)", "has no key, but topic")
        for _ in range(2):
            self.assert_refused(world, "public.nopk", f"{world.name}.public.nopk")
        self._goes_on_with_policy_delete(world, "nopk")
        self.assertEqual([r.value_json["after"] for r in world.records("nopk")], [{"a": 1}])

    def test_a_truncate(self) -> None:
        """Its record has no key, whatever the table has."""
        world = self._world("CREATE TABLE cut (id int PRIMARY KEY)", {"skipped.operations": "none"})
        world.oracle.create_topic(f"{world.name}.public.cut", **COMPACT)
        world.start_and_wait()
        world.sql("INSERT INTO cut VALUES (1)")
        world.wait_until_relayed()
        self._refuses(world, "TRUNCATE cut", "a TRUNCATE of table public.cut has no key")
        self.assertIn("skipped.operations", world.daemon.output())
        self._goes_on_with_policy_delete(world, "cut")
        self.assertEqual([r.value_json["op"] for r in world.records("cut")], ["c", "t"])

    def test_a_topic_that_becomes_compacted_while_rows_flow(self) -> None:
        """Here it is the broker that refuses."""
        world = self._world("CREATE TABLE nopk (a int)")
        world.start_and_wait()
        world.sql("INSERT INTO nopk VALUES (0)")
        world.wait_until_relayed()
        world.oracle.alter_topic(f"{world.name}.public.nopk", **COMPACT)
        self._refuses(world, "INSERT INTO nopk VALUES (1)", "compacted topic takes no record")
        self._goes_on_with_policy_delete(world, "nopk")
        self.assertEqual([r.value_json["after"]["a"] for r in world.records("nopk")], [0, 1])

    def _world(self, create: str, changes: dict[str, str | int] | None = None) -> World:
        table = create.split()[2]
        return self.world(tables=f"public.load_a,public.{table}", create=create, changes=changes)

    def _refuses(self, world: World, statement: str, what: str) -> None:
        """A running daemon meets it between the rows of another table."""
        world.wait_until_relayed()
        before = world.checkpoint()
        world.sql(
            "BEGIN; INSERT INTO load_a VALUES (1, 0, 1, 0, 'x');"
            f"{statement}; INSERT INTO load_a VALUES (2, 0, 1, 1, 'x'); COMMIT"
        )
        end = world.postgres.value("SELECT pg_current_wal_flush_lsn() - '0/0'::pg_lsn")
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        output = world.daemon.output()
        self.assertIn(what, output)
        self.assertRegex(output, rf"{world.name}\.public\.(nopk|cut)")
        self.assertLessEqual(output.count("degraded"), 3, output)
        self.assertEqual(world.ids("load_a"), [])
        # Keepalives may have moved it, but not over the transaction.
        self.assertLess(world.checkpoint().lsn, end)
        self.assertGreaterEqual(world.checkpoint().lsn, before.lsn)

    def _goes_on_with_policy_delete(self, world: World, table: str) -> None:
        world.oracle.alter_topic(f"{world.name}.public.{table}", **DELETE)
        world.start_and_wait()
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [1, 2])
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
