"""`walrelay preview`: what `run` would write, on standard output, with nothing left behind."""

import json
import select
import signal
import socket
import unittest
from typing import Any

from harness.postgres_server import PostgresServer
from harness.preview import TIMEOUT_S, PreviewProcess
from harness.relay_config import Options, connector_options
from harness.scratch_folder import make_folder, remove_folder
from harness.waiting import wait_for

TABLES = """
CREATE TABLE items (id int PRIMARY KEY, price numeric(8,2), note text, at timestamptz, tags text[]);
CREATE TABLE other (id int PRIMARY KEY);
CREATE TABLE extra (id int PRIMARY KEY);
GRANT SELECT ON items, other, extra TO walrelay;
INSERT INTO items VALUES (1, 9.50, 'one "quoted"', '2020-02-29 12:00:00.5+00', '{a,NULL}'),
                         (2, -0.01, NULL, 'infinity', '{}');
"""
Line = dict[str, Any]


def strict(text: str) -> Line:
    def pairs(members: list[tuple[str, Any]]) -> Line:
        assert len(dict(members)) == len(members), f"a member twice in {text}"
        return dict(members)

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} in {text}")

    return json.loads(
        text, object_pairs_hook=pairs, parse_int=str, parse_float=str, parse_constant=refuse
    )


