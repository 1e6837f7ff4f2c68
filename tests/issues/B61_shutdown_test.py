"""B61: asked to stop, the daemon ends with 0 within its bound, whatever is under way: it leaves no
Kafka transaction open where it can reach the broker, frees the slot at once, repeats nothing later;
and it never holds up the server's own stop."""

import signal
import time
import unittest

from harness.waiting import wait_for
from harness.world import RelayCase, World

GRACE_MS = 3000
# shutdown.grace.ms, and what docs/OPERATING.md adds for servers that do not answer.
BOUND_S = GRACE_MS / 1000 + 10
BIG = 500_000
INTERRUPTED = 1
SERVER_STOPS_WITHIN_S = 10


class Shutdown(RelayCase):
    def test_while_idle(self) -> None:
        world = self._world()
        self.assertLess(self._stop(world), BOUND_S / 2)
        self._assert_slot_is_free(world)
        self._assert_goes_on(world, [1])

    def test_inside_a_large_transaction(self) -> None:
        """Its open Kafka transaction is aborted: it does not hide what others write afterwards."""
        world = self._world("CREATE TABLE big (id int PRIMARY KEY, filler text)")
        foreign = f"{world.name}.public.big"
        world.sql(f"INSERT INTO big SELECT g, 'x' FROM generate_series(1, {BIG}) g")
        world.daemon.wait_for_log("preparing table table=public.big", timeout=60)
        time.sleep(0.5)  # for a part of it to be sent, but not all
        self._stop(world)
        self._assert_slot_is_free(world)
        self.assertEqual(world.records("big"), [])
        self.assertGreater(sum(world.oracle.end_offsets([foreign]).values()), 1000)
        world.oracle.produce(foreign, key="{}", value="{}")
        seen = world.oracle.read(foreign, timeout=5)
        self.assertEqual([record.value for record in seen][-1], "{}")
        world.start_and_wait()
        world.wait_until_relayed(300)
        ids = [r.key_json["id"] for r in world.records("big") if r.key != "{}"]
        self.assertEqual(ids, list(range(1, BIG + 1)))
        world.daemon.stop()

    def test_while_the_broker_hangs(self) -> None:
        world = self._world()
        self.broker.pause()
        try:
            world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'x')")
            time.sleep(1)  # so that it is under way, if it can be
            self._stop(world)
        finally:
            self.broker.resume()
        self._assert_slot_is_free(world)
        self._assert_goes_on(world, [1, 2])

    def test_while_the_server_hangs(self) -> None:
        world = self._world()
        self.postgres.pause()
        try:
            self._stop(world)
        finally:
            self.postgres.resume()
        self._assert_goes_on(world, [1])

    def test_asked_twice(self) -> None:
        """The second signal ends it at once; what was under way is relayed after the next start."""
        world = self._world()
        self.broker.pause()
        try:
            world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'x')")
            time.sleep(1)  # as above
            world.daemon.signal(signal.SIGTERM)
            world.daemon.wait_for_log("stopping")
            began = time.monotonic()
            world.daemon.signal(signal.SIGTERM)
            self.assertIn(world.daemon.wait(BOUND_S), (0, INTERRUPTED))
            self.assertLess(time.monotonic() - began, 2)
        finally:
            self.broker.resume()
        self._assert_goes_on(world, [1, 2])

    def test_the_server_is_stopped_while_the_daemon_is_idle(self) -> None:
        world = self._world()
        began = time.monotonic()
        self.postgres.stop("fast", timeout=SERVER_STOPS_WITHIN_S)
        self.assertLess(time.monotonic() - began, SERVER_STOPS_WITHIN_S)
        self.postgres.start()
        world.daemon.wait_for_log("recovered: streaming", timeout=60)
        world.daemon.stop()
        self._assert_goes_on(world, [1])

    def _world(self, create: str = "") -> World:
        tables = "public.load_a" + (",public.big" if create else "")
        world = self.world(tables=tables, create=create, changes={"shutdown.grace.ms": GRACE_MS})
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.wait_until_relayed()
        return world

    def _stop(self, world: World) -> float:
        """How long it took."""
        began = time.monotonic()
        world.daemon.stop(timeout=BOUND_S)
        return time.monotonic() - began

    def _assert_slot_is_free(self, world: World) -> None:
        """At once, but the server's process still has to notice the closed socket."""
        wait_for(lambda: not world.slot_row()["active"], 2, "the slot is free")

    def _assert_goes_on(self, world: World, before: list[int]) -> None:
        """Nothing is repeated and nothing missing."""
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (100, 0, 9, 0, 'after')")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [*before, 100])
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
