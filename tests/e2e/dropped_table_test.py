"""A table of table.include.list that was dropped while the daemon was down: its other tables are
still relayed, and so is what it held before it went. Only a first start takes a name that matches nothing for a misspelling."""

import unittest

from harness.world import RelayCase, World


class DroppedTable(RelayCase):
    def test_the_other_tables_go_on(self) -> None:
        world = self.world(
            tables="public.load_a,public.load_b,public.gone",
            create="CREATE TABLE gone (id int PRIMARY KEY)",
        )
        world.start_and_wait()
        world.sql("INSERT INTO gone VALUES (1)")
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'before')")
        world.wait_until_relayed()
        world.daemon.stop()
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'while down')")
        world.sql("INSERT INTO gone VALUES (2)")
        world.sql("DELETE FROM gone WHERE id = 1")
        world.sql("DROP TABLE gone")
        world.start_and_wait()
        world.sql("INSERT INTO load_b VALUES (3, 0, 3, 0, 'after')")
        world.wait_until_relayed()
        self.assertRegex(world.daemon.output(), r"warning .*public\.gone")
        self.assertEqual(self._ids(world, "load_a"), [1, 2])
        self.assertEqual(self._ids(world, "load_b"), [3])
        # The delete, and its tombstone.
        self.assertEqual(self._ids(world, "gone"), [1, 2, 1, 1])
        world.daemon.stop()

    def test_a_first_start_refuses_the_name(self) -> None:
        world = self.world(tables="public.load_a,public.gone")
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), 3, world.daemon.output())
        self.assertIn("public.gone", world.daemon.output())
        self.assertIsNone(world.slot_row())

    def _ids(self, world: World, table: str) -> list[int]:
        topic = f"{world.name}.public.{table}"
        return [record.key_json["id"] for record in world.reader.of_topic(topic)]


if __name__ == "__main__":
    unittest.main()
