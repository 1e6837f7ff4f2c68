"""B26: while published tables are idle and others write, the slot follows, so that WAL does not
pile up, and so does the checkpoint; neither passes a captured row that has yet to come."""

import unittest

from harness.daemon import run_verb
from harness.lsn import lsn
from harness.waiting import wait_for
from harness.world import RelayCase, World

MEGABYTE = 1 << 20
CONFIGURATION = 2
FILL = "INSERT INTO busy SELECT repeat(md5(g::text), 32) FROM generate_series(1, 10000) g"


class IdlePublishedTables(RelayCase):
    def test_others_write(self) -> None:
        """Into an unpublished table of the database, then into another database of the cluster."""
        world = self._world()
        self.postgres.sql("CREATE TABLE busy (filler text)")
        world.sql("CREATE TABLE busy (filler text)")
        for database in (world.name, "test"):
            with self.subTest(database):
                begun = self._wal_end()
                while self._wal_end() - begun < 100 * MEGABYTE:
                    self.postgres.sql(FILL, database=database)
                end = self._wal_end()
                wait_for(
                    lambda: world.confirmed() >= end, 15, "the slot", explain=world.daemon.output
                )
                self.assertGreaterEqual(world.checkpoint().lsn, end)
                world.daemon.kill()
                world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (2, 0, 2, 0, 'after')")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [1, 2])
        world.daemon.stop()

    def test_an_open_transaction_holds_a_captured_row(self) -> None:
        """Keepalives carry the position over its row, not over its commit."""
        world = self._world()
        session = self.postgres.connect(world.name)
        self.addCleanup(session.close)
        session.autocommit = False
        session.cursor().execute("INSERT INTO load_a VALUES (2, 0, 2, 0, 'open')")
        row_written = self._wal_end()
        world.sql("CREATE TABLE busy (filler text)")
        world.sql(FILL)
        end = self._wal_end()
        self.assertGreater(end, row_written)
        wait_for(lambda: world.confirmed() >= end, 15, "the slot", explain=world.daemon.output)
        world.daemon.kill()
        session.commit()
        world.start_and_wait()
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), [1, 2])
        world.daemon.stop()

    def test_a_heartbeat_query_that_no_heartbeat_runs_is_refused(self) -> None:
        """The position moves without one, so none has to write to a published table."""
        world = self._world()
        world.daemon.rewrite(
            "    snapshot.mode:",
            '    heartbeat.action.query: "INSERT INTO beat VALUES (1)"\n    snapshot.mode:',
        )
        done = run_verb("config", "check", "-c", str(world.daemon.config))
        self.assertEqual(done.returncode, CONFIGURATION, done.stderr)
        self.assertRegex(done.stderr, "heartbeat.action.query.*would never run")
        world.daemon.stop()

    def _world(self) -> World:
        world = self.world(tables="public.load_a")
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (1, 0, 1, 0, 'before')")
        world.wait_until_relayed()
        return world

    def _wal_end(self) -> int:
        return lsn(str(self.postgres.value("SELECT pg_current_wal_insert_lsn()::text")))


if __name__ == "__main__":
    unittest.main()
