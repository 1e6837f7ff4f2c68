"""B10: of a large transaction that PostgreSQL spills, what was rolled back to a savepoint never
arrives: the stream is asked for whole committed transactions only."""

import unittest

from harness.world import RelayCase, World

DDL = "CREATE TABLE sp (id int PRIMARY KEY, filler text)"


def rows(first: int, last: int) -> str:
    """A few hundred of them are more than logical_decoding_work_mem."""
    return f"INSERT INTO sp SELECT g, repeat('a', 200) FROM generate_series({first}, {last}) g;"


SAVEPOINT = (
    f"BEGIN; {rows(1, 500)} SAVEPOINT a; {rows(1001, 1500)} ROLLBACK TO a; {rows(2001, 2001)}"
    "COMMIT;",
    [*range(1, 501), 2001],
)
NESTED = (
    f"BEGIN; {rows(3001, 3400)} SAVEPOINT a; {rows(3501, 3900)} SAVEPOINT b; {rows(4001, 4400)}"
    f"RELEASE b; {rows(4501, 4900)} ROLLBACK TO a; SAVEPOINT c; {rows(5001, 5400)} RELEASE c;"
    "COMMIT;",
    [*range(3001, 3401), *range(5001, 5401)],
)
EXCEPTIONS = (
    """DO $$ BEGIN
         FOR i IN 6001..6600 LOOP
           BEGIN
             INSERT INTO sp VALUES (i, repeat('a', 200));
             IF i % 3 = 0 THEN RAISE 'no'; END IF;
           EXCEPTION WHEN raise_exception THEN NULL;
           END;
         END LOOP;
       END $$""",
    [i for i in range(6001, 6601) if i % 3],
)
ROLLED_BACK = (f"BEGIN; {rows(7001, 8000)} ROLLBACK;", [])


class Subtransactions(RelayCase):
    def test_only_what_is_committed_arrives(self) -> None:
        world = self._streaming_world()
        expected: list[int] = []
        for name, (statements, ids) in {
            "savepoint": SAVEPOINT,
            "nested": NESTED,
            "exceptions": EXCEPTIONS,
            "rolled back": ROLLED_BACK,
        }.items():
            with self.subTest(name):
                world.sql(statements)
                expected += ids
                world.wait_until_relayed()
                self.assertEqual(world.ids("sp"), expected)
        self._assert_spilled(world)
        world.daemon.stop()

    def test_two_large_transactions_interleaved(self) -> None:
        """Each arrives whole, in the order of the commits."""
        world = self._streaming_world()
        sessions = [self.postgres.connect(world.name) for _ in range(2)]
        for session in sessions:
            self.addCleanup(session.close)
            session.autocommit = False
        cursors = [session.cursor() for session in sessions]
        for part in range(4):
            for number, cursor in enumerate(cursors):
                first = 10_000 * (number + 1) + 500 * part
                cursor.execute(f"SAVEPOINT s; {rows(first, first + 399)}")
                if part == 2:
                    cursor.execute("ROLLBACK TO s")
        sessions[1].commit()
        sessions[0].commit()
        world.wait_until_relayed()
        parts = [
            range(base + 500 * part, base + 500 * part + 400)
            for base in (20_000, 10_000)
            for part in (0, 1, 3)
        ]
        self.assertEqual(world.ids("sp"), [row for part in parts for row in part])
        self._assert_spilled(world)
        world.daemon.stop()

    def _streaming_world(self) -> World:
        world = self.world(tables="public.sp", create=DDL)
        world.sql(f"ALTER DATABASE {world.name} SET logical_decoding_work_mem = '64kB'")
        world.start_and_wait()
        return world

    def _assert_spilled(self, world: World) -> None:
        """Else the case proves nothing; and no part of a transaction came before its commit."""
        ((spilled, streamed),) = world.sql(
            "SELECT spill_txns, stream_txns FROM pg_stat_replication_slots WHERE slot_name = %s",
            world.slot,
        )
        self.assertGreater(spilled, 0)
        self.assertEqual(streamed, 0)


if __name__ == "__main__":
    unittest.main()
