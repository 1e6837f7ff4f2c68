"""Three brokers, one after the other killed or hung under load: leaders of the tables' topics, of
the offsets topic and the transaction coordinator move, relaying goes on with two, exactly once."""

import os
import random
import unittest

from harness.kafka_broker import KafkaBroker
from harness.kafka_cluster import NODES, KafkaCluster
from harness.lsn import lsn
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

ROUNDS = 10 if "WALRELAY_TEST_LONG" in os.environ else 1
REPLICAS = {
    "offset.storage.replication.factor": NODES,
    "topic.creation.default.replication.factor": NODES,
}
ABSENCES = (
    (KafkaBroker.kill, KafkaBroker.start),
    (KafkaBroker.pause, KafkaBroker.resume),
)


class ThreeBrokers(RelayCase):
    @classmethod
    def make_broker(cls) -> KafkaCluster:
        return KafkaCluster()

    def test_each_leaves_in_turn(self) -> None:
        seed = test_seed()
        choice = random.Random(seed)
        world = self.world(changes=REPLICAS)
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=seed):
            for _ in range(ROUNDS):
                for node in choice.sample(self.broker.nodes, NODES):
                    leave, come_back = choice.choice(ABSENCES)
                    leave(node)
                    try:
                        self._wait_for_progress(world)
                    finally:
                        come_back(node)
                    self._wait_for_replicas(world)
        world.wait_until_relayed()
        world.assert_exactly_once()
        self.assertLessEqual(world.confirmed(), world.checkpoint().lsn)
        world.daemon.stop()

    def _wait_for_progress(self, world: World) -> None:
        """What is written now is relayed, by the nodes that are there."""
        target = lsn(str(self.postgres.value("SELECT pg_current_wal_flush_lsn()::text")))

        def relayed() -> bool:
            assert world.daemon.running, f"the daemon ended:\n{world.daemon.output()}"
            known = world.checkpoint_if_known()
            return known is not None and known.lsn >= target

        wait_for(relayed, 90, "two brokers relay", explain=world.daemon.output)

    def _wait_for_replicas(self, world: World) -> None:
        """The next one may only leave when this one holds everything again."""
        tables = [f"{world.name}.public.load_a", f"{world.name}.public.load_b"]
        topics = [world.offsets_topic, *tables, "__transaction_state"]

        def in_sync() -> bool:
            return all(each["in_sync_min"] == NODES for each in world.oracle.describe_all(*topics))

        wait_for(in_sync, 90, "all replicas are in sync", every=0.5)


if __name__ == "__main__":
    unittest.main()
