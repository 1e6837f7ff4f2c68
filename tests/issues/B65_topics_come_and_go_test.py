"""B65: topics that are missing, deleted or made again are created as configured, and no row is
left out. Deleted records are gone, rows after them are not; a lost offsets topic is said."""

import unittest

from harness.refusal import REFUSED, RefusalCase
from harness.waiting import wait_for
from harness.workload import Workload, test_seed

WITHIN_S = 90


class TopicsComeAndGo(RefusalCase):
    def test_missing_topics_are_created_as_configured(self) -> None:
        """One of a table that exists, one of a table that is created while rows flow."""
        world = self.world(
            tables="public.l(oad_a|ater_on)",
            changes={
                "topic.creation.default.partitions": 3,
                "topic.creation.default.cleanup.policy": "compact",
            },
        )
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.sql(
            "SET ROLE walrelay; CREATE TABLE later_on (id int PRIMARY KEY);"
            f"ALTER PUBLICATION {world.slot} ADD TABLE later_on; INSERT INTO later_on VALUES (1)"
        )
        world.wait_until_relayed()
        for table in ("load_a", "later_on"):
            found = world.oracle.describe(f"{world.name}.public.{table}")
            self.assertEqual(found["partitions"], 3)
            self.assertEqual(found["configs"]["cleanup.policy"], "compact")
            self.assertEqual(world.ids(table), [1])
        world.daemon.stop()

    def test_deleted_under_load(self) -> None:
        """Whatever was committed after the topic is back is there, once."""
        world = self.world()
        world.start_and_wait()
        topic = f"{world.name}.public.load_a"
        with Workload(self.postgres, world.name, seed=test_seed()), world.sampler() as sampler:
            wait_for(lambda: world.records("load_a"), 60, "rows arrive")
            world.oracle.delete_topics(topic)
            wait_for(lambda: topic in world.oracle.topics(), WITHIN_S, "it is created again")
        world.wait_until_relayed()
        sampler.assert_slot_behind_checkpoint()
        ((newest,),) = world.sql("INSERT INTO load_a VALUES (-1, 0, -1, 0, 'x') RETURNING id")
        world.wait_until_relayed()
        seen = [(r.key, r.value) for r in world.oracle.read(topic)]
        self.assertIn(str(newest), seen[-1][0])
        self.assertEqual(len(seen), len(set(seen)))
        world.daemon.stop()

    def test_deleted_and_made_again_with_more_partitions(self) -> None:
        world = self.world(tables="public.load_a")
        world.start_and_wait()
        world.sql("INSERT INTO load_a SELECT g, 0, 1, g, 'x' FROM generate_series(1, 20) g")
        world.wait_until_relayed()
        topic = f"{world.name}.public.load_a"
        world.oracle.delete_topics(topic)
        world.oracle.create_topic(topic, partitions=3)
        world.sql("INSERT INTO load_a SELECT g, 0, 1, g, 'x' FROM generate_series(21, 60) g")
        world.wait_until_relayed()
        # A producer learns of more partitions when it looks at the topic again: in minutes, or now.
        world.daemon.stop()
        world.start_and_wait()
        world.sql("INSERT INTO load_a SELECT g, 0, 1, g, 'x' FROM generate_series(61, 100) g")
        world.wait_until_relayed()
        records = world.oracle.read(topic)
        self.assertEqual(sorted(r.key_json["id"] for r in records), list(range(21, 101)))
        self.assertEqual({r.partition for r in records}, {0, 1, 2})
        world.daemon.stop()

    def test_the_offsets_topic_is_deleted_while_running(self) -> None:
        """Refused in the end, not begun anew; `offsets adopt` goes on from the slot."""
        world = self.world()
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'x')")
        world.wait_until_relayed()
        world.oracle.delete_topics(world.offsets_topic)
        world.sql("INSERT INTO load_a VALUES (2, 0, 1, 0, 'x')")
        self.assertEqual(world.daemon.wait(WITHIN_S), REFUSED, world.daemon.output())
        self.assertIn(world.offsets_topic, world.daemon.output())
        self.assertEqual(world.ids("load_a"), [1])
        self.assert_refused(world, world.offsets_topic)
        self.run_remedy(world)
        self.assert_relays_again(world)
        self.assertEqual(world.ids("load_a"), [1, 2])


if __name__ == "__main__":
    unittest.main()
