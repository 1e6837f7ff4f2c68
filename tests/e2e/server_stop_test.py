"""A fast stop of PostgreSQL waits for its WAL sender; the daemon must let go also while Kafka takes
nothing and it has stopped reading, when it does not see what the server asks."""

import unittest

from harness.world import RelayCase

PATIENCE_S = 30  # shutdown.grace.ms, what may be under way, and a slow machine


class ServerStop(RelayCase):
    def test_a_fast_stop_while_kafka_takes_nothing(self) -> None:
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (0, 0, 0, 0, 'its topic is there')")
        world.wait_until_relayed()
        self.broker.pause()
        try:
            world.sql(
                "INSERT INTO load_a SELECT g, 0, 0, 0, repeat(md5(g::text), 10) "
                "FROM generate_series(1, 200000) g"
            )
            world.daemon.wait_for_log("rows wait for Kafka", 60)
            self.postgres.stop("fast", timeout=PATIENCE_S)
        finally:
            self.broker.resume()
        self.postgres.start()
        world.wait_until_relayed()
        topic = f"{world.name}.public.load_a"
        ids = [record.key_json["id"] for record in world.reader.of_topic(topic)]
        self.assertEqual(ids, list(range(200_001)))
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
