"""Two daemons of one identity: when the first one is killed, paused or cut off, the second takes
over within seconds, and the first one, back again, can neither produce nor move the slot."""

import time
import unittest

from harness.daemon import Daemon
from harness.lsn import lsn
from harness.postgres_proxy import PostgresProxy
from harness.refusal import REFUSED
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

WAL_SENDER_TIMEOUT_MS = 3000
# The server lets go of a silent client after its timeout; then one pause of the standby.
TAKEOVER_S = WAL_SENDER_TIMEOUT_MS / 1000 + 10
CHANGES = {"wal.sender.timeout.ms": WAL_SENDER_TIMEOUT_MS}


class TwoDaemons(RelayCase):
    def test_the_first_is_killed(self) -> None:
        world, second = self._world_with_standby()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            world.daemon.kill()
            self._assert_takes_over(world, second)
        self._settle(world, second)
        sampler.assert_slot_behind_checkpoint()

    def test_the_first_is_paused_and_wakes_up(self) -> None:
        world, second = self._world_with_standby()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            world.daemon.pause()
            self._assert_takes_over(world, second)
            self._assert_stands_back(world, second, wake=world.daemon.resume)
        self._settle(world, second)
        sampler.assert_slot_behind_checkpoint()
        world.daemon.stop()

    def test_the_first_is_stopped_between_a_commit_and_what_follows_it(self) -> None:
        """It knows of its commit, and has neither confirmed it nor begun the next."""
        world, second = self._world_with_standby(stop_at="after_commit:5")
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            world.daemon.wait_until_stopped()
            self._assert_takes_over(world, second)
            self._assert_stands_back(world, second, wake=world.daemon.resume)
        self._settle(world, second)
        sampler.assert_slot_behind_checkpoint()
        world.daemon.stop()

    def test_a_second_with_another_transactional_id_is_refused(self) -> None:
        """It could not fence the first, which may be paused: rows would repeat when that wakes up.
        `offsets adopt` fences the one that the checkpoint names."""
        world = self.world(changes=CHANGES)
        world.start_and_wait()
        world.wait_until_relayed()
        world.daemon.stop()
        world.daemon.start(stop_at="after_begin")
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'in the hands of the first')")
        world.daemon.wait_until_stopped()
        second = world.another_daemon("second", {"transactional.id": "another"})
        wait_for(lambda: not world.slot_row()["active"], TAKEOVER_S, "the slot is free")
        second.start()
        self.assertEqual(second.wait(30), REFUSED, second.output())
        self.assertIn("the transactional.id is another", second.output())
        adopted = second.verb("offsets", "adopt")
        self.assertEqual(adopted.returncode, 0, adopted.stderr)
        second.start()
        explain = second.output
        wait_for(lambda: world.ids("load_a") == [1], 60, "the second relays it", explain=explain)
        world.daemon.resume()
        world.daemon.wait_for_log("standby")
        self.assertEqual(world.ids("load_a"), [1])

    def test_the_network_to_the_first_is_half_open(self) -> None:
        proxy = PostgresProxy(self.postgres.port)
        self.addCleanup(proxy.close)
        world, second = self._world_with_standby(port=proxy.port)
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            proxy.go_half_open()
            self._assert_takes_over(world, second)
            self._assert_stands_back(world, second, wake=proxy.heal)
        self._settle(world, second)
        sampler.assert_slot_behind_checkpoint()
        world.daemon.stop()

    def _world_with_standby(
        self, *, port: int | None = None, stop_at: str | None = None
    ) -> tuple[World, Daemon]:
        """Only the first one may come by another port."""
        world = self.world(changes={**CHANGES, "database.port": port or self.postgres.port})
        second = world.another_daemon("second", {"database.port": self.postgres.port})
        world.daemon.start(stop_at=stop_at)
        world.wait_until_streaming()
        second.start()
        second.wait_for_log("standby")
        return world, second

    def _assert_takes_over(self, world: World, second: Daemon) -> None:
        began = time.monotonic()
        second.wait_for_log(r"\bstreaming( slot=|\",)", timeout=30)
        self.assertLess(time.monotonic() - began, TAKEOVER_S)
        self._assert_relays(world)

    def _assert_relays(self, world: World) -> None:
        target = lsn(str(self.postgres.value("SELECT pg_current_wal_flush_lsn()::text")))
        wait_for(lambda: world.checkpoint().lsn >= target, 30, "the new owner relays")

    def _assert_stands_back(self, world: World, second: Daemon, *, wake) -> None:
        """It has gone all the way back to asking for the slot, which the other one keeps."""
        owner = world.slot_row()["active_pid"]
        logged = len(world.daemon.output())
        wake()
        world.daemon.wait_for_log("standby", timeout=60, after=logged)
        self.assertEqual(world.slot_row()["active_pid"], owner)
        self.assertTrue(second.running)
        self.assertNotIn("degraded", second.output())
        self._assert_relays(world)

    def _settle(self, world: World, second: Daemon) -> None:
        self._assert_relays(world)
        world.assert_exactly_once()
        second.stop()


if __name__ == "__main__":
    unittest.main()
