"""Kafka hangs or is gone for longer than a transaction may stay open, or the daemon sleeps for that
long: the coordinator ends the transaction, and rows are relayed exactly once all the same."""

import time
import unittest
from collections.abc import Callable

from harness.kafka_broker import KafkaBroker
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

HANG_S = 15
TIMEOUT_MS = 5000
BEYOND_TIMEOUT_S = 2 * TIMEOUT_MS / 1000
# The coordinator looks for expired transactions every ten seconds unless told otherwise.
EXPIRY = {"transaction.abort.timed.out.transaction.cleanup.interval.ms": "1000"}


class BrokerAway(RelayCase):
    @classmethod
    def make_broker(cls) -> KafkaBroker:
        return KafkaBroker(settings=EXPIRY)

    def test_the_broker_hangs(self) -> None:
        self._disturbed(self.broker.pause, HANG_S, self.broker.resume)

    def test_the_broker_hangs_beyond_the_transaction_timeout(self) -> None:
        self._disturbed(self.broker.pause, BEYOND_TIMEOUT_S, self.broker.resume, TIMEOUT_MS)

    def test_the_broker_is_gone_beyond_the_transaction_timeout(self) -> None:
        self._disturbed(self.broker.kill, BEYOND_TIMEOUT_S, self.broker.start, TIMEOUT_MS)

    def test_the_daemon_sleeps_beyond_the_transaction_timeout(self) -> None:
        """Inside a transaction, which the coordinator aborts meanwhile."""
        world = self.world(changes={"transaction.timeout.ms": TIMEOUT_MS})
        world.start_and_wait()
        world.daemon.stop()
        world.daemon.start(stop_at="after_produce:20")
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            world.daemon.wait_until_stopped()
            time.sleep(BEYOND_TIMEOUT_S)  # the length of the fault, not a condition
            world.daemon.resume()
            world.daemon.wait_for_log("recovered", timeout=60)
        world.settle()
        sampler.assert_slot_behind_checkpoint()

    def _disturbed(
        self,
        leave: Callable[[], None],
        seconds: float,
        come_back: Callable[[], None],
        timeout_ms: int = 60_000,
    ) -> None:
        world = self.world(changes={"transaction.timeout.ms": timeout_ms})
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            leave()
            try:
                noticed = world.daemon.wait_for_log("degraded", timeout=30)
                time.sleep(seconds)  # the length of the fault, not a condition
            finally:
                come_back()
            world.daemon.wait_for_log("recovered", timeout=60, after=noticed.end())
        world.settle()
        sampler.assert_slot_behind_checkpoint()


if __name__ == "__main__":
    unittest.main()
