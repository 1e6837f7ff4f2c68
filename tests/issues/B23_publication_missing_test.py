"""B23: a publication that was made after the slot, or dropped and made again, is missing from the
WAL in between, for ever. That is said, with its name, the slot and the place; nothing is healed by
dropping the slot."""

import unittest

from harness.refusal import REFUSED, RefusalCase
from harness.world import World


class PublicationMissing(RefusalCase):
    def test_made_after_the_slot(self) -> None:
        world = self.world()
        world.sql("SELECT pg_create_logical_replication_slot(%s, 'pgoutput')", world.slot)
        confirmed = world.slot_row()["confirmed_flush_lsn"]
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'without a publication')")
        self.assert_refused(
            world, f"publication '{world.slot}' does not exist", f"slot '{world.slot}'"
        )
        self._publish(world)
        self._assert_undecodable(world, confirmed)

    def test_dropped_while_running_and_made_again(self) -> None:
        world = self._streaming_world()
        world.sql(f"DROP PUBLICATION {world.slot}")
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'without a publication')")
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        self._assert_says_why(world)
        self.assertEqual(world.ids("load_a"), [1])
        self._publish(world)
        self._assert_undecodable(world, world.slot_row()["confirmed_flush_lsn"])

    def test_dropped_and_made_again_while_nothing_is_written(self) -> None:
        """Nothing is lost, but nobody can know: it is noticed at the next start at the latest."""
        world = self._streaming_world()
        world.sql(f"DROP PUBLICATION {world.slot}")
        self._publish(world)
        world.daemon.kill()
        self.assert_refused(world, "the publication's OID (it was dropped and created again)")
        self.assert_remedied(world)

    def _streaming_world(self) -> World:
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.wait_until_relayed()
        return world

    def _publish(self, world: World) -> None:
        world.sql(f"CREATE PUBLICATION {world.slot} FOR TABLE load_a, load_b")

    def _assert_undecodable(self, world: World, confirmed: str) -> None:
        """Whether the position is judged first, or the server ends the stream before that, is a
        matter of moments. Only a new slot gets further."""
        self.assert_refused(world)
        if "cannot be decoded" not in world.daemon.output():
            self.run_remedy(world)
            self.assert_refused(world)
        self._assert_says_why(world)
        self.assertIn(confirmed, world.daemon.output())
        self.assertEqual(world.slot_row()["confirmed_flush_lsn"], confirmed)
        self.run_remedy(world)
        self.assert_relays_again(world)

    def _assert_says_why(self, world: World) -> None:
        output = world.daemon.output()
        self.assertRegex(output, rf"slot '{world.slot}' cannot be decoded from \w+/\w+ on")
        self.assertIn(f'publication "{world.slot}" does not exist', output)
        self.assertIn("offsets reset --accept-gap", output)


if __name__ == "__main__":
    unittest.main()
