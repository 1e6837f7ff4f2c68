"""Kill anywhere: at every named crash point and at random moments under load, each committed row
is in Kafka exactly once, and the slot never passes the newest committed checkpoint."""

import os
import random
import time
import unittest

from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

LONG = bool(os.environ.get("WALRELAY_TEST_LONG"))
RANDOM_ROUNDS = 1000 if LONG else 24
POINT_ROUNDS = 10 if LONG else 2

RELAY_POINTS = (
    "after_begin",
    "after_produce",
    "after_checkpoint_record",
    "before_commit",
    "after_commit",
    "before_feedback",
    "after_feedback",
)
FIRST_START_STEPS = (
    "inspect_source",
    "inspect_sink",
    "peek_checkpoint",
    "create_topics",
    "create_publication",
    "fence",
    "commit_creating",
    "create_slot",
    "attach",
    "read_checkpoint",
    "reread_slot",
    "commit_streaming",
)


class KillAnywhere(RelayCase):
    def test_named_points_under_load(self) -> None:
        seed = test_seed()
        choice = random.Random(seed)
        world = self.world()
        world.start_and_wait()
        world.daemon.stop()
        with Workload(self.postgres, world.name, seed=seed), world.sampler() as sampler:
            for point in RELAY_POINTS * POINT_ROUNDS:
                world.daemon.start(crash_at=f"{point}:{choice.randint(1, 6)}")
                world.daemon.wait_for_crash_point()
            world.start_and_wait()
        self._settle(world)
        sampler.assert_slot_behind_checkpoint(samples_min=20)

    def test_random_kills_under_load(self) -> None:
        seed = test_seed()
        choice = random.Random(seed)
        world = self.world()
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=seed), world.sampler() as sampler:
            for _ in range(RANDOM_ROUNDS):
                time.sleep(choice.uniform(0, 1.2))  # the moment of the kill, not a condition
                world.daemon.kill()
                world.daemon.start()
            world.wait_until_streaming()
        self._settle(world)
        sampler.assert_slot_behind_checkpoint(samples_min=20)

    def test_first_start_dies_after_each_step(self) -> None:
        seed = test_seed()
        for step in FIRST_START_STEPS:
            with self.subTest(step):
                world = self.world()
                world.daemon.start(crash_at=step)
                world.daemon.wait_for_crash_point()
                world.start_and_wait()
                with Workload(self.postgres, world.name, seed=seed):
                    time.sleep(0.3)  # some load, not a condition
                self._settle(world)
                world.daemon.stop()
                world.close()

    def _settle(self, world: World) -> None:
        world.wait_until_relayed()
        world.assert_exactly_once()


if __name__ == "__main__":
    unittest.main()
