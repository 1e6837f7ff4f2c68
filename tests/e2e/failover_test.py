"""Failover without synchronised slots: the slot's folder is carried to the standby while that is
down, as failover managers do. A standby that had everything goes on; one that lagged is refused."""

import subprocess
import unittest

from harness.lsn import lsn
from harness.postgres_server import PostgresServer
from harness.refusal import RefusalCase
from harness.waiting import wait_for
from harness.world import World


class Failover(RefusalCase):
    primary: PostgresServer

    def setUp(self) -> None:
        """Servers for each test: what happens to them happens to all databases."""
        self.primary = self.postgres = PostgresServer()
        self.addCleanup(self.primary.remove)
        self.primary.start()

    def test_a_promoted_standby_in_step_goes_on(self) -> None:
        world = self._streaming_world()
        standby = self._standby_with_slot(world)
        self._write_more(world)
        self._wait_for_replay(standby)
        self.primary.stop()
        self._promote(standby)
        world.move_to_server(standby)
        world.start_and_wait()
        world.daemon.wait_for_log("timeline 1 -> 2: a clean promotion")
        world.sql("INSERT INTO load_a VALUES (4, 0, 4, 0, 'on the new primary')")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [1, 2, 3, 4])
        self.assertEqual(world.checkpoint().fields["timeline"], 2)
        world.daemon.stop()
        self.assert_relays_again(world)

    def test_a_promoted_standby_that_lagged_is_refused(self) -> None:
        """First as it is, then with so many rows of its own that its WAL reaches further."""
        world = self._streaming_world()
        standby = self._standby_with_slot(world)
        standby.stop()  # from here on it knows of nothing
        self._write_more(world)
        checkpoint = world.checkpoint()
        assert checkpoint
        self.primary.stop()
        standby.start()
        self._promote(standby)
        world.move_to_server(standby)
        adopt = f"walrelay offsets adopt --accept-gap --connector {world.name}"
        self.assert_refused(world, "lies beyond the server's end of WAL", adopt)
        while self._wal_end(standby) < checkpoint.lsn:
            world.sql("INSERT INTO load_a SELECT max(id) + 1, 0, 1, 0, 'other' FROM load_a")
        self.assert_refused(world, "is on timeline 2, which left timeline 1 at", adopt)
        self.assert_remedied(world)

    def test_a_slot_made_anew_on_the_promoted_standby_is_refused(self) -> None:
        world = self._streaming_world()
        standby = self.primary.standby()
        self.addCleanup(standby.remove)
        standby.start()
        self._write_more(world)
        self._wait_for_replay(standby)
        self.primary.stop()
        self._promote(standby)
        world.move_to_server(standby)
        reset = f"walrelay offsets reset --accept-gap --connector {world.name}"
        self.assert_refused(world, f"slot '{world.slot}' does not exist", reset)
        world.sql("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", world.slot)
        adopt = f"walrelay offsets adopt --accept-gap --connector {world.name}"
        self.assert_refused(world, "beyond the checkpoint", adopt)
        self.assert_remedied(world)

    def test_the_first_of_several_hosts_is_a_standby(self) -> None:
        """It is passed over; when it becomes the primary while the daemon runs, relaying goes on by
        itself."""
        world = self._streaming_world()
        standby = self._standby_with_slot(world)
        world.daemon.stop()
        world.daemon.rewrite('"127.0.0.1"', '"127.0.0.1,127.0.0.1"')
        ports = f"{standby.port},{self.primary.port}"
        world.daemon.rewrite(f"port: {self.primary.port}", f'port: "{ports}"')
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'by the second host')")
        world.wait_until_relayed()
        self._wait_for_replay(standby)
        self.primary.stop()
        world.daemon.wait_for_log("degraded.*is a standby.*Connection refused")
        self._promote(standby)
        world.daemon.wait_for_log("recovered: streaming", timeout=60)
        world.postgres = standby
        world.sql("INSERT INTO load_a VALUES (3, 0, 3, 0, 'by the first host')")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [1, 2, 3])
        world.daemon.stop()

    def test_the_only_host_is_a_standby(self) -> None:
        """Waited for, since it may be promoted; nothing is created or changed meanwhile."""
        world = self._streaming_world()
        standby = self._standby_with_slot(world)
        world.daemon.stop()
        self._wait_for_replay(standby)
        self.primary.stop()
        world.move_to_server(standby)
        world.daemon.start()
        world.daemon.wait_for_log("degraded.*the server is a standby")
        self._promote(standby)
        world.wait_until_streaming()
        world.daemon.stop()
        self.assert_relays_again(world)

    def test_a_slot_whose_wal_the_standby_lacks_is_refused(self) -> None:
        """The server only says so once its stream has begun; it is no reason to try for ever."""
        world = self._streaming_world()
        world.daemon.stop()
        self.primary.sql("SELECT pg_switch_wal()")
        standby = self.primary.standby()
        self.addCleanup(standby.remove)
        self._carry_slot(world, standby)
        standby.start()
        self._wait_for_replay(standby)
        self.primary.stop()
        self._promote(standby)
        world.move_to_server(standby)
        self.assert_refused(world, "WAL that the slot needs is gone", "has already been removed")
        world.change_slot("SELECT pg_drop_replication_slot(%s)")
        self.assert_remedied(world)

    def _streaming_world(self) -> World:
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'first')")
        world.wait_until_relayed()
        return world

    def _standby_with_slot(self, world: World) -> PostgresServer:
        """While the daemon runs, so that the slot needs no WAL from before the copy."""
        standby = self.primary.standby()
        self.addCleanup(standby.remove)
        start = self._wal_end(self.primary)

        def slot_is_beyond() -> bool:
            self.primary.sql("CHECKPOINT")  # gives the slot a place to restart from
            return lsn(world.slot_row()["restart_lsn"]) >= start

        wait_for(slot_is_beyond, 30, "the slot needs no WAL that the standby lacks")
        standby.start()
        self._wait_for_replay(standby)
        standby.stop()
        self._carry_slot(world, standby)
        standby.start()
        return standby

    def _carry_slot(self, world: World, standby: PostgresServer) -> None:
        self.primary.sql("CHECKPOINT")  # writes the slot's state to its file
        slot = f"pg_replslot/{world.slot}"
        subprocess.run(["cp", "-a", self.primary.data / slot, standby.data / slot], check=True)

    def _write_more(self, world: World) -> None:
        """One row is relayed, then the daemon stops, then comes one that is not."""
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'relayed')")
        world.wait_until_relayed()
        world.daemon.stop()
        world.sql("INSERT INTO load_a VALUES (3, 0, 3, 0, 'not relayed')")

    def _wal_end(self, server: PostgresServer) -> int:
        return lsn(str(server.value("SELECT pg_current_wal_flush_lsn()::text")))

    def _wait_for_replay(self, standby: PostgresServer) -> None:
        end = self._wal_end(self.primary)
        wait_for(
            lambda: lsn(str(standby.value("SELECT pg_last_wal_replay_lsn()::text"))) >= end,
            30,
            "the standby has replayed everything",
        )

    def _promote(self, standby: PostgresServer) -> None:
        standby.sql("SELECT pg_promote(true)")
        wait_for(
            lambda: not standby.value("SELECT pg_is_in_recovery()"), 30, "the standby is promoted"
        )


if __name__ == "__main__":
    unittest.main()
