"""A PostgreSQL transaction that takes longer than a Kafka transaction may stay open is committed in
parts; killed in between, it goes on exactly where it was left (INV-6)."""

import unittest

from harness.lsn import lsn
from harness.waiting import wait_for
from harness.world import RelayCase, World

ROWS = 400_000
KILLS = 3
FILL = "INSERT INTO big SELECT g, repeat(md5(g::text), 8) FROM generate_series(%s, %s) g"


class PartialCommit(RelayCase):
    def test_killed_between_parts(self) -> None:
        world = self._behind()
        seen = 0
        for _ in range(KILLS):
            world.daemon.start()
            seen = self._wait_for_a_part_after(world, seen)
            confirmed = world.confirmed()
            world.daemon.kill()
            self.assertLessEqual(confirmed, self.huge_begins)
        world.daemon.start()
        world.wait_until_relayed(300)
        self.assertIsNone(world.checkpoint().fields["partial_changes"])
        ids = [record.key_json["id"] for record in world.reader.of_topic(self._topic(world))]
        self.assertEqual(ids, list(range(1, ROWS + 3)))
        world.daemon.stop()

    def test_a_publication_that_changed_between_parts_is_refused(self) -> None:
        world = self._behind()
        world.daemon.start()
        self._wait_for_a_part_after(world, 0)
        world.daemon.kill()
        part = world.checkpoint()
        world.sql(f"ALTER PUBLICATION {world.slot} DROP TABLE load_a")
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), 3)
        self.assertIn("has changed since", world.daemon.output())
        self.assertEqual(world.checkpoint(), part)
        self.assertLessEqual(world.confirmed(), self.huge_begins)

    def _behind(self) -> World:
        """Between two small transactions a huge one, none of them relayed yet."""
        world = self.world(
            tables="public.big,public.load_a",
            create="CREATE TABLE big (id int PRIMARY KEY, filler text)",
            changes={"transaction.timeout.ms": 2000},
        )
        world.start_and_wait()
        world.wait_until_relayed()
        world.daemon.stop()
        world.sql(FILL, 1, 1)
        # The slot waits here until the whole of it is in Kafka.
        self.huge_begins = lsn(str(self.postgres.value("SELECT pg_current_wal_lsn()::text")))
        world.sql(FILL, 2, ROWS + 1)
        world.sql(FILL, ROWS + 2, ROWS + 2)
        return world

    def _wait_for_a_part_after(self, world: World, seen: int) -> int:
        """The number of changes in Kafka of the huge transaction, once there are more."""

        def part() -> int | None:
            assert world.daemon.running, f"the daemon ended:\n{world.daemon.output()}"
            changes = world.checkpoint().fields["partial_changes"]
            self.assertIsNotNone(changes if seen else 0, "the transaction ended before a part")
            return changes if changes and changes > seen else None

        return wait_for(part, 60, "a part is committed", every=0.02, explain=world.daemon.output)

    def _topic(self, world: World) -> str:
        return f"{world.name}.public.big"


if __name__ == "__main__":
    unittest.main()
