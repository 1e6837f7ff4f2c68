"""A refusal: it says what was found and what to type, has changed nothing on either side, and what
it says to type resolves it."""

import re
import shlex
from typing import Any

from .world import RelayCase, World

REFUSED = 3
_COMMAND = re.compile(r"walrelay (offsets (?:adopt|reset)(?: --[a-z][a-z-]*(?: (?!--)[\w.-]+)?)*)")
_STATEMENT = re.compile(r"\b((?:SELECT pg_|ALTER |CREATE )[^;]*);")


def state(world: World) -> dict[str, Any]:
    """Everything that a refusal must leave alone."""
    slots = world.postgres.sql(
        "SELECT slot_name, slot_type, confirmed_flush_lsn::text, wal_status "
        "FROM pg_replication_slots ORDER BY 1"
    )
    publications = world.sql(
        "SELECT p.oid, pubname, array_agg(prrelid ORDER BY prrelid) FROM pg_publication p "
        "LEFT JOIN pg_publication_rel r ON prpubid = p.oid GROUP BY 1, 2 ORDER BY 1"
    )
    topics = sorted(world.oracle.topics())
    # Committed records only: a fence writes markers, which are no change for anyone.
    records = world.reader.catch_up()
    if world.offsets_topic in topics:
        records += world.offsets.records()
    seen = [(record.topic, record.key, record.value) for record in records]
    return {"slots": slots, "publications": publications, "topics": topics, "records": seen}



class RefusalCase(RelayCase):
    def relayed_world(self, **arguments: Any) -> World:
        """One row is relayed, and the daemon stopped in order."""
        world = self.world(**arguments)
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'relayed')")
        world.wait_until_relayed()
        world.daemon.stop()
        return world

    def assert_refused(self, world: World, *parts: str) -> None:
        before = state(world)
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        for part in parts:
            self.assertIn(part, world.daemon.output())
        self.assertEqual(state(world), before)

    def run_remedy(self, world: World) -> None:
        """What the refusal printed, as it is printed: first the statement, then the command."""
        output = world.daemon.output()
        found = False
        for statement in _STATEMENT.findall(output)[:1]:
            world.sql(statement.replace('\\"', '"'))
            found = True
        for command in _COMMAND.findall(output)[:1]:
            done = world.daemon.verb(*shlex.split(command))
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stderr}")
            found = True
        self.assertTrue(found, f"no remedy to run in:\n{output}")

    def assert_relays_again(self, world: World) -> None:
        """One row more arrives, and it is the only one in its table."""
        world.start_and_wait()
        world.sql("INSERT INTO load_b VALUES (100, 0, 9, 0, 'after')")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_b"), [100], world.daemon.output())
        world.daemon.stop()

    def assert_remedied(self, world: World) -> None:
        self.run_remedy(world)
        self.assert_relays_again(world)
