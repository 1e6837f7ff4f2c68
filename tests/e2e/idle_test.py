"""A published table that is idle while others write does not hold WAL back."""

import unittest

from harness.lsn import lsn
from harness.waiting import wait_for
from harness.world import RelayCase, World

MEGABYTE = 1 << 20


class Idle(RelayCase):
    def test_slot_follows_while_other_tables_write(self) -> None:
        world = self.world(tables="public.load_a")
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'before')")
        world.wait_until_relayed()
        world.sql("CREATE TABLE busy (id bigserial, filler text)")
        before = self._wal_position()
        for _ in range(30):
            world.sql(
                "INSERT INTO busy (filler) "
                "SELECT repeat(md5(g::text), 32) FROM generate_series(1, 10000) g"
            )
        self.assertGreater(self._wal_position() - before, 300 * MEGABYTE)
        end = self._wal_position()
        wait_for(
            lambda: world.confirmed() >= end, 15, "the slot follows", explain=world.daemon.output
        )
        self._restart_is_accepted(world)

    def _restart_is_accepted(self, world: World) -> None:
        for stop in (world.daemon.stop, world.daemon.kill):
            stop()
            world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'after')")
        world.wait_until_relayed()
        rows = [
            record.key_json["id"] for record in world.reader.of_topic(f"{world.name}.public.load_a")
        ]
        self.assertEqual(rows, [1, 2])

    def _wal_position(self) -> int:
        return lsn(str(self.postgres.value("SELECT pg_current_wal_flush_lsn()::text")))


if __name__ == "__main__":
    unittest.main()
