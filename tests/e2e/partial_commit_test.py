"""A PostgreSQL transaction that takes longer than a Kafka transaction may stay open is committed in
parts, by a timer also while the server stalls in its middle; killed in between, it goes on exactly
where it was left (INV-6)."""

import signal
import unittest

from harness import process
from harness.lsn import lsn
from harness.waiting import wait_for
from harness.world import RelayCase, World

ROWS = 400_000
KILLS = 3
FILL = "INSERT INTO big SELECT g, repeat(md5(g::text), 8) FROM generate_series(%s, %s) g"
# More than the markers of an aborted transaction and a checkpoint, fewer than the rows.
SOME_BYTES = 1_000_000


class PartialCommit(RelayCase):
    def test_killed_between_parts(self) -> None:
        world = self._behind()
        seen = 0
        for _ in range(KILLS):
            seen = self._killed_after_a_part(world, seen)
            self.assertLessEqual(world.confirmed(), self.huge_begins)
        world.daemon.start()
        world.wait_until_relayed(300)
        self.assertIsNone(world.checkpoint().fields["partial_changes"])
        ids = [record.key_json["id"] for record in world.reader.of_topic(self._topic(world))]
        self.assertEqual(ids, list(range(1, ROWS + 3)))
        world.daemon.stop()

    def test_a_publication_that_changed_between_parts_is_refused(self) -> None:
        world = self._behind()
        self._killed_after_a_part(world, 0)
        part = world.checkpoint()
        world.sql(f"ALTER PUBLICATION {world.slot} DROP TABLE load_a")
        world.daemon.start()
        self.assertEqual(world.daemon.wait(60), 3)
        self.assertIn("has changed since", world.daemon.output())
        self.assertEqual(world.checkpoint(), part)
        self.assertLessEqual(world.confirmed(), self.huge_begins)

    def test_a_table_that_is_captured_between_parts(self) -> None:
        """The daemon adds it to the publication itself, which is no change to refuse; killed right
        after that, it still goes on."""
        world = self._behind(tables="public.big,public.l(oad_a|ater_on)")
        self._killed_after_a_part(world, 0)
        world.sql("SET ROLE walrelay; CREATE TABLE later_on (id int PRIMARY KEY)")
        self._killed_after_a_part(world, world.checkpoint().fields["partial_changes"])
        self.assertRegex(world.daemon.output(), r"were added .*public\.later_on")
        world.sql("INSERT INTO later_on VALUES (1)")
        world.daemon.start()
        world.wait_until_relayed(300)
        self.assertEqual(world.ids("big"), list(range(1, ROWS + 3)))
        self.assertEqual(world.ids("later_on"), [1])
        world.daemon.stop()

    def _behind(self, tables: str = "public.big,public.load_a") -> World:
        """Between two small transactions a huge one, none of them relayed yet."""
        world = self.world(
            tables=tables,
            create="CREATE TABLE big (id int PRIMARY KEY, filler text)",
            changes={"transaction.timeout.ms": 5000},
        )
        world.start_and_wait()
        world.wait_until_relayed()
        world.daemon.stop()
        world.sql(FILL, 1, 1)
        # The slot waits here until the whole of it is in Kafka.
        self.huge_begins = lsn(str(self.postgres.value("SELECT pg_current_wal_lsn()::text")))
        world.sql(FILL, 2, ROWS + 1)
        world.sql(FILL, ROWS + 2, ROWS + 2)
        return world

    def _killed_after_a_part(self, world: World, seen: int) -> int:
        """The server stalls once more rows are on their way, so a timer ends the part. Answers with
        the number of the huge transaction's changes that are in Kafka."""
        topic = self._topic(world)
        before = self.broker.bytes_of(topic)
        world.daemon.start()
        explain = world.daemon.output

        def arriving() -> bool:
            return self.broker.bytes_of(topic) > before + SOME_BYTES

        wait_for(arriving, 60, "rows arrive in Kafka", every=0.01, explain=explain)
        walsender = world.slot_row()["active_pid"]
        process.signal_all([walsender], signal.SIGSTOP)
        try:

            def part() -> int | None:
                assert world.daemon.running, f"the daemon ended:\n{explain()}"
                changes = world.checkpoint().fields["partial_changes"]
                return changes if changes and changes > seen else None

            relayed = wait_for(part, 60, "a part is committed", explain=explain)
            world.daemon.kill()
        finally:
            process.signal_all([walsender], signal.SIGCONT)
        self.assertLess(relayed, ROWS)
        return relayed

    def _topic(self, world: World) -> str:
        return f"{world.name}.public.big"


if __name__ == "__main__":
    unittest.main()
