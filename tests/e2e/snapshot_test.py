"""The rows that tables have already are relayed once, beside the stream: through writers at full
speed and kills, each row is read at most once, no event that is older follows it, and replaying the
topic gives the table."""

import collections
import json
import random
import threading
import unittest

import psycopg2

from harness.waiting import wait_for
from harness.workload import test_seed
from harness.world import RelayCase, World

ROWS = 20_000
LARGE = "repeat(md5((g)::text), 200)"  # out of line, as it does not compress below 2 kB
CREATE = f"""
CREATE TABLE items (id int PRIMARY KEY, n int NOT NULL, large text);
ALTER TABLE items ALTER COLUMN large SET STORAGE EXTERNAL;
INSERT INTO items SELECT g, 0, {LARGE} FROM generate_series(1, {ROWS}) g;
"""
PLACEHOLDER = "__debezium_unavailable_value"


class Writer(threading.Thread):
    """Changes rows at random until it is told to stop."""

    def __init__(self, world: World, seed: int) -> None:
        super().__init__(daemon=True)
        self._world, self._chance = world, random.Random(seed)
        self.enough = threading.Event()
        self.failure: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.enough.is_set():
                self._change()
        except BaseException as failure:
            self.failure = failure

    def _change(self) -> None:
        one, fresh = self._chance.randint(1, ROWS), self._chance.randint(ROWS + 1, 10 * ROWS)
        statement = self._chance.choice(
            [
                f"UPDATE items SET n = n + 1 WHERE id BETWEEN {one} AND {one + 20}",
                f"UPDATE items SET n = n + 1, large = 'new' WHERE id = {one}",
                f"DELETE FROM items WHERE id = {one}",
                f"INSERT INTO items VALUES ({fresh}, 0, 'x') ON CONFLICT DO NOTHING",
                f"UPDATE items SET id = {fresh} WHERE id = {one} "
                f"AND NOT EXISTS (SELECT FROM items WHERE id = {fresh})",
            ]
        )
        try:
            self._world.sql(statement)
        except (psycopg2.errors.UniqueViolation, psycopg2.errors.DeadlockDetected):
            pass  # another writer was faster


class Snapshot(RelayCase):
    def test_rows_that_are_there_come_once_beside_writers_and_kills(self) -> None:
        world = self.world(
            tables="public.items", changes={"snapshot.mode": "initial"}, create=CREATE
        )
        seed = test_seed()
        chance = random.Random(seed)
        writers = [Writer(world, seed + number) for number in range(3)]
        for writer in writers:
            writer.start()
        world.daemon.start()
        for _ in range(4):
            world.daemon.wait_for_log("copying table", timeout=60)
            threading.Event().wait(chance.uniform(0, 0.5))  # where the kill falls is chance
            world.daemon.kill()
            world.daemon.start()
        world.daemon.wait_for_log("snapshot is complete", timeout=120)
        for writer in writers:
            writer.enough.set()
            writer.join(30)
            self.assertIsNone(writer.failure)
        world.wait_until_relayed()
        self._assert_replays_to_the_table(world)
        world.daemon.stop()
        world.start_and_wait()  # it is not begun again
        self.assertNotIn("copying table", world.daemon.output().rsplit("walrelay starts", 1)[1])
        world.daemon.stop()

    def test_keys_that_change_while_the_daemon_is_down_are_told_in_full(self) -> None:
        """Their new keys lie behind what was read, and their large column is not sent again."""
        world = self.world(
            tables="public.items", changes={"snapshot.mode": "initial"}, create=CREATE
        )
        world.daemon.start(stop_at="after_commit:4")
        world.daemon.wait_until_stopped()
        world.daemon.kill()
        world.sql("UPDATE items SET id = -id WHERE id <= 10")
        world.daemon.start()
        world.daemon.wait_for_log("rows_copied_before=[1-9]", timeout=60)
        world.daemon.wait_for_log("snapshot is complete", timeout=120)
        world.sql("UPDATE items SET n = 1 WHERE id = -1")
        world.wait_until_relayed()
        self._assert_replays_to_the_table(world)
        world.daemon.stop()

    def test_markers_and_a_table_that_cannot_be_read_yet(self) -> None:
        world = self.world(
            tables="public.a,public.b,public.c_empty,public.d",
            changes={"snapshot.mode": "initial"},
            create="CREATE TABLE a (id int PRIMARY KEY); CREATE TABLE b (id int PRIMARY KEY);"
            "CREATE TABLE c_empty (id int PRIMARY KEY); CREATE TABLE d (id int PRIMARY KEY);"
            "INSERT INTO a VALUES (1), (2), (3); INSERT INTO b VALUES (1);"
            "INSERT INTO d VALUES (1), (2); REVOKE SELECT ON a FROM walrelay;",
        )
        world.daemon.start()
        world.daemon.wait_for_log("a table cannot be copied now", timeout=60)
        world.sql("INSERT INTO a VALUES (4)")  # is relayed all the same
        wait_for(lambda: len(world.records("a")) == 1, 30, "the stream goes on")
        world.sql("GRANT SELECT ON a TO walrelay")
        world.daemon.wait_for_log("snapshot is complete", timeout=60)
        wait_for(lambda: len(world.records("a")) == 5, 30, "the last rows are committed")
        markers = {
            table: [
                record.value_json["source"]["snapshot"]
                for record in world.records(table)
                if record.value_json["op"] == "r"
            ]
            for table in "abd"
        }
        self.assertEqual(markers["b"], ["first"])
        self.assertEqual(markers["d"], ["first_in_data_collection", "last_in_data_collection"])
        self.assertEqual(
            markers["a"], ["first_in_data_collection", "true", "true", "last"], markers
        )
        world.daemon.stop()

    def _assert_replays_to_the_table(self, world: World) -> None:
        events = [
            (record.key_json["id"], dict(record.headers), record.value_json)
            for record in world.records("items")
            if record.value is not None
        ]
        reads = [number for number, (_, _, value) in enumerate(events) if value["op"] == "r"]
        rows: dict[int, dict] = {}
        gone: dict[int, dict] = {}
        for number, (key, headers, value) in enumerate(events):
            if value["op"] == "d":
                if key in rows:
                    gone[key] = rows.pop(key)
                continue
            after = value["after"]
            if after["large"] == PLACEHOLDER and key in rows:
                after["large"] = rows[key]["large"]
            renamed_from = headers.get("__debezium.oldkey")
            # Once all is copied, what a changed key left unsent is the stream's own limit.
            if after["large"] == PLACEHOLDER and renamed_from and number > reads[-1]:
                after["large"] = gone[json.loads(renamed_from)["id"]]["large"]
            rows[key] = after
        expected = {
            row[0]: {"id": row[0], "n": row[1], "large": row[2]}
            for row in world.sql("SELECT id, n, large FROM items")
        }
        self.assertEqual(set(rows), set(expected))
        self.assertEqual([key for key in rows if rows[key] != expected[key]], [])
        again = collections.Counter(events[number][0] for number in reads)
        self.assertEqual([key for key, count in again.items() if count > 1], [])
        self.assertGreater(len(reads), ROWS / 2)


if __name__ == "__main__":
    unittest.main()
