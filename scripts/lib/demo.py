"""The demo's tables, workload and configuration."""

from harness.daemon import Daemon
from harness.kafka_broker import KafkaBroker
from harness.lsn import lsn
from harness.offsets_topic import Checkpoint, newest, offsets_topic
from harness.paths import ROOT
from harness.postgres_server import RELAY_PASSWORD, RELAY_USER, PostgresServer
from harness.records import Record
from harness.topic_reader import TopicReader
from harness.waiting import wait_for

NAME = "shop"
SLOT = f"walrelay_{NAME}"
CONFIG = ROOT / "config" / "quickstart.yaml"
TABLES = ROOT / "config" / "demo.sql"

# What happens, and its SQL; each entry is a transaction.
STATEMENTS = [
    (
        "Insert two customers and an order, in one transaction",
        """INSERT INTO customers VALUES (1, 'Ada', 'ada@example.com'), (2, 'Bob', NULL);
INSERT INTO orders VALUES (1, 1, 'difference engine', 2300.50)""",
    ),
    ("Update the order", "UPDATE orders SET price = 1999.00 WHERE customer_id = 1"),
    (
        "Change the order's key: a consumer sees the old key end and the new key begin",
        "UPDATE orders SET order_no = 7 WHERE customer_id = 1 AND order_no = 1",
    ),
    (
        "Delete a customer: a delete, then a tombstone for compaction",
        "DELETE FROM customers WHERE id = 2",
    ),
    (
        "Insert and roll back: no consumer may ever see this one",
        "INSERT INTO customers VALUES (3, 'Nobody', NULL); ROLLBACK",
    ),
]


def create_tables(postgres: PostgresServer) -> None:
    postgres.sql(f"CREATE DATABASE {NAME} OWNER {RELAY_USER}", database="postgres")
    postgres.sql(TABLES.read_text(), database=NAME)


def environment(postgres: PostgresServer, broker: KafkaBroker) -> dict[str, str]:
    """What CONFIG leaves open: the ports that are free today, and the password."""
    return {
        "WALRELAY_QUICKSTART_BOOTSTRAP": broker.bootstrap,
        "WALRELAY_QUICKSTART_PGHOST": "127.0.0.1",
        "WALRELAY_QUICKSTART_PGPORT": str(postgres.port),
        "WALRELAY_QUICKSTART_PASSWORD": RELAY_PASSWORD,
    }


def reader(broker: KafkaBroker) -> TopicReader:
    rows = [f"{NAME}.public.customers", f"{NAME}.public.orders"]
    return TopicReader(broker.bootstrap, topics=[*rows, offsets_topic(NAME)])


def newest_checkpoint(reader: TopicReader) -> Checkpoint | None:
    return newest(reader.catch_up(), NAME, NAME)


def rows_of(reader: TopicReader) -> list[Record]:
    """In the order of their writing, as far as one consumer of several topics can tell."""
    rows = [record for record in reader.catch_up() if record.topic != offsets_topic(NAME)]
    return sorted(rows, key=lambda record: record.timestamp)


def wait_until_streaming(reader: TopicReader, daemon: Daemon) -> None:
    def streaming() -> bool:
        _require_running(daemon)
        checkpoint = newest_checkpoint(reader)
        return checkpoint is not None and checkpoint.state == "streaming"

    wait_for(streaming, 60, "walrelay streams", explain=daemon.output)


def wait_until_relayed(postgres: PostgresServer, reader: TopicReader, daemon: Daemon) -> None:
    end = lsn(str(postgres.value("SELECT pg_current_wal_flush_lsn()::text")))

    def relayed() -> bool:
        _require_running(daemon)
        checkpoint = newest_checkpoint(reader)
        return checkpoint is not None and checkpoint.lsn >= end

    wait_for(relayed, 60, "all changes are relayed", explain=daemon.output)


def _require_running(daemon: Daemon) -> None:
    if not daemon.running:
        raise RuntimeError(f"walrelay ended ({daemon.exit_code}):\n{daemon.output()}")
