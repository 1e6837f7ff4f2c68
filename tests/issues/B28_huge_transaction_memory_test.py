"""B28: a transaction's size does not show in the daemon's memory, also with the broker away in its
middle; what was rolled back leaves nothing; a value too large for Kafka is refused by name."""

import os
import unittest
from pathlib import Path

from harness import process
from harness.waiting import wait_for
from harness.world import RelayCase, World

ROWS = 2_000_000
WIDE_ROWS = 300_000 if "WALRELAY_TEST_LONG" in os.environ else 60_000
RESIDENT_MB_MOST = 48
SOME_BYTES = 20_000_000
LARGE_VALUE_MB = 200
BIG = "CREATE TABLE big (id int PRIMARY KEY, v text, n numeric, at timestamptz)"


class HugeTransactionMemory(RelayCase):
    def test_two_million_rows(self) -> None:
        world = self._behind(
            "INSERT INTO big SELECT g, repeat(md5(g::text), 3), g / 7.0, now() "
            f"FROM generate_series(1, {ROWS}) g"
        )
        topic = f"{world.name}.public.big"
        before = self.broker.bytes_of(topic)
        world.daemon.start()

        def arriving() -> bool:
            return self.broker.bytes_of(topic) > before + SOME_BYTES

        wait_for(arriving, 120, "rows arrive in Kafka", explain=world.daemon.output)
        self.broker.pause()
        try:
            world.daemon.wait_for_log("degraded", timeout=60)  # it has read all that it will hold
        finally:
            self.broker.resume()
        world.wait_until_relayed(300)
        self._assert_memory_bounded(world)
        number = 0
        for number, key in enumerate(world.oracle.keys(topic), 1):
            if key != f'{{"id":{number}}}':
                self.fail(f"record {number} has key {key}")
        self.assertEqual(number, ROWS)
        world.daemon.stop()

    def test_wide_rows_with_old_values(self) -> None:
        world = self._behind(
            "ALTER TABLE big REPLICA IDENTITY FULL",
            "INSERT INTO big SELECT g, repeat(md5(g::text), 30) "
            f"FROM generate_series(1, {WIDE_ROWS}) g",
            "BEGIN; UPDATE big SET v = v || 'rolled back'; ROLLBACK",
            "UPDATE big SET v = v || 'x'",
        )
        world.start_and_wait()
        world.wait_until_relayed(300)
        self._assert_memory_bounded(world)
        keys = list(world.oracle.keys(f"{world.name}.public.big"))
        expected = [f'{{"id":{number}}}' for number in range(1, WIDE_ROWS + 1)]
        self.assertEqual(keys[:WIDE_ROWS], expected)
        self.assertEqual(sorted(keys[WIDE_ROWS:]), sorted(expected))
        world.daemon.stop()

    def test_a_value_too_large_for_kafka(self) -> None:
        world = self._behind(
            "INSERT INTO big VALUES (1, 'small')",
            f"INSERT INTO big VALUES (2, repeat('x', {LARGE_VALUE_MB} << 20))",
        )
        position = world.checkpoint()
        world.daemon.start()
        peak = 0.0

        def ended() -> bool:
            nonlocal peak
            peak = max(peak, self._peak_if_running(world.daemon.pid))
            return not world.daemon.running

        wait_for(ended, 120, "the daemon refuses", every=0.01, explain=world.daemon.output)
        self.assertEqual(world.daemon.wait(), 3, world.daemon.output())
        for part in ("public.big", "max.message.bytes"):
            self.assertIn(part, world.daemon.output())
        # PostgreSQL's message is one piece; its record is not built beside it for long.
        self.assertLess(peak, RESIDENT_MB_MOST + 4 * LARGE_VALUE_MB)
        self.assertLessEqual(position.lsn, world.checkpoint().lsn)
        topic = f"{world.name}.public.big"
        self.assertLessEqual(set(world.oracle.keys(topic)), {'{"id":1}'})

    def _behind(self, *statements: str) -> World:
        """A daemon that is stopped, and statements yet to be relayed."""
        world = self.world(tables="public.big", create=BIG)
        world.start_and_wait()
        world.wait_until_relayed()
        world.daemon.stop()
        for statement in statements:
            world.sql(statement)
        return world

    def _assert_memory_bounded(self, world: World) -> None:
        peak = process.peak_memory_mb(world.daemon.pid)
        print(f"{self.id()}: at most {peak:.1f} MB resident")
        libraries = Path(f"/proc/{world.daemon.pid}/maps").read_text()
        if "san.so" not in libraries:  # a sanitizer keeps books of its own
            self.assertLessEqual(peak, RESIDENT_MB_MOST)

    def _peak_if_running(self, pid: int) -> float:
        try:
            return process.peak_memory_mb(pid)
        except (OSError, ValueError):  # it ends
            return 0.0


if __name__ == "__main__":
    unittest.main()
