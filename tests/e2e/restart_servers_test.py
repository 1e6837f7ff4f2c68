"""PostgreSQL and Kafka restart under load: the daemon says that it is interrupted, goes on by
itself and says that too, rows exactly once."""

import time
import unittest
from collections.abc import Callable

from harness.workload import Workload, test_seed
from harness.world import RelayCase, World


class RestartServers(RelayCase):
    def test_postgres_fast_shutdown(self) -> None:
        self._is_noticed(lambda: self.postgres.restart("fast"))

    def test_postgres_immediate_shutdown(self) -> None:
        self._is_noticed(lambda: self.postgres.restart("immediate"))

    def test_postgres_crash(self) -> None:
        def crash() -> None:
            self.postgres.kill()
            self.postgres.start()

        self._is_noticed(crash)

    def test_walsender_terminated(self) -> None:
        self._is_noticed(
            lambda: self.postgres.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE backend_type = 'walsender'"
            )
        )

    def test_kafka_orderly_restart(self) -> None:
        self._goes_on(self.broker.restart)

    def test_kafka_crash(self) -> None:
        def crash() -> None:
            self.broker.kill()
            self.broker.start()

        self._goes_on(crash)

    def test_kafka_hangs_for_a_while(self) -> None:
        def hang() -> None:
            self.broker.pause()
            time.sleep(5)  # the length of the fault, not a condition
            self.broker.resume()

        self._goes_on(hang)

    def test_kafka_away_is_noticed(self) -> None:
        """However long it stays away, the daemon has said so before it is back."""
        world = self._relaying_world()
        with Workload(self.postgres, world.name, seed=test_seed()):
            for leave, come_back in (
                (self.broker.pause, self.broker.resume),
                (self.broker.kill, self.broker.start),
            ):
                logged = len(world.daemon.output())
                leave()
                try:
                    noticed = world.daemon.wait_for_log("degraded", timeout=30, after=logged)
                finally:
                    come_back()
                world.daemon.wait_for_log("recovered", timeout=60, after=noticed.end())
        world.settle()

    def _relaying_world(self) -> World:
        world = self.world()
        world.start_and_wait()
        return world

    def _goes_on(self, interrupt: Callable[[], object]) -> World:
        world = self._relaying_world()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            time.sleep(1)  # some load before and after, not a condition
            interrupt()
            time.sleep(1)
        world.settle()
        sampler.assert_slot_behind_checkpoint()
        return world

    def _is_noticed(self, interrupt: Callable[[], object]) -> None:
        world = self._goes_on(interrupt)
        self.assertRegex(world.daemon.output(), r"(?s)degraded.*recovered: streaming")


if __name__ == "__main__":
    unittest.main()
