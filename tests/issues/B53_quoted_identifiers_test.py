"""B53: names that only quotes make names: what is set up, read and streamed is theirs, exactly."""

import json
import unittest

from harness.world import RelayCase

DATABASE, ROLE = "My-Db", "Cdc User"
TABLE = '"My.Sch"."Tab le.x""q"'
COLUMN, QUOTED = 'Côl "q"', '"Côl ""q"""'
TOPIC = "My.Sch.Tab_le.x_q"
CREATE = f"""
    CREATE SCHEMA "My.Sch";
    CREATE TABLE {TABLE} ("ID" int, "select" text, {QUOTED} numeric(4,1), "a.b" int[],
                          id int, PRIMARY KEY ("ID", "a.b"));
    CREATE TYPE "My.Sch"."Mo od" AS ENUM ('Ä "b"');
    ALTER TABLE {TABLE} ADD "Enum" "My.Sch"."Mo od";
    INSERT INTO {TABLE} VALUES (1, 's', 1.5, '{{1}}', 9, 'Ä "b"');
"""
ROW = {"ID": 1, "select": "s", COLUMN: "1.5", "a.b": [1], "id": 9, "Enum": 'Ä "b"'}


class QuotedIdentifiers(RelayCase):
    def test_B53(self) -> None:
        self.postgres.sql(f'CREATE ROLE "{ROLE}" LOGIN REPLICATION', database="postgres")
        self.postgres.sql(f'CREATE DATABASE "{DATABASE}" OWNER "{ROLE}"', database="postgres")
        self.run_sql(f'SET ROLE "{ROLE}"; {CREATE}')
        world = self.world(
            tables=r'My\.Sch\.Tab le\.x"q',
            changes={
                "database.dbname": DATABASE,
                "database.user": ROLE,
                "publication.name": "Pub-1",
                "decimal.handling.mode": "string",
            },
        )
        wrong = world.another_daemon("wrong", {"slot.name": "Slot-1"})
        wrong.start()
        self.assertEqual(wrong.wait(30), 2)
        self.assertIn("slot.name", wrong.output())
        world.start_and_wait()
        self.run_sql(f"""UPDATE {TABLE} SET "a.b" = '{{2}}'; DELETE FROM {TABLE}""")
        world.wait_until_relayed()
        one, two = {"ID": 1, "a.b": [1]}, {"ID": 1, "a.b": [2]}
        records = world.reader.of_topic(f"{world.name}.{TOPIC}")
        seen = [
            (record.key_json, value and (value["op"], value["after"]))
            for record in records
            for value in [record.value_json]
        ]
        changed = {**ROW, "a.b": [2]}
        self.assertEqual(
            seen,
            [
                *((one, ("d", None)), (one, None), (two, ("c", changed))),
                *((two, ("d", None)), (two, None)),
            ],
        )
        source = records[0].value_json["source"]
        self.assertEqual((source["schema"], source["table"]), ("My.Sch", 'Tab le.x"q'))
        self.assertEqual(source["db"], DATABASE)
        self.run_sql(f"INSERT INTO {TABLE} SELECT * FROM (VALUES {VALUES}) AS v")
        previewed = world.daemon.verb("preview", "--snapshot-rows", "1", "--records", "1")
        self.assertEqual(json.loads(previewed.stdout)["value"]["after"], ROW, previewed.stderr)
        world.daemon.stop()

    def run_sql(self, statement: str) -> None:
        self.postgres.sql(statement, database=DATABASE)


VALUES = """(1, 's', 1.5, '{1}'::int[], 9, 'Ä "b"'::"My.Sch"."Mo od")"""

if __name__ == "__main__":
    unittest.main()
