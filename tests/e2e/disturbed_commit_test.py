"""K1: the answer to the end of a Kafka transaction is lost, so the producer sends that end twice.
It is replaced, as a late copy could end the next transaction; rows exactly once all the same."""

import unittest

from harness.kafka_proxy import END_TXN
from harness.proxied_case import ProxiedCase
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import World

ROUNDS = 12
RECREATED = "producer re-created after a commit that may have been sent twice (K1)"


class DisturbedCommit(ProxiedCase):
    def test_the_answer_of_a_commit_is_lost_under_load(self) -> None:
        world = self.world()
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            for _ in range(ROUNDS):
                self._lose_an_answer(world)
        world.wait_until_relayed()
        world.assert_exactly_once()
        sampler.assert_slot_behind_checkpoint()
        world.daemon.stop()

    def test_the_answer_of_the_first_commit_of_all_is_lost(self) -> None:
        world = self.world()
        lost = self.proxy.lost
        self.proxy.lose_next_answer(END_TXN)
        world.start_and_wait()
        self.assertEqual(self.proxy.lost, lost + 1)
        self.assertIn(RECREATED, world.daemon.output())
        with Workload(self.postgres, world.name, seed=test_seed()):
            self._lose_an_answer(world)
        world.wait_until_relayed()
        world.assert_exactly_once()
        world.daemon.stop()

    def _lose_an_answer(self, world: World) -> None:
        """Each commit whose answer is lost replaces the producer once, and relaying goes on."""

        def times() -> int:
            assert world.daemon.running, f"the daemon ended:\n{world.daemon.output()}"
            return world.daemon.output().count(RECREATED)

        before, lost = times(), self.proxy.lost
        self.proxy.lose_next_answer(END_TXN)
        wait_for(
            lambda: self.proxy.lost > lost and times() > before,
            30,
            "an answer is lost and the producer re-created",
            explain=world.daemon.output,
        )


if __name__ == "__main__":
    unittest.main()
