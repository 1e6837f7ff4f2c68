"""Records and topics of other sizes than the client's defaults: a topic that takes less than a
batch, a record that is larger than all that usually waits for the broker."""

import unittest

from harness.world import RelayCase, World

ROWS = 2000
LARGE_MB = 12


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

    def test_a_record_larger_than_the_queue(self) -> None:
        limit = str(2 * LARGE_MB << 20)
        world = self.world(tables="public.load_a", changes={"kafka.message.max.bytes": limit})
        topic = f"{world.name}.public.load_a"
        world.oracle.create_topic(topic, **{"max.message.bytes": limit})
        world.start_and_wait()
        for number in range(3):
            world.sql(
                f"INSERT INTO load_a VALUES ({number}, 0, {number}, 0, "
                f"repeat('x', {LARGE_MB} << 20))"
            )
        world.wait_until_relayed()
        self.assertEqual(self._ids(world, topic), [0, 1, 2])
        self.assertNotIn("degraded", world.daemon.output())

    def _ids(self, world: World, topic: str) -> list[int]:
        return [record.key_json["id"] for record in world.reader.of_topic(topic)]


if __name__ == "__main__":
    unittest.main()
