"""B62: a slot that is still active is waited for, within bounds; a healthy owner is left alone."""

import unittest

from harness.waiting import wait_for
from harness.world import RelayCase

ROUNDS = 50


class SlotStillActive(RelayCase):
    def test_kill_and_start_at_once(self) -> None:
        world = self.world()
        world.start_and_wait()
        for number in range(1, ROUNDS + 1):
            world.daemon.kill()
            world.daemon.start()
            if number % 10 == 0:
                world.wait_until_streaming()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.wait_until_streaming()
        world.wait_until_relayed()
        self.assertEqual(len(world.reader.of_topic(f"{world.name}.public.load_a")), 1)

    def test_a_second_instance_waits_and_takes_over(self) -> None:
        world = self.world()
        world.start_and_wait()
        owner = world.slot_row()["active_pid"]
        second = world.another_daemon("second")
        second.start()
        second.wait_for_log("standby")
        self.assertEqual(world.slot_row()["active_pid"], owner)
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'by the first')")
        world.wait_until_relayed()
        world.daemon.kill()
        second.wait_for_log("streaming", timeout=20)
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'by the second')")
        topic = f"{world.name}.public.load_a"
        wait_for(lambda: len(world.reader.of_topic(topic)) >= 2, 20, "the second relays")
        ids = [record.key_json["id"] for record in world.reader.of_topic(topic)]
        self.assertEqual(ids, [1, 2])
        second.stop()


if __name__ == "__main__":
    unittest.main()
