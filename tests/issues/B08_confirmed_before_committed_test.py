"""B08: with the broker stalled and the daemon killed at random moments, the slot never passes the
newest committed checkpoint, also around a transaction of 200,000 rows."""

import random
import time
import unittest

from harness import ledger
from harness.lsn import lsn, lsn_text
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

ROUNDS = 6
BIG = 200_000
FREEZES = 4
COMMITS_WHILE_FROZEN = 150


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

    def test_a_frozen_broker_confirms_nothing(self) -> None:
        """While the broker is frozen nothing can become committed, but the daemon goes on reading
        and reports its position ten times a second. Then it is killed before the broker thaws, and
        a rival with its transactional id ends what it had under way: from then on the committed
        checkpoint is all that it ever committed, and the slot must not be beyond it."""
        seed = test_seed()
        world = self.world(changes={"status.update.interval.ms": 100})
        rival = f"rival.{world.name}"
        world.oracle.create_topic(rival)
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=seed):
            for _ in range(FREEZES):
                world.wait_until_relayed()
                confirmed, sent = self._freeze_and_kill(world)
                with world.oracle.open_transaction(rival, f"walrelay.{world.name}") as fence:
                    checkpoint = world.checkpoint()
                    fence.abort()
                assert checkpoint
                positions = f"{lsn_text(confirmed)}, checkpoint {lsn_text(checkpoint.lsn)}"
                self.assertGreaterEqual(checkpoint.lsn, confirmed, f"confirmed {positions}")
                self.assertGreater(sent, checkpoint.lsn, "nothing was read while frozen")
                world.start_and_wait()
        world.wait_until_relayed()
        world.assert_exactly_once()
        world.daemon.stop()

    def _freeze_and_kill(self, world: World) -> tuple[int, int]:
        """The greatest position confirmed until the daemon's session is gone, and what it had been
        sent by then."""
        confirmed = sent = 0

        def look() -> bool:
            nonlocal confirmed, sent
            confirmed = max(confirmed, world.confirmed())
            rows = world.sql(
                "SELECT sent_lsn::text FROM pg_stat_replication WHERE pid = "
                "(SELECT active_pid FROM pg_replication_slots WHERE slot_name = %s)",
                world.slot,
            )
            sent = max([sent, *(lsn(row[0]) for row in rows)])
            return not rows

        def enough() -> bool:
            look()
            return len(ledger.committed(self.postgres, world.name)) >= wanted

        self.broker.pause()
        try:
            wanted = len(ledger.committed(self.postgres, world.name)) + COMMITS_WHILE_FROZEN
            wait_for(enough, 60, "the workload commits while the broker is frozen")
            world.daemon.kill()
            wait_for(look, 30, "the killed daemon's session ends")
        finally:
            self.broker.resume()
        return max(confirmed, world.confirmed()), sent

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
