"""B08: with the broker stalled and the daemon killed at random moments, the slot never passes the
newest committed checkpoint, also around a transaction of 200,000 rows."""

import random
import time
import unittest

from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

ROUNDS = 6
BIG = 200_000


class ConfirmedBeforeCommitted(RelayCase):
    def test_slot_stays_behind_the_checkpoint(self) -> None:
        seed = test_seed()
        choice = random.Random(seed)
        world = self.world(
            tables="public.load_a,public.load_b,public.big",
            create="CREATE TABLE big (id int PRIMARY KEY, filler text)",
        )
        world.start_and_wait()
        with world.sampler() as sampler, Workload(self.postgres, world.name, seed=seed):
            world.sql(
                f"INSERT INTO big SELECT g, repeat('x', 100) FROM generate_series(1, {BIG}) g"
            )
            for _ in range(ROUNDS):
                self._stall_and_kill(world, choice)
        world.wait_until_streaming()
        world.wait_until_relayed()
        world.assert_exactly_once()
        sampler.assert_slot_behind_checkpoint(samples_min=20)
        ids = [
            record.key_json["id"] for record in world.reader.of_topic(f"{world.name}.public.big")
        ]
        self.assertEqual(ids, list(range(1, BIG + 1)))

    def _stall_and_kill(self, world: World, choice: random.Random) -> None:
        """The pauses are the fault's own timing, not conditions."""
        time.sleep(choice.uniform(0.2, 1.5))
        self.broker.pause()
        time.sleep(choice.uniform(0.1, 1.0))
        world.daemon.kill()
        self.broker.resume()
        world.daemon.start()


if __name__ == "__main__":
    unittest.main()
