"""B32: the checkpoint that counts is the newest committed record of one's own key, whatever else
the offsets topic holds, and it is found in seconds."""

import os
import time
import unittest
from collections.abc import Iterator
from contextlib import contextmanager

from harness.kafka_broker import KafkaBroker
from harness.offsets_topic import stream_key
from harness.waiting import wait_for
from harness.world import RelayCase, World

REFUSED = 3
KILLS = 50 if os.environ.get("WALRELAY_TEST_LONG") else 10
ABORTED = 20_000
FEW = 100
START_WITHIN_S = 20
# Everything but the active segment is compacted at once.
COMPACTING = {
    "min.cleanable.dirty.ratio": "0.0",
    "max.compaction.lag.ms": "100",
    "delete.retention.ms": "0",
    "segment.ms": "100",
}


class CheckpointReadBack(RelayCase):
    @classmethod
    def make_broker(cls) -> KafkaBroker:
        return KafkaBroker(settings={"log.cleaner.backoff.ms": "100"})

    def test_the_topic_ends_in_aborted_and_compacted_records(self) -> None:
        world = self._world()
        world.start_and_wait()
        world.wait_until_relayed()
        world.daemon.stop()
        self._insert(world, 1)
        for _ in range(KILLS):
            world.daemon.start(crash_at="before_commit")
            world.daemon.wait_for_crash_point()
        with self._in_seconds():
            world.start_and_wait()
        self._assert_relays(world, 2)
        self._abort_many(world)
        self._restart_in_seconds(world)
        self._assert_relays(world, 3)
        self._compact(world)
        self._restart_in_seconds(world)
        self._assert_relays(world, 4)
        world.daemon.stop()

    def test_two_connectors_share_a_topic_of_several_partitions(self) -> None:
        topic = "shared-offsets"
        one = self._world({"offset.storage.topic": topic})
        one.oracle.create_topic(topic, partitions=3, **{"cleanup.policy": "compact"})
        other = self._world({"offset.storage.topic": topic})
        for world in (one, other):
            world.start_and_wait()
        for number in range(1, 4):
            for world in (one, other):
                self._assert_relays(world, number)
        self.assertEqual({r.partition for r in one.oracle.read(topic)}, {0})
        one.daemon.kill()
        self._insert(one, 4)
        one.daemon.start(crash_at="before_commit")
        one.daemon.wait_for_crash_point()
        self._assert_held_back_until_the_first_is_back(one, other)

    def test_a_tombstone_means_no_checkpoint(self) -> None:
        world = self._world()
        world.start_and_wait()
        self._assert_relays(world, 1)
        world.daemon.stop()
        world.oracle.produce(world.offsets_topic, key=stream_key(world.name, world.name))
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
        self.assertIn("holds no checkpoint", world.daemon.output())
        adopted = world.daemon.verb("offsets", "adopt")
        self.assertEqual(adopted.returncode, 0, adopted.stderr)
        world.start_and_wait()
        self._assert_relays(world, 2)
        world.daemon.stop()

    def _assert_held_back_until_the_first_is_back(self, one: World, other: World) -> None:
        """What sharing costs: the open transaction of one may hide a checkpoint of the other, which
        therefore waits and does not go on from an older one."""
        other.daemon.kill()
        other.daemon.start()
        wait_for(lambda: other.slot_row()["active"], 30, "the other has its slot")
        with self._in_seconds():
            one.start_and_wait()
        with self._in_seconds():
            other.wait_until_streaming()
        self._assert_relays(one, 5)
        self._assert_relays(other, 4)
        for world in (one, other):
            world.daemon.stop()

    def _world(self, changes: dict[str, str | int] | None = None) -> World:
        return self.world(tables="public.load_a", changes=changes)

    def _insert(self, world: World, row: int) -> None:
        world.sql("INSERT INTO load_a VALUES (%s, 0, 1, 0, 'x')", row)

    def _assert_relays(self, world: World, row: int) -> None:
        """The rows up to this one are there, once each."""
        self._insert(world, row)
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), list(range(1, row + 1)))

    @contextmanager
    def _in_seconds(self) -> Iterator[None]:
        began = time.monotonic()
        yield
        self.assertLess(time.monotonic() - began, START_WITHIN_S)

    def _restart_in_seconds(self, world: World) -> None:
        world.daemon.kill()
        with self._in_seconds():
            world.start_and_wait()

    def _abort_many(self, world: World) -> None:
        """With the very key, and a position from which rows would be missing."""
        (newest, *_) = [
            record.value
            for record in reversed(world.oracle.read(world.offsets_topic))
            if record.key == stream_key(world.name, world.name)
        ]
        position = str(world.checkpoint().lsn)
        self.assertIn(position, newest)
        with world.oracle.open_transaction(
            world.offsets_topic,
            "somebody",
            key=stream_key(world.name, world.name),
            value=newest.replace(position, str(int(position) + (1 << 20))),
            count=ABORTED,
        ) as transaction:
            transaction.abort()

    def _compact(self, world: World) -> None:
        world.oracle.alter_topic(world.offsets_topic, **COMPACTING)

        def compacted() -> bool:
            world.sql("INSERT INTO load_b VALUES (1, 0, 1, 0, 'moves the position')")
            world.sql("DELETE FROM load_b")
            world.wait_until_relayed()  # one more record rolls the segment
            everything = world.oracle.read(world.offsets_topic, isolation="read_uncommitted")
            return len(everything) < FEW

        wait_for(compacted, 60, "the offsets topic is compacted")


if __name__ == "__main__":
    unittest.main()
