"""B20: forty restarts without writes repeat nothing, and a row written while down arrives once."""

import unittest

from harness.world import RelayCase, World

RESTARTS = 20


class IdleRestarts(RelayCase):
    def test_restarts_repeat_nothing(self) -> None:
        world = self.world(tables="public.load_a")
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'first')")
        world.wait_until_relayed()
        topic = f"{world.name}.public.load_a"
        for end in (world.daemon.stop, world.daemon.kill):
            for _ in range(RESTARTS):
                end()
                world.start_and_wait()
        self.assertEqual(self._ids(world, topic), [1])
        world.daemon.stop()
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'while down')")
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (3, 0, 3, 0, 'after')")
        world.wait_until_relayed()
        self.assertEqual(self._ids(world, topic), [1, 2, 3])

    def _ids(self, world: World, topic: str) -> list[int]:
        return [record.key_json["id"] for record in world.reader.of_topic(topic)]


if __name__ == "__main__":
    unittest.main()
