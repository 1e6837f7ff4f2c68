"""The request that ends a Kafka transaction never arrives, or arrives a second time inside the next
transaction, or its sender sleeps through what others do after it (K1)."""

import time
import unittest

from harness.kafka_proxy import END_TXN
from harness.postgres_proxy import PostgresProxy
from harness.proxied_case import ProxiedCase
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import World

RECREATED = "producer re-created after a commit that may have been sent twice (K1)"
INVALID_PRODUCER_EPOCH = 47
# Longer than a commit may take, so that the daemon gives up on one and begins again.
UNREACHABLE_S = 15
TRIES = 8
# The daemon gives a commit up within the test's time.
CHANGES = {"transaction.timeout.ms": 10_000}


class LateEnd(ProxiedCase):
    def test_a_late_copy_is_refused(self) -> None:
        world = self.world()
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            for _ in range(3):
                self.assertEqual(self._late_answer(world), INVALID_PRODUCER_EPOCH)
        self.assertGreaterEqual(world.daemon.output().count(RECREATED), 3)
        world.settle()
        sampler.assert_slot_behind_checkpoint()

    def test_without_k1_a_late_copy_ends_the_next_transaction(self) -> None:
        """What the rule is for. Should this relay exactly once, the test above proves nothing. A
        copy that lands where the next transaction holds nothing yet does no harm: again, then.
        """
        world = self.world()
        world.daemon.start(env={"WALRELAY_LEAVE_OUT": "K1"})
        world.wait_until_streaming()
        for _ in range(TRIES):
            with Workload(self.postgres, world.name, seed=test_seed()):
                self.assertEqual(self._late_answer(world), 0)
            world.wait_until_relayed()
            try:
                world.assert_exactly_once()
            except AssertionError:
                return
        self.fail(f"{TRIES} late copies did no harm")

    def test_it_never_arrives(self) -> None:
        world = self.world(changes=CHANGES)
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            lost = self.proxy.lost
            self.proxy.lose_requests(END_TXN)
            self.addCleanup(self.proxy.carry_all)
            noticed = world.daemon.wait_for_log("degraded", timeout=60)
            time.sleep(UNREACHABLE_S)  # the length of the fault, not a condition
            self.assertGreater(self.proxy.lost, lost)
            self.proxy.carry_all()
            world.daemon.wait_for_log("recovered", timeout=60, after=noticed.end())
        world.settle()
        sampler.assert_slot_behind_checkpoint()

    def test_its_sender_sleeps_before_the_new_producer(self) -> None:
        """Between the return of a commit and the next init another instance commits. Only the
        checkpoint shows it: the sleeper still has rows in hand, hears nothing of its connection's
        end, and fences the other one when it wakes up."""
        proxy = PostgresProxy(self.postgres.port)
        self.addCleanup(proxy.close)
        world = self.world(changes={"wal.sender.timeout.ms": 3000, "database.port": proxy.port})
        second = world.another_daemon("second", {"database.port": self.postgres.port})
        world.daemon.start(stop_at="before_recreate")
        world.wait_until_streaming()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            self.proxy.lose_next_answer(END_TXN)
            world.daemon.wait_until_stopped()
            proxy.go_half_open()
            second.start()
            streams = second.wait_for_log(r"\bstreaming( slot=|\",)", timeout=60)
            before = world.checkpoint()
            wait_for(lambda: world.checkpoint().lsn > before.lsn, 60, "the second one relays")
            world.daemon.resume()
            world.daemon.wait_for_log("foreign_checkpoint", timeout=60)
            proxy.heal()

            def one_waits() -> bool:
                """Disturbed by each other, both begin again; either may be the first there."""
                after = second.output()[streams.end() :]
                return "standby" in world.daemon.output() or "standby" in after

            wait_for(one_waits, 60, "one waits for the other", explain=world.daemon.output)
        world.settle()
        sampler.assert_slot_behind_checkpoint()
        second.stop()

    def _late_answer(self, world: World) -> int | None:
        self.proxy.end_next_transaction_late()

        def delivered() -> bool:
            return self.proxy.late_answer is not None

        wait_for(delivered, 60, "the copy is delivered", explain=world.daemon.output)
        return self.proxy.late_answer


if __name__ == "__main__":
    unittest.main()
