"""While a table is copied others lock, drop, rename or alter it: the stream goes on or finds its
way back by itself, and the topic tells what is there."""

import threading
import unittest

from harness.world import RelayCase, World

ROWS = 16_000
CREATE = f"""
CREATE TABLE items (id int PRIMARY KEY, n int NOT NULL, pad text);
INSERT INTO items SELECT g, 0, repeat('x', 1500) FROM generate_series(1, {ROWS}) g;
CREATE TABLE other (id int PRIMARY KEY);
"""


class SnapshotAmidChanges(RelayCase):
    def test_a_table_that_is_locked_holds_up_nothing_else(self) -> None:
        world = self._in_the_middle()
        connection = self.postgres.connect(world.name)
        connection.autocommit = False
        with connection.cursor() as cursor:
            locking = threading.Thread(target=cursor.execute, args=("LOCK TABLE items",))
            locking.start()
            world.daemon.resume()
            locking.join(30)
            world.daemon.wait_for_log("waits for a lock on the table")
            world.sql("INSERT INTO other VALUES (1)")
            world.wait_until_relayed()
            connection.rollback()
        connection.close()
        self._ends(world)
        self.assertNotIn("degraded", world.daemon.output())
        self.assertEqual(sorted(world.ids("items")), list(range(1, ROWS + 1)))
        self.assertIn(1, world.ids("other"))

    def test_a_table_that_is_dropped_or_gets_another_name(self) -> None:
        for statement in ("DROP TABLE items", "ALTER TABLE items RENAME TO things"):
            with self.subTest(statement):
                world = self._in_the_middle(statement)
                world.sql("INSERT INTO other VALUES (1)")
                self._ends(world)
                self.assertIn(1, world.ids("other"))
                if "RENAME" in statement:
                    self.assertEqual(world.ids("things"), list(range(1, ROWS + 1)))

    def test_a_key_that_gets_another_type_is_copied_from_the_start(self) -> None:
        """As text the keys have another order: behind the last one read there is not the rest."""
        world = self._in_the_middle("ALTER TABLE items ALTER COLUMN id TYPE text")
        self._ends(world)
        copied = {str(key) for key in world.ids("items")}
        self.assertEqual(copied, {str(number + 1) for number in range(ROWS)})

    def _in_the_middle(self, statement: str = "") -> World:
        """The daemon has copied some rows. With a statement it goes on as soon as that waits."""
        world = self.world(
            tables="public.items|public.things,public.other",
            changes={"snapshot.mode": "initial"},
            create=CREATE,
        )
        self.addCleanup(world.daemon.stop)
        world.daemon.start(stop_at="after_commit:4")
        world.daemon.wait_until_stopped()
        self.assertNotRegex(world.daemon.output(), "table is copied table=public.items")
        if statement:
            changing = threading.Thread(target=world.sql, args=(statement,))
            changing.start()
            changing.join(1)
            world.daemon.resume()
            changing.join(60)
            self.assertFalse(changing.is_alive())
        return world

    def _ends(self, world: World) -> None:
        world.daemon.wait_for_log("snapshot is complete", timeout=90)
        world.sql("INSERT INTO other VALUES (99)")  # behind the last rows, whose commit is awaited
        world.wait_until_relayed()


if __name__ == "__main__":
    unittest.main()
