"""The four most dangerous lines of the refusal table: the message names what was found and the
command that resolves it, nothing has changed on either side, and the command does resolve it."""

import unittest

from harness import ledger
from harness.postgres_server import RELAY_USER, PostgresServer
from harness.refusal import REFUSED, RefusalCase
from harness.relay_config import relay_config
from harness.world import World


class Refusals(RefusalCase):
    def test_no_checkpoint_with_a_slot(self) -> None:
        world = self.relayed_world()
        confirmed = world.slot_row()["confirmed_flush_lsn"]
        world.oracle.delete_topics(world.offsets_topic)
        command = f"walrelay offsets adopt --connector {world.name}"
        self.assert_refused(world, "holds no checkpoint", confirmed, command)
        self.assert_remedied(world)

    def test_no_checkpoint_and_a_table_that_is_not_published(self) -> None:
        """Adding the table would be a change, made before the position was found wanting."""
        world = self.relayed_world()
        self._unpublish_load_b(world)
        world.oracle.delete_topics(world.offsets_topic)
        self.assert_refused(world, "holds no checkpoint")
        self.assert_remedied(world)

    def test_a_checkpoint_without_its_slot(self) -> None:
        world = self.relayed_world()
        world.change_slot("SELECT pg_drop_replication_slot(%s)")
        command = f"walrelay offsets reset --accept-gap --connector {world.name}"
        self.assert_refused(world, "does not exist", world.slot, command)
        self.assert_remedied(world)

    def test_a_slot_confirmed_beyond_the_checkpoint(self) -> None:
        world = self.relayed_world()
        world.sql("INSERT INTO load_a SELECT g, 0, 2, g, 'lost' FROM generate_series(2, 10) g")
        world.change_slot("SELECT pg_replication_slot_advance(%s, pg_current_wal_lsn())")
        confirmed = world.slot_row()["confirmed_flush_lsn"]
        command = f"walrelay offsets adopt --accept-gap --connector {world.name}"
        self.assert_refused(world, "beyond the checkpoint", confirmed, command)
        refused = world.daemon.verb("offsets", "adopt")
        self.assertEqual(refused.returncode, REFUSED, refused.stderr)
        self.assertIn("--accept-gap", refused.stderr)
        self.assert_remedied(world)

    def test_a_slot_beyond_the_checkpoint_and_a_table_that_is_not_published(self) -> None:
        world = self.relayed_world()
        self._unpublish_load_b(world)
        world.change_slot("SELECT pg_replication_slot_advance(%s, pg_current_wal_lsn())")
        self.assert_refused(world, "beyond the checkpoint")
        self.assert_remedied(world)

    def test_another_system_identifier(self) -> None:
        world = self.relayed_world()
        moved = self._world_on_another_server(world)
        command = f"walrelay offsets adopt --accept-gap --connector {world.name}"
        self.assert_refused(moved, "system identifier", command)
        self.assert_remedied(moved)

    def _unpublish_load_b(self, world: World) -> None:
        world.sql(f"ALTER PUBLICATION {world.slot} DROP TABLE load_b")

    def _world_on_another_server(self, world: World) -> World:
        """The same connector, on a server that happens to have a slot and database so named."""
        other = PostgresServer()
        self.addCleanup(other.remove)
        other.start()
        other.sql(f"CREATE DATABASE {world.name} OWNER {RELAY_USER}", database="postgres")
        ledger.create_tables(other, world.name, RELAY_USER)
        other.sql(
            f"CREATE PUBLICATION {world.slot} FOR TABLE load_a, load_b",
            database=world.name,
        )
        other.sql(
            "SELECT pg_create_logical_replication_slot(%s, 'pgoutput')",
            world.slot,
            database=world.name,
        )
        text = relay_config(
            other,
            self.broker,
            connector=world.name,
            database=world.name,
            changes={"table.include.list": "public.load_a,public.load_b"},
        )
        world.daemon.config.write_text(text)
        world.postgres = other
        return world


if __name__ == "__main__":
    unittest.main()
