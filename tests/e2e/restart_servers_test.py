"""PostgreSQL and Kafka restart under load: the daemon goes on by itself, rows exactly once."""

import time
import unittest
from collections.abc import Callable

from harness.workload import Workload, test_seed
from harness.world import RelayCase


class RestartServers(RelayCase):
    def test_postgres_fast_shutdown(self) -> None:
        self._goes_on(lambda: self.postgres.restart("fast"))

    def test_postgres_immediate_shutdown(self) -> None:
        self._goes_on(lambda: self.postgres.restart("immediate"))

    def test_postgres_crash(self) -> None:
        def crash() -> None:
            self.postgres.kill()
            self.postgres.start()

        self._goes_on(crash)

    def test_walsender_terminated(self) -> None:
        self._goes_on(
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

    def _goes_on(self, interrupt: Callable[[], object]) -> None:
        world = self.world()
        world.start_and_wait()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            time.sleep(1)  # some load before and after, not a condition
            interrupt()
            time.sleep(1)
        world.wait_until_relayed()
        world.assert_exactly_once()
        sampler.assert_slot_behind_checkpoint()
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
