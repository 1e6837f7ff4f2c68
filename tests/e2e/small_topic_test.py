"""A topic that takes less than a batch of the producer gets its rows all the same."""

import unittest

from harness.world import RelayCase, World

ROWS = 2000


class SmallTopic(RelayCase):
    def test_a_burst_goes_to_a_topic_that_takes_less_than_a_batch(self) -> None:
        world = self.world(tables="public.load_a,public.load_b")
        topics = {table: f"{world.name}.public.{table}" for table in ("load_a", "load_b")}
        world.oracle.create_topic(topics["load_a"], **{"max.message.bytes": "20000"})
        world.start_and_wait()
        world.sql("INSERT INTO load_b VALUES (0, 0, 0, 0, 'in a transaction before')")
        # Random text, so that compression does not make a batch small.
        world.sql(
            "INSERT INTO load_a SELECT g, 0, g, 0, string_agg(md5(random()::text), '') "
            f"FROM generate_series(1, {ROWS}) g, generate_series(1, 30) part "
            "GROUP BY g ORDER BY g"
        )
        world.sql("INSERT INTO load_b VALUES (1, 0, 1, 0, 'in a transaction after')")
        world.wait_until_relayed()
        self.assertEqual(self._ids(world, topics["load_a"]), list(range(1, ROWS + 1)))
        self.assertEqual(self._ids(world, topics["load_b"]), [0, 1])
        self.assertNotIn("parked", world.daemon.output())
        self.assertEqual(world.daemon.output().count("batches have up to"), 1)

    def _ids(self, world: World, topic: str) -> list[int]:
        return [record.key_json["id"] for record in world.reader.of_topic(topic)]


if __name__ == "__main__":
    unittest.main()
