"""B29: a PostgreSQL transaction that takes longer than a Kafka transaction may stay open, and a
daemon that is paused for longer than that inside a batch: rows once and in order, and no batch for
ever."""

import signal
import time
import unittest

from harness import process
from harness.kafka_broker import KafkaBroker
from harness.waiting import wait_for
from harness.world import RelayCase, World

ROWS = 500_000
TIMEOUT_MS = 5000
# The coordinator looks for expired transactions once in a while; the default is every ten seconds.
EXPIRY = {"transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000"}


class TransactionOutlivesTimeout(RelayCase):
    @classmethod
    def make_broker(cls) -> KafkaBroker:
        return KafkaBroker(settings=EXPIRY)

    def test_a_transaction_that_takes_three_times_the_limit(self) -> None:
        world = self._relaying_world()
        seen = 0
        for _ in range(3):
            self._wait_for_bytes_after(world, self.broker.bytes_of(self._topic(world)))
            walsender = world.slot_row()["active_pid"]
            process.signal_all([walsender], signal.SIGSTOP)
            try:
                time.sleep(TIMEOUT_MS / 1000)  # the length of the fault, not a condition
            finally:
                process.signal_all([walsender], signal.SIGCONT)
            part = world.checkpoint().fields["partial_changes"]
            self.assertGreater(part, seen, world.daemon.output())
            seen = part
        self._assert_relayed_once(world)
        self.assertNotIn("degraded", world.daemon.output())

    def test_the_daemon_is_paused_inside_a_batch(self) -> None:
        world = self._relaying_world()
        self._wait_for_bytes_after(world, self.broker.bytes_of(self._topic(world)))
        world.daemon.pause()
        try:
            time.sleep(2 * TIMEOUT_MS / 1000)  # the length of the fault, not a condition
        finally:
            world.daemon.resume()
        self._assert_relayed_once(world)

    def _relaying_world(self) -> World:
        """A daemon that has just been given a large transaction."""
        world = self.world(
            tables="public.big",
            create="CREATE TABLE big (id int PRIMARY KEY, v text)",
            changes={"transaction.timeout.ms": TIMEOUT_MS},
        )
        world.start_and_wait()
        world.sql(f"INSERT INTO big SELECT g, md5(g::text) FROM generate_series(1, {ROWS}) g")
        return world

    def _wait_for_bytes_after(self, world: World, before: int) -> None:
        def arriving() -> bool:
            return self.broker.bytes_of(self._topic(world)) > before + 1_000_000

        wait_for(arriving, 60, "rows arrive", every=0.01, explain=world.daemon.output)

    def _assert_relayed_once(self, world: World) -> None:
        world.wait_until_relayed(300)
        expected = [f'{{"id":{number}}}' for number in range(1, ROWS + 1)]
        self.assertEqual(list(world.oracle.keys(self._topic(world))), expected)
        world.daemon.stop()

    def _topic(self, world: World) -> str:
        return f"{world.name}.public.big"


if __name__ == "__main__":
    unittest.main()
