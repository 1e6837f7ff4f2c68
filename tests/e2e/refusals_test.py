"""The four most dangerous lines of the refusal table: the message names what was found and the
command that resolves it, nothing has changed on either side, and the command does resolve it."""

import unittest
from typing import Any

from harness import ledger
from harness.postgres_server import RELAY_USER, PostgresServer
from harness.relay_config import relay_config
from harness.world import RelayCase, World

REFUSED = 3


def state(world: World) -> dict[str, Any]:
    """Everything that a refusal must leave alone."""
    slot = world.sql(
        "SELECT slot_name, confirmed_flush_lsn::text FROM pg_replication_slots ORDER BY 1"
    )
    publications = world.sql(
        "SELECT p.oid, pubname, array_agg(prrelid ORDER BY prrelid) FROM pg_publication p "
        "LEFT JOIN pg_publication_rel r ON prpubid = p.oid GROUP BY 1, 2 ORDER BY 1"
    )
    topics = world.oracle.topics()
    own = [topic for topic in topics if world.name in topic]
    # Committed records only: a fence writes markers, which are no change for anyone.
    records = [(r.topic, r.key, r.value) for r in world.oracle.read(*own)] if own else []
    return {
        "slot": slot,
        "publications": publications,
        "topics": sorted(topics),
        "records": records,
    }


class Refusals(RelayCase):
    def _relayed_world(self) -> World:
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.wait_until_relayed()
        world.daemon.stop()
        return world

    def _assert_refused(self, world: World, *parts: str) -> None:
        before = state(world)
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        for part in parts:
            self.assertIn(part, world.daemon.output())
        self.assertEqual(state(world), before)

    def test_no_checkpoint_with_a_slot(self) -> None:
        world = self._relayed_world()
        confirmed = world.slot_row()["confirmed_flush_lsn"]
        world.oracle.delete_topics(world.offsets_topic)
        command = f"walrelay offsets adopt --connector {world.name}"
        self._assert_refused(world, "holds no checkpoint", confirmed, command)
        self._resolved_by(world, "adopt")

    def test_no_checkpoint_and_a_table_that_is_not_published(self) -> None:
        """Adding the table would be a change, made before the position was found wanting."""
        world = self._relayed_world()
        self._unpublish_load_b(world)
        world.oracle.delete_topics(world.offsets_topic)
        self._assert_refused(world, "holds no checkpoint")
        self._resolved_by(world, "adopt")

    def test_a_checkpoint_without_its_slot(self) -> None:
        world = self._relayed_world()
        world.sql("SELECT pg_drop_replication_slot(%s)", world.slot)
        command = f"walrelay offsets reset --accept-gap --connector {world.name}"
        self._assert_refused(world, "does not exist", world.slot, command)
        self._resolved_by(world, "reset", "--accept-gap")

    def test_a_slot_confirmed_beyond_the_checkpoint(self) -> None:
        world = self._relayed_world()
        world.sql("INSERT INTO load_a SELECT g, 0, 2, g, 'lost' FROM generate_series(2, 10) g")
        world.sql("SELECT pg_replication_slot_advance(%s, pg_current_wal_lsn())", world.slot)
        confirmed = world.slot_row()["confirmed_flush_lsn"]
        command = f"walrelay offsets adopt --accept-gap --connector {world.name}"
        self._assert_refused(world, "beyond the checkpoint", confirmed, command)
        refused = world.daemon.verb("offsets", "adopt")
        self.assertEqual(refused.returncode, REFUSED, refused.stderr)
        self.assertIn("--accept-gap", refused.stderr)
        self._resolved_by(world, "adopt", "--accept-gap")

    def test_a_slot_beyond_the_checkpoint_and_a_table_that_is_not_published(self) -> None:
        world = self._relayed_world()
        self._unpublish_load_b(world)
        world.sql("SELECT pg_replication_slot_advance(%s, pg_current_wal_lsn())", world.slot)
        self._assert_refused(world, "beyond the checkpoint")
        self._resolved_by(world, "adopt", "--accept-gap")

    def test_another_system_identifier(self) -> None:
        world = self._relayed_world()
        moved = self._world_on_another_server(world)
        command = f"walrelay offsets adopt --accept-gap --connector {world.name}"
        self._assert_refused(moved, "system identifier", command)
        self._resolved_by(moved, "adopt", "--accept-gap")

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

    def _resolved_by(self, world: World, *words: str) -> None:
        """The command of the message does what it says: the connector streams again."""
        done = world.daemon.verb("offsets", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        world.start_and_wait()
        world.sql("INSERT INTO load_b VALUES (100, 0, 9, 0, 'after')")
        world.wait_until_relayed()
        keys = [
            record.key_json["id"] for record in world.reader.of_topic(f"{world.name}.public.load_b")
        ]
        self.assertEqual(keys, [100], world.daemon.output())
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
