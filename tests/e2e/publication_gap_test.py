"""A captured table that was outside the publication for a while: its rows of that time never arrive
(INV-8: not without a log line)."""

import unittest

from harness.world import RelayCase, World

REFUSED = 3
# Up to PostgreSQL 17 the first change ends the stream. Later servers pass over it in silence, and
# the daemon looks at the publication once a minute.
NOTICED_S = 80


class PublicationGap(RelayCase):
    def test_a_table_is_recreated_under_its_name(self) -> None:
        world = self._streaming()
        world.sql(
            "SET ROLE walrelay; DROP TABLE items; CREATE TABLE items (id int PRIMARY KEY);"
            "INSERT INTO items VALUES (2)"
        )
        self._restart_says_it(world)

    def test_a_table_is_taken_out_of_the_publication(self) -> None:
        world = self._streaming()
        world.sql(f"ALTER PUBLICATION {world.slot} DROP TABLE items")
        world.sql("INSERT INTO items VALUES (2)")
        self._restart_says_it(world)

    def test_the_publication_is_dropped_while_it_is_relayed(self) -> None:
        world = self._streaming()
        world.sql(f"DROP PUBLICATION {world.slot}")
        world.sql("INSERT INTO items VALUES (2)")
        self.assertEqual(world.daemon.wait(NOTICED_S), REFUSED, world.daemon.output())
        self.assertRegex(world.daemon.output(), rf"publication .{world.slot}.")
        # Nothing makes it anew and goes on, as if nothing were missing.
        world.daemon.start()
        self.assertEqual(world.daemon.wait(30), REFUSED, world.daemon.output())

    def _streaming(self) -> World:
        world = self.world(
            tables="public.items,public.load_a",
            create="CREATE TABLE items (id int PRIMARY KEY)",
        )
        world.start_and_wait()
        world.sql("INSERT INTO items VALUES (1)")
        world.wait_until_relayed()
        return world

    def _restart_says_it(self, world: World) -> None:
        """The table comes back into the publication at the next start; what is missing is said."""
        world.daemon.stop()
        world.daemon.start()
        world.daemon.wait_for_log("streaming slot")
        world.sql("INSERT INTO items VALUES (3)")
        world.wait_until_relayed()
        topic = f"{world.name}.public.items"
        ids = [record.key_json["id"] for record in world.reader.of_topic(topic)]
        self.assertEqual(ids, [1, 3])
        self.assertRegex(world.daemon.output(), r"warning .*public\.items")
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
