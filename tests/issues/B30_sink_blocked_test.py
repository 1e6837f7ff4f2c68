"""B30: however long Kafka takes nothing, status keeps the session alive: the server ends nothing,
and the same walsender goes on where it was."""

import os
import time
import unittest

from harness.lsn import lsn
from harness.waiting import wait_for
from harness.world import RelayCase

ROWS = 300_000
WAL_SENDER_TIMEOUT_MS = 3000
STALL_S = 180 if "WALRELAY_TEST_LONG" in os.environ else 15
SOME_BYTES = 1_000_000


class SinkBlocked(RelayCase):
    def test_broker_stopped_inside_a_transaction(self) -> None:
        world = self.world(
            tables="public.big",
            create="CREATE TABLE big (id int PRIMARY KEY, v text)",
            changes={
                "wal.sender.timeout.ms": WAL_SENDER_TIMEOUT_MS,
                # In the long form the stall alone outlasts the default.
                "transaction.timeout.ms": max(60_000, 3 * STALL_S * 1000),
            },
        )
        world.start_and_wait()
        topic = f"{world.name}.public.big"
        before = self.broker.bytes_of(topic)
        world.sql(f"INSERT INTO big SELECT g, md5(g::text) FROM generate_series(1, {ROWS}) g")
        end = lsn(str(self.postgres.value("SELECT pg_current_wal_insert_lsn()::text")))

        def arriving() -> bool:
            return self.broker.bytes_of(topic) > before + SOME_BYTES

        wait_for(arriving, 60, "rows arrive in Kafka", every=0.01, explain=world.daemon.output)
        walsender = world.slot_row()["active_pid"]
        self.broker.pause()
        try:
            time.sleep(STALL_S)  # the length of the fault, not a condition
            stalled = world.slot_row()
            self.assertEqual(stalled["active_pid"], walsender)
            # What was committed before it may be confirmed; it itself is not in Kafka.
            self.assertLess(world.confirmed(), end)
        finally:
            self.broker.resume()
        world.wait_until_relayed(300)
        self.assertNotIn("due to replication timeout", self.postgres.log.read_text())
        self.assertEqual(world.slot_row()["active_pid"], walsender)
        expected = [f'{{"id":{number}}}' for number in range(1, ROWS + 1)]
        self.assertEqual(list(world.oracle.keys(topic)), expected)
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
