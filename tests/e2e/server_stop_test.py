"""A fast stop of PostgreSQL waits for its WAL sender, so the daemon must let go: at once when it is
idle, within shutdown.grace.ms under load, and also while Kafka takes nothing and it has stopped
reading, when it does not see what the server asks. Sessions that are ended and a server that hangs
interrupt it, and no more."""

import time
import unittest

from harness.postgres_server import StopMode
from harness.relay_config import Options
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

IDLE_S = 5
GRACE_S = 10
PATIENCE_S = 30  # shutdown.grace.ms, what may be under way, and a slow machine
HANG_S = 20


class ServerStop(RelayCase):
    def test_idle(self) -> None:
        world = self._relaying_world()
        modes: tuple[StopMode, ...] = ("fast", "immediate")
        for mode in modes:
            with self.subTest(mode):
                world.wait_until_relayed()
                self.assertLess(self._stop_and_start(world, mode), IDLE_S)

    def test_under_load(self) -> None:
        world = self._relaying_world()
        modes: tuple[StopMode, ...] = ("fast", "immediate")
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            for mode in modes:
                with self.subTest(mode):
                    self.assertLess(self._stop_and_start(world, mode), GRACE_S + IDLE_S)
        world.settle()
        sampler.assert_slot_behind_checkpoint()

    def test_all_its_sessions_are_ended_again_and_again(self) -> None:
        world = self._relaying_world()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            ended = set()
            for _ in range(50):
                rows = self.postgres.sql(
                    "SELECT backend_type, pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE application_name = %s",
                    f"walrelay:{world.name}",
                )
                ended.update(kind for kind, done in rows if done)
                time.sleep(0.1)  # the fault's rhythm, not a condition
        self.assertEqual(ended, {"walsender", "client backend"})
        world.settle()
        sampler.assert_slot_behind_checkpoint()

    def test_the_server_hangs_beyond_all_timeouts(self) -> None:
        """Its machine still answers, so only its silence tells."""
        world = self._relaying_world({"wal.sender.timeout.ms": 5000})
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            time.sleep(1)  # some load before and after, not a condition
            self.postgres.pause()
            try:
                began = time.monotonic()
                world.daemon.wait_for_log("degraded: PostgreSQL does not answer", HANG_S)
                time.sleep(HANG_S - (time.monotonic() - began))  # the length of the fault
            finally:
                self.postgres.resume()
            world.daemon.wait_for_log("recovered: ", HANG_S)
            time.sleep(1)
        world.settle()
        sampler.assert_slot_behind_checkpoint()

    def _relaying_world(self, changes: Options | None = None) -> World:
        """By default the server's own timeout is longer than the bounds here."""
        world = self.world(changes=changes)
        world.start_and_wait()
        return world

    def _stop_and_start(self, world: World, mode: StopMode) -> float:
        """How long the server took to stop; the daemon is back in business afterwards."""
        logged = len(world.daemon.output())
        began = time.monotonic()
        self.postgres.stop(mode, timeout=PATIENCE_S)
        took = time.monotonic() - began
        self.postgres.start()
        world.daemon.wait_for_log("recovered: streaming", timeout=60, after=logged)
        return took

    def test_a_fast_stop_while_kafka_takes_nothing(self) -> None:
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (0, 0, 0, 0, 'its topic is there')")
        world.wait_until_relayed()
        self.broker.pause()
        try:
            world.sql(
                "INSERT INTO load_a SELECT g, 0, 0, 0, repeat(md5(g::text), 10) "
                "FROM generate_series(1, 200000) g"
            )
            world.daemon.wait_for_log("rows wait for Kafka", 60)
            self.postgres.stop("fast", timeout=PATIENCE_S)
        finally:
            self.broker.resume()
        self.postgres.start()
        world.wait_until_relayed()
        topic = f"{world.name}.public.load_a"
        ids = [record.key_json["id"] for record in world.reader.of_topic(topic)]
        self.assertEqual(ids, list(range(200_001)))
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
