"""The scratch servers, the oracle and the workload against each other, without the daemon."""

import json
import unittest

import psycopg2

from harness import ledger
from harness.kafka_broker import KafkaBroker
from harness.offsets_topic import OffsetsTopic, offsets_topic, stream_key
from harness.oracle import Oracle, ServingOracle
from harness.postgres_server import RELAY_USER, PostgresServer
from harness.slot_sampler import SlotSampler
from harness.topic_reader import BrokerAway, TopicReader
from harness.waiting import wait_for
from harness.workload import Workload, test_seed


class Postgres(unittest.TestCase):
    def test_the_workload_survives_restarts_and_its_ledger_is_the_tables(self) -> None:
        with PostgresServer() as postgres:
            ledger.create_tables(postgres, "test", RELAY_USER)
            with Workload(postgres, "test", seed=test_seed()):
                for disturb in (lambda: postgres.restart("immediate"), postgres.restart):
                    self._more_commits(postgres)
                    disturb()
                postgres.kill()
                postgres.start()
                self._more_commits(postgres)
            for table in ledger.TABLES:
                self.assertEqual(self._rows(postgres, table), self._replayed(postgres, table))

    def test_the_relay_role_needs_its_password(self) -> None:
        with PostgresServer() as postgres:
            postgres.connect(user=RELAY_USER).close()
            wrong = postgres.conninfo(user=RELAY_USER).replace("password=", "password=x")
            with self.assertRaisesRegex(psycopg2.OperationalError, "password"):
                psycopg2.connect(wrong)

    def _more_commits(self, postgres: PostgresServer) -> None:
        before = len(ledger.committed(postgres, "test"))
        wait_for(lambda: len(ledger.committed(postgres, "test")) > before + 20, 60, "commits")

    def _rows(self, postgres: PostgresServer, table: str) -> dict[int, tuple[int, ...]]:
        return {row[0]: row[1:] for row in postgres.sql(f"SELECT id, writer, tx, seq FROM {table}")}

    def _replayed(self, postgres: PostgresServer, table: str) -> dict[int, tuple[int, ...]]:
        rows: dict[int, tuple[int, ...]] = {}
        for transaction in ledger.committed(postgres, "test"):
            for change in transaction.changes:
                if change.table != table:
                    continue
                if change.mark:
                    rows[change.id] = change.mark
                else:
                    rows.pop(change.id, None)
        return rows


class Kafka(unittest.TestCase):
    def test_a_reader_sees_committed_records_only(self) -> None:
        with KafkaBroker() as broker:
            oracle = Oracle(broker.bootstrap)
            with TopicReader(broker.bootstrap, prefix="t.") as reader:
                self.assertEqual(reader.catch_up(), [])
                oracle.create_topic("t.x", cleanup_policy="compact")
                with oracle.open_transaction("t.x", "id", key="k", value="1") as transaction:
                    self.assertEqual(reader.catch_up(), [])
                    self.assertEqual(len(oracle.read("t.x", isolation="read_uncommitted")), 1)
                    transaction.abort()
                oracle.produce("t.x", key="k", value="2")
                self.assertEqual([record.value for record in reader.catch_up()], ["2"])
            self.assertEqual(oracle.cluster_id(), broker.cluster_id)
            self.assertEqual(oracle.describe("t.x")["configs"]["cleanup.policy"], "compact")

    def test_one_jvm_answers_many_calls(self) -> None:
        odd = "a\u0085b\u2028c\x0b"  # of which some are line ends to Python
        with KafkaBroker() as broker:
            oracle = ServingOracle(broker.bootstrap)
            try:
                oracle.create_topic("t", partitions=2)
                with self.assertRaises(RuntimeError):
                    oracle.create_topic("t")
                oracle.produce("t", value=odd)
                self.assertEqual([record.value for record in oracle.read("t")], [odd])
                oracle.delete_topics("t")
                self.assertEqual(oracle.topics(), [])
            finally:
                oracle.close()

    def test_a_reader_goes_on_after_an_outage(self) -> None:
        with KafkaBroker() as broker, TopicReader(broker.bootstrap, topics=["t"]) as reader:
            oracle = Oracle(broker.bootstrap)
            oracle.create_topic("t")
            oracle.produce("t", value="1")
            self.assertEqual(len(reader.catch_up()), 1)
            broker.pause()
            with self.assertRaises(BrokerAway):
                reader.catch_up()
            broker.resume()
            broker.restart()
            oracle.produce("t", value="2")
            self.assertEqual([record.value for record in reader.catch_up()], ["1", "2"])


class Sampler(unittest.TestCase):
    """A slot that is moved by hand beyond the checkpoint must be caught."""

    def test_a_slot_beyond_the_checkpoint_is_a_violation(self) -> None:
        with KafkaBroker() as broker, PostgresServer() as postgres:
            oracle = Oracle(broker.bootstrap)
            topic = offsets_topic("c")
            oracle.create_topic(topic)
            postgres.sql("SELECT pg_create_logical_replication_slot('s', 'pgoutput')")
            position = self._position(postgres)
            oracle.produce(topic, key=stream_key("c", "p"), value=self._value(position))
            offsets = OffsetsTopic(broker.bootstrap, "c", "p")
            self.addCleanup(offsets.close)
            with SlotSampler(postgres, offsets, "s") as honest:
                wait_for(lambda: honest.samples >= 3, 60, "three samples")
            honest.assert_slot_behind_checkpoint(samples_min=3)
            with SlotSampler(postgres, offsets, "s") as caught:
                postgres.sql("CREATE TABLE t ()")
                postgres.sql("SELECT pg_replication_slot_advance('s', pg_current_wal_lsn())")
                before = caught.samples
                # One may have been half-way when the slot moved; the second began after it.
                wait_for(lambda: caught.samples >= before + 2, 120, "two more samples")
            with self.assertRaisesRegex(AssertionError, "passed the checkpoint"):
                caught.assert_slot_behind_checkpoint()

    def _position(self, postgres: PostgresServer) -> int:
        return int(
            postgres.value(
                "SELECT confirmed_flush_lsn - '0/0'::pg_lsn FROM pg_replication_slots"
            )
        )

    def _value(self, position: int) -> str:
        return json.dumps({"state": "streaming", "lsn": position})


if __name__ == "__main__":
    unittest.main()