class Preview(unittest.TestCase):
    """One server and a database a test. Where Kafka should be somebody listens who wants nobody."""

    postgres: PostgresServer

    @classmethod
    def setUpClass(cls) -> None:
        cls.postgres = PostgresServer()
        cls.addClassCleanup(cls.postgres.remove)
        cls.postgres.start()

    def setUp(self) -> None:
        self.folder = make_folder("preview")
        self.addCleanup(remove_folder, self.folder)
        self.database = self.id().rsplit(".", 1)[-1][5:60]
        self.postgres.sql(f"CREATE DATABASE {self.database}", database="postgres")
        self.sql(TABLES)
        self.sql("CREATE PUBLICATION walrelay_shop FOR TABLE items, other")
        self.nobody = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(self.nobody.close)

    def tearDown(self) -> None:
        # The server notices by itself that a session has gone.
        wait_for(lambda: self._slots() == [], TIMEOUT_S, "no slot is left", explain=self.log)
        self.assertEqual(select.select([self.nobody], [], [], 0)[0], [], "Kafka was asked")
        there = self.sql("SELECT count(*) FROM pg_publication")
        self.assertEqual(there, [(self.publications,)], "a publication came or went")

    publications = 1

    def sql(self, statement: str) -> list[tuple]:
        return self.postgres.sql(statement, database=self.database)

    def _slots(self) -> list[tuple]:
        return self.sql("SELECT slot_name, temporary, active FROM pg_replication_slots")

    def start(self, *arguments: str, changes: Options | None = None) -> PreviewProcess:
        options = connector_options(
            self.postgres,
            database=self.database,
            prefix="shop",
            changes={"table.include.list": "public.items,public.other", **(changes or {})},
        )
        kafka = f"127.0.0.1:{self.nobody.getsockname()[1]}"
        self.preview = PreviewProcess(self.folder, "shop", options, *arguments, kafka=kafka)
        self.addCleanup(self.preview.close)
        return self.preview

    def log(self) -> str:
        return self.preview.log()

    def lines(self, preview: PreviewProcess, code: int = 0) -> list[Line]:
        return [strict(line) for line in preview.lines(code)]

    def test_what_was_done_is_printed(self) -> None:
        preview = self.start("--records", "8")
        preview.wait_until_streaming()
        self.assertEqual([slot[1:] for slot in self._slots()], [(True, True)])
        self.sql("INSERT INTO items VALUES (3, 1, 'new', now(), NULL)")
        self.sql("INSERT INTO extra VALUES (1)")
        self.sql("UPDATE items SET note = 'changed' WHERE id = 3")
        self.sql("UPDATE items SET id = 4 WHERE id = 3")
        self.sql("DELETE FROM items WHERE id = 4")
        self.sql("INSERT INTO other VALUES (1), (2), (3)")
        lines = self.lines(preview)
        seen = [
            (line["topic"], line["key"]["id"], line["value"] and line["value"]["op"])
            for line in lines
        ]
        items = [("3", "c"), ("3", "u"), ("3", "d"), ("3", None)]
        items += [("4", "c"), ("4", "d"), ("4", None)]
        expected = [("shop.public.items", *item) for item in items]
        self.assertEqual(seen, [*expected, ("shop.public.other", "1", "c")])
        self.assertEqual(lines[1]["value"]["after"]["note"], "changed")
        self.assertEqual(lines[2]["headers"], {"__debezium.newkey": '{"id":4}'})
        self.assertEqual(lines[4]["headers"], {"__debezium.oldkey": '{"id":3}'})

    def test_it_stops_after_some_time(self) -> None:
        self.assertEqual(self.lines(self.start("--seconds", "1")), [])

    def test_it_stops_at_a_signal(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            preview = self.start()
            preview.wait_until_streaming()
            preview.child.send_signal(number)
            self.assertEqual(self.lines(preview), [])

    def test_a_signal_ends_the_wait_for_the_slot(self) -> None:
        """A transaction that has written holds up the slot's creation for as long as it runs."""
        writer = self.postgres.connect(self.database)
        self.addCleanup(writer.close)
        with writer.cursor() as cursor:
            cursor.execute("BEGIN; INSERT INTO extra VALUES (7)")
        preview = self.start()
        wait_for(lambda: self._slots() != [], TIMEOUT_S, "the slot waits", explain=self.log)
        preview.child.terminate()
        self.assertEqual(self.lines(preview), [])

    def test_options_are_those_of_run(self) -> None:
        changes: Options = {
            "value.converter.schemas.enable": "true",
            "decimal.handling.mode": "string",
            "tombstones.on.delete": "false",
        }
        preview = self.start("--records", "2", changes=changes)
        preview.wait_until_streaming()
        self.sql("DELETE FROM items WHERE id = 1; INSERT INTO items VALUES (9, 12.3)")
        deleted, inserted = (line["value"] for line in self.lines(preview))
        self.assertEqual(deleted["payload"]["op"], "d")
        self.assertEqual(inserted["payload"]["after"]["price"], "12.30")
        self.assertEqual(inserted["schema"]["name"], "shop.public.items.Envelope")

    def test_rows_that_are_there_come_first_and_look_as_if_streamed(self) -> None:
        self.sql("INSERT INTO other SELECT generate_series(1, 250)")
        preview = self.start("--snapshot-rows", "220", "--records", "224")
        preview.wait_until_streaming()
        self.sql("DELETE FROM items; INSERT INTO items VALUES (5)")
        self.sql("TRUNCATE items")
        lines = self.lines(preview)
        read, streamed = lines[:222], lines[222:]
        self.assertEqual({line["value"]["op"] for line in read}, {"r"})
        self.assertEqual({line["value"]["source"]["snapshot"] for line in read}, {"true"})
        self.assertEqual([line["topic"] for line in read].count("shop.public.items"), 2)
        self.assertEqual(streamed[0]["value"]["op"], "d")

    def test_a_row_is_the_same_text_read_and_streamed(self) -> None:
        self.sql("ALTER DATABASE " + self.database + " SET timezone = 'Asia/Kathmandu'")
        self.sql("ALTER DATABASE " + self.database + " SET datestyle = 'German'")
        preview = self.start("--snapshot-rows", "5", "--records", "4")
        preview.wait_until_streaming()
        self.sql("TRUNCATE other")
        self.sql("UPDATE items SET id = id")
        lines = self.lines(preview)
        read, streamed = lines[:2], lines[2:]
        for line in (read, streamed):
            line.sort(key=lambda each: each["key"]["id"])
        self.assertEqual(
            [(line["key"], line["value"]["after"]) for line in read],
            [(line["key"], line["value"]["after"]) for line in streamed],
        )
        self.assertEqual({line["value"]["op"] for line in streamed}, {"u"})

    def test_the_publication_decides_which_columns_and_rows_are_read(self) -> None:
        if int(str(self.postgres.value("SHOW server_version_num"))) < 150000:
            self.skipTest("publications have no row filters and column lists yet")
        self.sql("DROP PUBLICATION walrelay_shop")
        tables = "items (id, note) WHERE (id > 1), other"
        self.sql(f"CREATE PUBLICATION walrelay_shop FOR TABLE {tables}")
        (line,) = self.lines(self.start("--snapshot-rows", "9", "--records", "1"))
        self.assertEqual(line["value"]["after"], {"id": "2", "note": None})

    def test_without_the_publication_it_says_what_to_type(self) -> None:
        self.sql("DROP PUBLICATION walrelay_shop")
        self.publications = 0
        self.assertEqual(self.lines(self.start("--records", "1"), code=3), [])
        command = 'CREATE PUBLICATION "walrelay_shop" FOR TABLE public.items, public.other;'
        self.assertIn(command, self.log())

    def test_what_it_says_to_type_holds_the_partitioned_tables_of_the_list(self) -> None:
        self.sql("DROP PUBLICATION walrelay_shop")
        self.sql(
            'CREATE TABLE "Parts" (id int PRIMARY KEY) PARTITION BY RANGE (id); '
            'CREATE TABLE parts_1 PARTITION OF "Parts" FOR VALUES FROM (0) TO (9)'
        )
        changes: Options = {"table.include.list": "public.items,public.Parts"}
        self.assertEqual(self.lines(self.start("--records", "1", changes=changes), code=3), [])
        quoted = self.log().replace(r"\"", '"')
        self.sql(quoted[quoted.index("CREATE PUBLICATION") : quoted.index(";  or set")])
        preview = self.start("--records", "1", changes=changes)
        preview.wait_until_streaming()
        self.sql('INSERT INTO "Parts" VALUES (1)')
        (line,) = self.lines(preview)
        self.assertEqual(line["topic"], "shop.public.Parts")

    def test_what_it_says_to_type_can_be_typed_whatever_the_names_are(self) -> None:
        self.sql("DROP PUBLICATION walrelay_shop")
        self.sql('CREATE TABLE "Odd ""t;" (id int PRIMARY KEY); CREATE TABLE "order" (id int)')
        self.sql('GRANT SELECT ON "Odd ""t;", "order" TO walrelay')
        changes: Options = {
            "table.include.list": 'public.Odd "t;,public.order',
            "publication.name": "Pub-1",
        }
        self.assertEqual(self.lines(self.start("--records", "1", changes=changes), code=3), [])
        quoted = self.log().replace(r"\"", '"')
        self.sql(quoted[quoted.index("CREATE PUBLICATION") : quoted.index(";  or set")])
        preview = self.start("--records", "1", changes=changes)
        preview.wait_until_streaming()
        self.sql('INSERT INTO "order" VALUES (1); INSERT INTO "Odd ""t;" VALUES (1)')
        (line,) = self.lines(preview)
        self.assertEqual(line["topic"], "shop.public.order")

    def test_a_reader_that_pauses_holds_up_nothing_and_one_that_goes_ends_it(self) -> None:
        """Longer than the server waits for an answer; far more than a pipe and the queue hold."""
        changes: Options = {"wal.sender.timeout.ms": 2000, "status.update.interval.ms": 500}
        preview = self.start(changes=changes)
        preview.wait_until_streaming()
        self.sql("INSERT INTO items SELECT i, 1, repeat('x', 999) FROM generate_series(10, 9000) i")
        stalled = "rows wait for standard output"
        wait_for(lambda: stalled in self.log(), TIMEOUT_S, "it is said", explain=self.log)
        child = preview.child
        self.assertIsNone(child.poll(), self.log())
        self.assertNotIn("Kafka", self.log())
        assert child.stdout
        for number in range(10, 9001):
            self.assertEqual(strict(child.stdout.readline())["key"]["id"], str(number))
        child.stdout.close()
        self.sql("INSERT INTO other VALUES (1)")
        self.assertEqual(child.wait(TIMEOUT_S), 0, self.log())


if __name__ == "__main__":
    unittest.main()
