"""B40: transaction ids, OIDs and positions of a server that has run for years have their high bits
set; none of them is ever negative."""

import unittest

from harness.postgres_server import PostgresServer
from harness.world import RelayCase

HIGH = 3_000_000_000
HALF_WAY = HIGH // 2  # rows must not lie half of all transaction ids behind
WAL = "00000001000001FF000000F0"
WAL_FLOOR = 0x1FF << 32
XIDS_A_SEGMENT = 32 * 8192 * 4


class HighIds(RelayCase):
    @classmethod
    def make_postgres(cls) -> PostgresServer:
        return PostgresServer(settings={"autovacuum": "off"})

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.move_to(HALF_WAY)
        cls.move_to(HIGH)

    @classmethod
    def move_to(cls, xid: int) -> None:
        server = cls.postgres
        server.sql("UPDATE pg_database SET datallowconn = true", database="postgres")
        for (database,) in server.sql("SELECT datname FROM pg_database", database="postgres"):
            server.sql("VACUUM FREEZE", database=str(database))
        server.sql("CHECKPOINT")
        server.stop()
        # The status of transactions that never ran, in a file that the server would have made.
        segment = server.data / "pg_xact" / f"{xid // XIDS_A_SEGMENT:04X}"
        server.run_tool("/usr/bin/truncate", "-s", str(32 * 8192), segment)
        server.run_tool(
            "pg_resetwal", "-x", str(xid), "-o", str(HIGH), "-l", WAL, "-D", server.data
        )
        server.start()

    def test_B40_ids_with_their_high_bits_set(self) -> None:
        world = self.world(
            tables="public.late", create="CREATE TABLE late (id int PRIMARY KEY, o oid);"
        )
        world.start_and_wait()
        world.sql("INSERT INTO late SELECT 1, 'late'::regclass")
        world.sql("INSERT INTO late VALUES (2, 4294967295)")
        world.wait_until_relayed()
        world.daemon.stop()
        world.sql("INSERT INTO late VALUES (3, 0)")
        world.start_and_wait()
        world.wait_until_relayed()
        values = [record.value_json for record in world.records("late")]
        self.assertEqual([value["after"]["id"] for value in values], [1, 2, 3])
        table = values[0]["after"]["o"]
        self.assertGreater(table, HIGH)
        self.assertEqual([value["after"]["o"] for value in values], [table, 4294967295, 0])
        for value in values:
            self.assertGreater(value["source"]["txId"], HIGH)
            self.assertLess(value["source"]["txId"], HIGH + 1_000_000)
            self.assertGreater(value["source"]["lsn"], WAL_FLOOR)
        world.daemon.stop()


if __name__ == "__main__":
    unittest.main()
