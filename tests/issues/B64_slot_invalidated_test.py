"""B64: a slot whose WAL the server has removed is no reason to try for ever, nor to begin anew from
"now" with a silent hole: the daemon says so and stops."""

import unittest

from harness.postgres_server import PostgresServer
from harness.refusal import REFUSED, RefusalCase, state
from harness.waiting import wait_for
from harness.world import World


class SlotInvalidated(RefusalCase):
    @classmethod
    def make_postgres(cls) -> PostgresServer:
        settings = {"max_slot_wal_keep_size": "1MB", "min_wal_size": "32MB", "max_wal_size": "32MB"}
        return PostgresServer(settings=settings)

    def test_while_stopped(self) -> None:
        world = self.relayed_world()
        self._invalidate(world)
        self.assert_refused(world, f"slot '{world.slot}' is invalidated (lost)", "offsets reset")
        self.assert_remedied(world)

    def test_while_running(self) -> None:
        """The daemon hangs for as long as it takes to lose the WAL behind the slot."""
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'relayed')")
        world.wait_until_relayed()
        world.daemon.pause()
        self._invalidate(world)
        before = state(world)
        world.daemon.resume()
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        self.assertIn(f"slot '{world.slot}' is invalidated (lost)", world.daemon.output())
        after = state(world)
        # Awake again it may still commit a position that it had received before.
        for part in ("slots", "publications", "topics"):
            self.assertEqual(after[part], before[part])
        self.assertEqual(after["records"][: len(before["records"])], before["records"])
        self.assertEqual(len(world.reader.of_topic(f"{world.name}.public.load_a")), 1)
        self.assert_remedied(world)

    def _invalidate(self, world: World) -> None:
        def lost() -> bool:
            world.sql("CREATE TABLE IF NOT EXISTS busy (filler text)")
            world.sql("INSERT INTO busy SELECT repeat('x', 1000) FROM generate_series(1, 20000)")
            world.sql("SELECT pg_switch_wal()")
            world.sql("CHECKPOINT")
            ((status,),) = world.sql(
                "SELECT wal_status FROM pg_replication_slots WHERE slot_name = %s", world.slot
            )
            return status == "lost"

        wait_for(lost, 60, "the server gives the slot up")


if __name__ == "__main__":
    unittest.main()
