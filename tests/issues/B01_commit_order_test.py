"""B01: a transaction that began first and commits last, across a restart, is no repeat."""

import unittest

from harness.world import RelayCase, World

DDL = "CREATE TABLE o (id int PRIMARY KEY)"


class CommitOrder(RelayCase):
    def _streaming_world(self) -> World:
        world = self.world(tables="public.o", create=DDL)
        world.start_and_wait()
        return world

    def _assert_rows(self, world: World, expected: list[int]) -> None:
        world.start_and_wait()
        world.wait_until_relayed()
        records = world.reader.of_topic(f"{world.name}.public.o")
        self.assertEqual([record.key_json["id"] for record in records], expected)
        lsns = {r.key_json["id"]: r.value_json["source"]["lsn"] for r in records}
        self.assertLess(
            lsns[1], lsns[2], "the case needs a row whose LSN is lower than one before it"
        )

    def test_open_transaction_commits_after_a_kill(self) -> None:
        world = self._streaming_world()
        first = self.postgres.connect(world.name)
        self.addCleanup(first.close)
        first.autocommit = False
        first.cursor().execute("INSERT INTO o VALUES (1)")
        world.sql("INSERT INTO o VALUES (2)")
        world.wait_until_relayed()
        world.daemon.kill()
        first.commit()
        self._assert_rows(world, [2, 1])

    def test_prepared_transaction_commits_after_a_kill(self) -> None:
        world = self._streaming_world()
        first = self.postgres.connect(world.name)
        self.addCleanup(first.close)
        first.cursor().execute("BEGIN; INSERT INTO o VALUES (1); PREPARE TRANSACTION 'x'")
        world.sql("INSERT INTO o VALUES (2)")
        world.wait_until_relayed()
        world.daemon.kill()
        first.cursor().execute("COMMIT PREPARED 'x'")
        self._assert_rows(world, [2, 1])


if __name__ == "__main__":
    unittest.main()
