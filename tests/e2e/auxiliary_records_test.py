"""Logical messages, transaction metadata and heartbeats: each message once through kills, each
transaction with one beginning and one end, and a heartbeat's statement that cannot run is said."""

import json
import random
import unittest
from typing import Any

from harness.waiting import wait_for
from harness.workload import test_seed
from harness.world import RelayCase, World

ROUNDS = 5
A_ROUND = 40


class AuxiliaryRecords(RelayCase):
    def test_every_message_and_every_transaction_boundary_once(self) -> None:
        world = self.world(changes={"provide.transaction.metadata": True})
        chance = random.Random(test_seed())
        world.start_and_wait()
        world.daemon.stop()
        sent: list[str] = []
        for round_ in range(ROUNDS):
            # Killed before the slot hears of what was committed: the server sends that again.
            dies = round_ % 2 == 0
            world.daemon.start(crash_at=f"after_commit:{chance.randint(1, 4)}" if dies else None)
            first = len(sent)
            while len(sent) < first + A_ROUND or (dies and world.daemon.running):
                name = f"{len(sent)}"
                transactional = chance.choice(["true", "false"])
                world.sql(f"SELECT pg_logical_emit_message({transactional}, '{name}', 'x')")
                sent.append(name)
            if dies:
                world.daemon.wait_for_crash_point()
            else:
                world.daemon.stop()
        world.start_and_wait()
        world.wait_until_relayed()
        messages = self._values(world, f"{world.name}.message")
        self.assertEqual([value["message"]["prefix"] for value in messages], sent)
        boundaries = self._values(world, f"{world.name}.transaction")
        begun = [value["id"].split(":")[0] for value in boundaries if value["status"] == "BEGIN"]
        ended = [value["id"].split(":")[0] for value in boundaries if value["status"] == "END"]
        self.assertEqual(begun, ended)
        self.assertEqual(len(begun), len(set(begun)))
        counted = sum(value["event_count"] for value in boundaries if value["status"] == "END")
        self.assertEqual(counted, sum(value["transaction"] is not None for value in messages))
        world.daemon.stop()

    def test_what_follows_a_message_at_once_comes_after_a_restart(self) -> None:
        """The slot then stands exactly where the next record of the WAL begins."""
        world = self.world(
            tables="public.followers", create="CREATE TABLE followers (id int PRIMARY KEY);"
        )
        world.start_and_wait()
        sent: list[str] = []
        for follower in ("SELECT pg_logical_emit_message(false, 'next', 'x')", None) * 2:
            sent.append(f"{len(sent)}")
            world.sql(f"SELECT pg_logical_emit_message(false, '{sent[-1]}', 'x')")
            world.wait_until_relayed()
            world.daemon.stop()
            if follower:
                world.sql(follower)
                sent.append("next")
            else:
                world.sql(f"INSERT INTO followers VALUES ({len(sent)})")
            world.start_and_wait()
        world.wait_until_relayed()
        messages = self._values(world, f"{world.name}.message")
        self.assertEqual([value["message"]["prefix"] for value in messages], sent)
        rows = self._values(world, f"{world.name}.public.followers")
        self.assertEqual(len(rows), 2)
        world.daemon.stop()

    def test_heartbeats_and_their_statement(self) -> None:
        world = self.world(
            changes={
                "heartbeat.interval.ms": 100,
                "heartbeat.action.query": "INSERT INTO beats VALUES (DEFAULT)",
            },
            create="CREATE TABLE beats (id serial PRIMARY KEY);",
        )
        world.start_and_wait()
        beaten = "SELECT count(*) FROM beats"
        wait_for(lambda: world.sql(beaten)[0][0] >= 3, 30, "the statement runs at each beat")
        topic = f"__debezium-heartbeat.{world.name}"
        wait_for(lambda: len(world.oracle.read(topic)) >= 3, 30, "heartbeats arrive")
        # One that cannot run must not go unnoticed.
        world.sql("DROP TABLE beats")
        self.assertEqual(world.daemon.wait(60), 3)
        self.assertIn("heartbeat.action.query", world.daemon.output())
        self.assertIn("it would fail at each beat", world.daemon.output())

    def _values(self, world: World, topic: str) -> list[dict[str, Any]]:
        return [json.loads(record.value) for record in world.reader.of_topic(topic)]


if __name__ == "__main__":
    unittest.main()
