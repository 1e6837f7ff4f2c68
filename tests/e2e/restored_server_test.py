"""A server that was restored from a file copy is on the same timeline as before and knows nothing
of what it has lost. Rows of its new history would be skipped, so it is refused, also when its WAL
has grown beyond the checkpoint again."""

import unittest

from harness.lsn import lsn
from harness.postgres_server import PostgresServer
from harness.refusal import RefusalCase
from harness.world import World

REPLACED = "the server's history was replaced without a new timeline"


class RestoredServer(RefusalCase):
    def setUp(self) -> None:
        """A server for each test: what happens to it happens to all databases."""
        self.postgres = PostgresServer()
        self.addCleanup(self.postgres.remove)
        self.postgres.start()

    def test_its_wal_ends_before_the_checkpoint(self) -> None:
        world = self._restored()
        self.assert_refused(
            world,
            "lies beyond the server's end of WAL",
            f"walrelay offsets adopt --accept-gap --connector {world.name}",
        )
        self.assert_remedied(world)

    def test_its_wal_has_grown_beyond_the_checkpoint(self) -> None:
        """The commits of the new history lie elsewhere than those of the old one."""
        world = self._restored()
        self._outgrow(world, "INSERT INTO load_a SELECT g, 0, 3, g, 'new' FROM {} g", rows=100)
        self._assert_refused_as_replaced(world)

    def test_its_wal_has_grown_and_one_transaction_covers_the_checkpoint(self) -> None:
        world = self._restored()
        world.sql("INSERT INTO load_a SELECT g, 0, 3, g, 'new' FROM generate_series(10, 30000) g")
        self._outgrow(world, "INSERT INTO load_a SELECT g, 0, 3, g, 'x' FROM {} g", rows=1)
        self._assert_refused_as_replaced(world)

    def test_its_wal_has_grown_by_what_is_not_captured(self) -> None:
        """The checkpoint's last transaction does not come again, and nothing comes in its place."""
        world = self._restored()
        self._outgrow(world, "INSERT INTO aside SELECT 'x' FROM {} g", rows=1000)
        self._assert_refused_as_replaced(world)

    def test_a_crash_after_adopt_replaces_nothing(self) -> None:
        """PostgreSQL writes a slot's position to disk with its own checkpoints, so a crash takes it
        back to before what was adopted. Nothing was relayed since that could be compared."""
        world = self.relayed_world()
        world.postgres.sql("CHECKPOINT")
        world.start_and_wait()
        world.sql("INSERT INTO load_a SELECT g, 0, 2, g, 'before' FROM generate_series(2, 2000) g")
        world.wait_until_relayed()
        world.daemon.stop()
        self.assertEqual(world.daemon.verb("offsets", "adopt", "--accept-gap").returncode, 0)
        adopted = world.checkpoint()
        assert adopted
        self.postgres.stop("immediate")
        self.postgres.start()
        self.assertLess(world.confirmed(), adopted.lsn)
        world.start_and_wait()
        world.sql("INSERT INTO load_a VALUES (2001, 0, 2, 0, 'after')")
        world.wait_until_relayed()
        self.assertEqual(world.ids("load_a"), list(range(1, 2002)))

    def _restored(self) -> World:
        """Rows were relayed that the copy of the data does not have."""
        world = self.relayed_world()
        world.sql("CREATE TABLE aside (filler text)")
        backup = world.postgres.folder / "backup"
        world.postgres.stop()
        world.postgres.copy_data(backup)
        world.postgres.start()
        world.start_and_wait()
        world.sql("INSERT INTO load_a SELECT g, 0, 2, g, 'old' FROM generate_series(2, 2000) g")
        world.sql("INSERT INTO load_a VALUES (2001, 0, 2, 0, 'old')")
        world.wait_until_relayed()
        world.daemon.stop()
        world.postgres.stop()
        world.postgres.restore_data(backup)
        world.postgres.start()
        return world

    def _outgrow(self, world: World, statement: str, rows: int) -> None:
        checkpoint = world.checkpoint()
        assert checkpoint
        first = 100_000
        while lsn(str(world.postgres.value("SELECT pg_current_wal_lsn()::text"))) < checkpoint.lsn:
            world.sql(statement.format(f"generate_series({first}, {first + rows - 1})"))
            first += rows
        world.sql(statement.format(f"generate_series({first}, {first + rows - 1})"))

    def _assert_refused_as_replaced(self, world: World) -> None:
        """Twice: the first look must not have moved the slot over what told it."""
        for _ in range(2):
            self.assert_refused(world, REPLACED, "walrelay offsets adopt --accept-gap")
        self.assert_remedied(world)


if __name__ == "__main__":
    unittest.main()
