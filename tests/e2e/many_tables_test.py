"""One transaction that touches many tables: preparing them takes longer than a Kafka transaction may
stay open, so it cannot succeed at once; but each attempt must come further than the one before."""

import unittest

from harness.world import RelayCase

TABLES = 400


class ManyTables(RelayCase):
    def test_a_transaction_touches_more_tables_than_one_attempt_can_prepare(self) -> None:
        world = self.world(tables=r"public\.t\d+", changes={"transaction.timeout.ms": 10_000})
        for first in range(0, TABLES, 50):
            tables = (f"CREATE TABLE t{i} (id int PRIMARY KEY)" for i in range(first, first + 50))
            world.sql("SET ROLE walrelay; " + "; ".join(tables))
        world.start_and_wait()
        world.sql("; ".join(f"INSERT INTO t{i} VALUES (1)" for i in range(TABLES)))
        world.wait_until_relayed(150)
        self.assertEqual(len(world.reader.catch_up()), TABLES)
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
