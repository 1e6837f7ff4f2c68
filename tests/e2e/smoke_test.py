"""The short one, which also runs with the sanitizers: a kill, an orderly stop, exactly once."""

import unittest

from harness import ledger
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

TRANSACTIONS = 150


class Smoke(RelayCase):
    def test_a_kill_and_an_orderly_stop_under_load(self) -> None:
        world = self.world()
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            for end in (world.daemon.kill, world.daemon.stop):
                self._more_commits(world)
                end()
                world.start_and_wait()
            self._more_commits(world)
        world.wait_until_relayed()
        world.assert_exactly_once()
        sampler.assert_slot_behind_checkpoint(samples_min=10)
        world.daemon.stop()

    def _more_commits(self, world: World) -> None:
        def commits() -> int:
            return len(ledger.committed(self.postgres, world.name))

        before = commits()
        wait_for(lambda: commits() >= before + TRANSACTIONS, 60, "the workload commits")


if __name__ == "__main__":
    unittest.main()
