#!/usr/bin/python3
"""walrelay writes what a running Debezium was recorded to write (cases/), byte for byte.

A test a case, so one can be run alone: golden_test.py Golden.test_case_02_ints. What `pending`
lists may fail, and must: a case that passes has to leave the list.
"""

import json
import os
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

from golden.golden_case import HERE, GoldenCase, Line, all_cases, pending_cases, renumbered
from harness.daemon import Daemon
from harness.lsn import lsn
from harness.offsets_topic import offsets_topic
from harness.oracle import ServingOracle
from harness.postgres_server import PostgresServer
from harness.relay_config import render
from harness.scratch_folder import make_folder, remove_folder
from harness.waiting import wait_for
from harness.world import RelayCase

DATABASE = "golden"
CONNECTOR = "golden"
# How the recordings' psql ran.
PSQL = {"TZ": "UTC", "PGTZ": "UTC", "PGCLIENTENCODING": "UTF8"}
RELAY_TIMEOUT_S = 30
PENDING = pending_cases()


class Golden(RelayCase):
    """One server, broker and reader for all cases: topic names hold the prefix and nothing else,
    so the topics of a case are deleted after it."""

    oracle: ServingOracle

    @classmethod
    def make_postgres(cls) -> PostgresServer:
        return PostgresServer(socket=True)  # where dblink of some cases connects to

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.oracle = ServingOracle(cls.broker.bootstrap)
        cls.addClassCleanup(cls.oracle.close)

    def run_case(self, name: str) -> None:
        case = GoldenCase(name)
        folder = make_folder(f"golden-{name}")
        self.addCleanup(remove_folder, folder)
        if refusal := case.refusal():
            return self._assert_refused(case, folder, refusal)
        actual = self._actual(case, folder)
        problems = compare(case.expected(), actual, folder)
        if problems:
            self.fail(problems)

    def _assert_refused(self, case: GoldenCase, folder: Path, refusal: str) -> None:
        daemon = self._streaming(case, folder)
        try:
            self._psql("-f", str(case.folder / "stream.sql"))
            self.assertEqual(daemon.wait(60), 3)
            self.assertIn(refusal, daemon.output())
        finally:
            daemon.close()

    def _streaming(self, case: GoldenCase, folder: Path) -> Daemon:
        self.addCleanup(self._clean)
        self.postgres.sql(f"CREATE DATABASE {DATABASE}", database="postgres")
        self._psql("-f", str(case.setup))
        for topic in case.meta.get("create_topics", []):
            self.oracle.create_topic(topic)
        daemon = Daemon(folder, self._config(case))
        self.addCleanup(daemon.close)
        daemon.start()
        daemon.wait_for_log(r"\bstreaming slot=")
        return daemon

    def _actual(self, case: GoldenCase, folder: Path) -> list[Line]:
        daemon = self._streaming(case, folder)
        try:
            for phase in case.phases():
                (folder / "stream.sql").write_text(phase)
                self._psql("-f", str(folder / "stream.sql"))
                self._wait_until_relayed(daemon)
            for record in case.meta.get("produce", []):
                self.oracle.produce(**record)
            self._wait_for_counts(case, daemon)
            daemon.stop()
        finally:
            daemon.close()
        return self._read(case)

    def _config(self, case: GoldenCase) -> str:
        changes: dict[str, Any] = {
            "compatibility": "debezium",
            "database.port": str(self.postgres.port),
            # There are no snapshots yet: their records are not expected either.
            "snapshot.mode": "no_data",
            "offset.storage.replication.factor": 1,
            # The wait for what is relayed looks at the slot.
            "status.update.interval.ms": 100,
        }
        connectors = {CONNECTOR: case.options(changes)}
        return render({"bootstrap.servers": self.broker.bootstrap}, connectors)

    def _psql(self, *arguments: str) -> None:
        self.postgres.psql(*arguments, database=DATABASE, env=PSQL)

    def _wait_until_relayed(self, daemon: Daemon) -> None:
        """The slot follows committed Kafka transactions and nothing else."""
        end = lsn(str(self.postgres.value("SELECT pg_current_wal_flush_lsn()::text")))

        def relayed() -> bool:
            assert daemon.running, f"the daemon ended:\n{daemon.output()}"
            slots = "SELECT confirmed_flush_lsn::text FROM pg_replication_slots"
            return all(lsn(confirmed) >= end for (confirmed,) in self.postgres.sql(slots))

        what = "the slot reaches the WAL's end"
        wait_for(relayed, RELAY_TIMEOUT_S, what, explain=daemon.output)

    def _wait_for_counts(self, case: GoldenCase, daemon: Daemon) -> None:
        """For records that come by themselves."""
        for topic, count in case.meta.get("wait_counts", {}).items():

            def there() -> bool:
                return topic in self.oracle.topics() and len(self.oracle.read(topic)) >= count

            what = f"{count} records in {topic}"
            wait_for(there, RELAY_TIMEOUT_S, what, explain=daemon.output)

    def _read(self, case: GoldenCase) -> list[Line]:
        left_out = {offsets_topic(CONNECTOR), *case.meta.get("drop_topics", [])}
        topics = [topic for topic in self.oracle.topics() if topic not in left_out]
        lines = [
            {
                "topic": record.topic,
                "partition": record.partition,
                "offset_index": record.offset,
                "key": record.key,
                "value": record.value,
                "headers": [list(header) for header in record.headers],
            }
            for record in (self.oracle.read(*topics) if topics else [])
        ]
        first = case.meta.get("keep_first", {})
        return [
            line
            for line in renumbered(lines)
            if line["offset_index"] < first.get(line["topic"], sys.maxsize)
        ]

    def _clean(self) -> None:
        self.postgres.sql(
            "SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active"
        )
        slots = "SELECT count(*) FROM pg_replication_slots WHERE active"
        wait_for(lambda: self.postgres.value(slots) == 0, 20, "the slot is free")
        self.postgres.sql("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots")
        self.postgres.sql(f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)", database="postgres")
        topics = self.oracle.topics()
        if topics:
            self.oracle.delete_topics(*topics)


def compare(expected: list[Line], actual: list[Line], folder: Path) -> str:
    """What compare.py says about differences; empty when there are none."""
    names = []
    for name, lines in (("expected", expected), ("actual", actual)):
        names.append(folder / f"{name}.jsonl")
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        names[-1].write_text(text)
    command = [sys.executable, HERE / "compare.py", *names]
    done = subprocess.run(command, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def _test_of(name: str) -> Any:
    def passes(self: Golden) -> None:
        self.run_case(name)

    def pends(self: Golden) -> None:
        try:
            self.run_case(name)
        except Exception as error:
            self.skipTest(f"pending: {error}")
        self.fail(f"{name} passes: remove it from tests/golden/pending")

    return pends if name in PENDING else passes


# "1/2" is the first of two runs that share the cases.
_shard, _shards = map(int, os.environ.get("WALRELAY_TEST_SHARD", "1/1").split("/"))
for _name in all_cases()[_shard - 1 :: _shards]:
    setattr(Golden, f"test_case_{_name}", _test_of(_name))


if __name__ == "__main__":
    unittest.main()
