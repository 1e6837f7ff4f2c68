"""B11: the connection ends right after EndTxn was sent, so that nobody knows whether the commit
happened, and the broker stays away for a while. Each row once; relaying goes on by itself."""

import os
import time
import unittest

from harness.kafka_proxy import END_TXN
from harness.proxied_case import ProxiedCase
from harness.waiting import wait_for
from harness.world import World

LONG = bool(os.environ.get("WALRELAY_TEST_LONG"))
TRANSACTION_TIMEOUT_S = 5
# (away for so many seconds, rounds): a moment, longer than the client waits, and longer than the
# transaction may stay open.
FAULTS = [(1, 88), (20, 6), (TRANSACTION_TIMEOUT_S + 15, 6)] if LONG else [(1, 6), (20, 1)]
RECOVERS_WITHIN_S = 60


class UnknownCommit(ProxiedCase):
    def test_the_request_arrives(self) -> None:
        self._cut_and_restore(delivered=True)

    def test_the_request_is_lost(self) -> None:
        self._cut_and_restore(delivered=False)

    def _cut_and_restore(self, delivered: bool) -> None:
        world = self.world(changes={"transaction.timeout.ms": TRANSACTION_TIMEOUT_S * 1000})
        world.start_and_wait()
        with world.sampler() as sampler:
            row = 0
            for away, rounds in FAULTS:
                for _ in range(rounds):
                    row += 1
                    self._round(world, row, away, delivered)
        sampler.assert_slot_behind_checkpoint()
        self.assertEqual(world.ids("load_a"), list(range(1, row + 1)))
        world.daemon.stop()

    def _round(self, world: World, row: int, away: float, delivered: bool) -> None:
        cuts = self.proxy.cuts
        self.proxy.cut_at_next(END_TXN, delivered=delivered)
        world.sql("INSERT INTO load_a VALUES (%s, 0, %s, 0, 'x')", row, row)
        try:
            wait_for(lambda: self.proxy.cuts > cuts, 30, "a commit is cut off")
            time.sleep(away)  # the length of the fault, not a condition
        finally:
            self.proxy.restore()
        world.wait_until_relayed(RECOVERS_WITHIN_S)


if __name__ == "__main__":
    unittest.main()
