"""B05: a slot that was moved or re-created behind our back is refused, with both positions."""

import unittest
from collections.abc import Callable

from harness.lsn import lsn_text
from harness.world import RelayCase, World

REFUSED = 3


class SlotAheadOfCheckpoint(RelayCase):
    def test_slot_advanced(self) -> None:
        self._refuses(
            lambda world: world.change_slot(
                "SELECT pg_replication_slot_advance(%s, pg_current_wal_lsn())"
            )
        )

    def test_slot_dropped_and_created_again(self) -> None:
        def create_again(world: World) -> None:
            world.change_slot("SELECT pg_drop_replication_slot(%s)")
            world.sql("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", world.slot)

        self._refuses(create_again)

    def _refuses(self, tamper: Callable[[World], object]) -> None:
        world = self.world()
        world.start_and_wait()
        world.wait_until_relayed()
        world.daemon.stop()
        checkpoint = world.checkpoint()
        assert checkpoint
        world.sql("INSERT INTO load_a SELECT g, 0, 1, g, 'x' FROM generate_series(1, 10) g")
        tamper(world)
        confirmed = world.slot_row()["confirmed_flush_lsn"]
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        for position in (confirmed, lsn_text(checkpoint.lsn)):
            self.assertIn(position, world.daemon.output())
        self.assertEqual(world.reader.of_topic(f"{world.name}.public.load_a"), [])
        self.assertEqual(world.slot_row()["confirmed_flush_lsn"], confirmed)


if __name__ == "__main__":
    unittest.main()
