"""Lines of the refusal table: the checkpoint belongs to another slot, publication, database or
Kafka cluster than the configuration names, or the slot is none that can be relayed from."""

import unittest
from collections.abc import Iterator
from contextlib import contextmanager

from harness import ledger
from harness.kafka_broker import KafkaBroker
from harness.offsets_topic import stream_key
from harness.postgres_server import RELAY_USER
from harness.refusal import RefusalCase
from harness.waiting import wait_for
from harness.world import World

CREATE_SLOT = "SELECT pg_create_{}_replication_slot"
UNUSABLE_SLOTS = {
    "other_plugin": (
        CREATE_SLOT.format("logical") + "(%s, 'test_decoding')",
        ["uses plugin 'test_decoding'", "walrelay reads pgoutput only"],
    ),
    "physical": (
        CREATE_SLOT.format("physical") + "(%s, true)",
        ["is a physical slot", "it cannot decode changes"],
    ),
    "temporary": (
        CREATE_SLOT.format("logical") + "(%s, 'pgoutput', temporary => true)",
        ["is temporary", "it dies with the session"],
    ),
    "two_phase": (
        CREATE_SLOT.format("logical") + "(%s, 'pgoutput', twophase => true)",
        ["decodes prepared transactions"],
    ),
}


class WrongPlace(RefusalCase):
    def test_slots_that_cannot_be_relayed_from(self) -> None:
        world = self.relayed_world()
        session = self.postgres.connect(world.name)  # a temporary slot lives as long as this
        self.addCleanup(session.close)
        with session.cursor() as cursor:
            for name, (create, parts) in UNUSABLE_SLOTS.items():
                with self.subTest(name), self._configured(world, "slot.name", name):
                    cursor.execute(create, (name,))
                    remedy = "set slot.name to a slot of this connector's own"
                    self.assert_refused(world, f"slot '{name}' ", remedy, *parts)
                    cursor.execute("SELECT pg_drop_replication_slot(%s)", (name,))
        self.assert_relays_again(world)

    def test_another_slot(self) -> None:
        world = self.relayed_world()
        world.sql("SELECT pg_create_logical_replication_slot('another', 'pgoutput')")
        with self._configured(world, "slot.name", "another"):
            self.assert_refused(
                world, "the slot is another", f"made with {world.slot}", self._adopt(world)
            )
            self.run_remedy(world)
            world.slot = "another"
            self.assert_relays_again(world)

    def test_another_database(self) -> None:
        """By a slot of that database, and by the slot that the checkpoint knows."""
        world, elsewhere = self.relayed_world(), self.relayed_world()
        with self._configured(world, "database.dbname", elsewhere.name):
            belongs = f"slot '{world.slot}' belongs to database '{world.name}'"
            self.assert_refused(world, belongs, "correct database.dbname")
            with self._configured(world, "slot.name", elsewhere.slot):
                elsewhere.sql(f"CREATE PUBLICATION {world.slot} FOR TABLE load_a, load_b")
                named = f"the database is {elsewhere.name}, but the checkpoint"
                self.assert_refused(world, named, f"made with {world.name}", self._adopt(world))
        self.assert_relays_again(world)

    def test_a_database_that_was_made_again(self) -> None:
        world = self.relayed_world()
        world.change_slot("SELECT pg_drop_replication_slot(%s)")
        self.postgres.sql(f"DROP DATABASE {world.name} WITH (FORCE)", database="postgres")
        self.postgres.sql(f"CREATE DATABASE {world.name} OWNER {RELAY_USER}", database="postgres")
        ledger.create_tables(self.postgres, world.name, RELAY_USER)
        world.sql(f"CREATE PUBLICATION {world.slot} FOR TABLE load_a, load_b")
        world.sql("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", world.slot)
        self.assert_refused(world, "the database's OID is", self._adopt(world))
        self.assert_remedied(world)

    def test_another_publication(self) -> None:
        """By name, and by one that was dropped and made again under its name."""
        world = self.relayed_world()
        world.sql("CREATE PUBLICATION another FOR TABLE load_a, load_b")
        with self._configured(world, "publication.name", "another"):
            self.assert_refused(
                world, "the publication is another", f"made with {world.slot}", self._adopt(world)
            )
        world.sql(f"DROP PUBLICATION {world.slot}")
        world.sql(f"CREATE PUBLICATION {world.slot} FOR TABLE load_a, load_b")
        self.assert_refused(
            world, "the publication's OID (it was dropped and created again)", self._adopt(world)
        )
        self.assert_remedied(world)

    def test_another_kafka_cluster(self) -> None:
        """Its offsets topic was copied, so that the checkpoint is there."""
        world = self.relayed_world()
        (newest,) = [record.value for record in world.oracle.read(world.offsets_topic)][-1:]
        self_cluster = self.broker.cluster_id
        with KafkaBroker() as other:
            world.move_to_broker(other)
            world.oracle.create_topic(world.offsets_topic, **{"cleanup.policy": "compact"})
            key = stream_key(world.name, world.name)
            world.oracle.produce(world.offsets_topic, key=key, value=newest)
            self.assert_refused(
                world,
                f"the Kafka cluster is {other.cluster_id}",
                f"made with {self_cluster}",
                self._adopt(world),
            )
            self.assert_remedied(world)

    def test_a_publication_whose_content_changed_goes_on(self) -> None:
        world = self.relayed_world()
        before = world.checkpoint()
        assert before
        world.sql(f"ALTER PUBLICATION {world.slot} ADD TABLE ledger")
        world.sql("INSERT INTO load_a VALUES (2, 0, 1, 0, 'published all the time')")
        world.start_and_wait()
        world.daemon.wait_for_log("publication '.*' has changed since the checkpoint")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [1, 2])
        fingerprint = "publication_fingerprint"
        wait_for(
            lambda: world.checkpoint().fields[fingerprint] != before.fields[fingerprint],
            30,
            "the checkpoint knows the publication as it is now",
        )
        world.daemon.stop()
        self.assert_relays_again(world)
        self.assertNotIn("has changed since", world.daemon.output())

    def _adopt(self, world: World) -> str:
        return f"walrelay offsets adopt --accept-gap --connector {world.name}"

    @contextmanager
    def _configured(self, world: World, option: str, value: str) -> Iterator[None]:
        before = world.daemon.config.read_text()
        lines = [line for line in before.splitlines() if not line.strip().startswith(f"{option}:")]
        world.daemon.config.write_text("\n".join([*lines, f"    {option}: {value}\n"]))
        try:
            yield
        finally:
            world.daemon.config.write_text(before)


if __name__ == "__main__":
    unittest.main()
