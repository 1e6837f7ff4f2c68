"""What an SQL statement failed of decides what happens next: a right that the role lacks is refused
with the remedy, a deadlock with somebody's DDL is tried again."""

import threading
import unittest

import psycopg2

from harness.waiting import wait_for
from harness.world import RelayCase, World


class SqlErrorClass(RelayCase):
    def test_a_role_that_does_not_own_the_tables_is_refused(self) -> None:
        world = self.world()
        world.sql("ALTER TABLE load_b OWNER TO CURRENT_USER")
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), 3)
        self.assertIn("42501", world.daemon.output())
        self.assertIsNone(world.slot_row())

    def test_a_deadlock_is_tried_again(self) -> None:
        world = self.world()
        # A session looks for a deadlock once, so long after it began to wait. The daemon's look
        # must find the circle closed, and come before somebody's.
        world.sql("ALTER ROLE walrelay SET deadlock_timeout = '5s'")
        with psycopg2.connect(self.postgres.conninfo(world.name)) as somebody:
            cursor = somebody.cursor()
            cursor.execute("SET deadlock_timeout = '10min'")
            cursor.execute("LOCK TABLE load_b IN ACCESS EXCLUSIVE MODE")
            world.daemon.start()
            wait_for(
                lambda: self._daemon_waits(world), 30, "the daemon waits for a lock", every=0.01
            )
            # The daemon holds load_a by now.
            ours = threading.Thread(
                target=cursor.execute, args=("LOCK TABLE load_a IN ACCESS EXCLUSIVE MODE",)
            )
            ours.start()
            ours.join(20)
            self.assertFalse(ours.is_alive())
            world.daemon.wait_for_log("degraded.*40P01")
            somebody.rollback()
        world.wait_until_streaming()
        world.daemon.stop()

    def _daemon_waits(self, world: World) -> bool:
        rows = world.sql(
            "SELECT 1 FROM pg_stat_activity WHERE datname = %s AND usename = 'walrelay'"
            " AND wait_event_type = 'Lock'",
            world.name,
        )
        return bool(rows)


if __name__ == "__main__":
    unittest.main()
