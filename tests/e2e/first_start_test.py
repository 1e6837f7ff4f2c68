"""The first start, when it is held up, interrupted, or made by two instances at once."""

import re
import unittest
from collections.abc import Iterator
from contextlib import contextmanager

from harness.daemon import Daemon
from harness.waiting import wait_for
from harness.workload import Workload, test_seed
from harness.world import RelayCase, World

STOP_WITHIN_S = 15
RACES = 3
STATE = re.compile(r"(standby: |streaming slot=|degraded: )")


class FirstStart(RelayCase):
    def test_killed_while_the_slot_is_created(self) -> None:
        """The dead predecessor's walsender goes on creating the slot: it is waited for."""
        world = self.world(create="CREATE TABLE held (id int)")
        with self._held_up(world, "INSERT INTO held VALUES (1)"):
            world.daemon.start()
            self._wait_until_being_created(world)
            world.daemon.kill()
            self._wait_until_being_created(world)
            world.daemon.start()
            world.daemon.wait_for_log("standby")
            self._wait_until_being_created(world)
            self._stops(world)
            world.daemon.start()
            world.daemon.wait_for_log("standby")
        self._relays_from_now_on(world)

    def test_stopped_while_the_slot_is_created(self) -> None:
        world = self.world(create="CREATE TABLE held (id int)")
        with self._held_up(world, "INSERT INTO held VALUES (1)"):
            world.daemon.start()
            self._wait_until_being_created(world)
            self._stops(world)
        world.daemon.start()
        self._relays_from_now_on(world)

    def test_stopped_while_the_publication_waits_for_a_lock(self) -> None:
        world = self.world()
        with self._held_up(world, "LOCK TABLE load_a IN ACCESS EXCLUSIVE MODE"):
            world.daemon.start()
            wait_for(
                lambda: world.sql(
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
                    "AND wait_event_type = 'Lock' AND query LIKE 'CREATE PUBLICATION%'"
                ),
                30,
                "the publication waits for the table",
                explain=world.daemon.output,
            )
            self._stops(world)
        world.daemon.start()
        self._relays_from_now_on(world)

    def test_two_instances_at_once(self) -> None:
        for race in range(RACES):
            with self.subTest(race=race):
                world = self.world()
                self._race(world, test_seed())
                world.close()

    def _race(self, world: World, seed: int) -> None:
        other = world.another_daemon("other")
        for one in (world.daemon, other):
            one.start()
        active, waiting = self._settled(world.daemon, other)
        world.daemon = active
        with Workload(self.postgres, world.name, seed=seed), world.sampler() as sampler:
            world.wait_until_streaming()
            world.wait_until_relayed()
            self.assertEqual(self._settled(active, waiting), (active, waiting))
            active.kill()
            world.daemon = waiting
            waiting.wait_for_log("streaming slot=", timeout=30)
            world.wait_until_relayed()
        world.wait_until_relayed()
        world.assert_exactly_once()
        sampler.assert_slot_behind_checkpoint()
        waiting.stop()

    def _settled(self, one: Daemon, other: Daemon) -> tuple[Daemon, Daemon]:
        """Both live, one streams and the other stands by: (the active one, the waiting one)."""

        def found() -> tuple[Daemon, Daemon] | None:
            states = {}
            for daemon in (one, other):
                assert daemon.running, f"ended ({daemon.exit_code}):\n{daemon.output()}"
                lines = STATE.findall(daemon.output())
                states[lines[-1] if lines else ""] = daemon
            if states.keys() != {"streaming slot=", "standby: "}:
                return None
            return states["streaming slot="], states["standby: "]

        return wait_for(
            found,
            30,
            "one instance streams and the other stands by",
            explain=lambda: f"{one.output()}\nand:\n{other.output()}",
        )

    @contextmanager
    def _held_up(self, world: World, statement: str) -> Iterator[None]:
        """A session that has executed `statement` and commits it at the end of the block."""
        session = self.postgres.connect(world.name)
        try:
            session.autocommit = False
            with session.cursor() as cursor:
                cursor.execute(statement)
            yield
            session.commit()
        finally:
            session.close()

    def _wait_until_being_created(self, world: World) -> None:
        def being_created() -> bool:
            row = world.slot_row()
            return bool(row and row["active_pid"] and row["confirmed_flush_lsn"] is None)

        wait_for(being_created, 30, "a walsender creates the slot", explain=world.daemon.output)

    def _stops(self, world: World) -> None:
        self.assertEqual(world.daemon.terminate(STOP_WITHIN_S), 0, world.daemon.output())

    def _relays_from_now_on(self, world: World) -> None:
        world.wait_until_streaming()
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            wait_for(lambda: sampler.samples >= 5, 30, "a few samples are taken")
        world.wait_until_relayed()
        world.assert_exactly_once()
        sampler.assert_slot_behind_checkpoint()
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
