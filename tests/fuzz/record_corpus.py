"""record_corpus.py frames PREFIX [WORKLOAD…] | checkpoints: see record_corpus."""

import struct
import sys
import time
from pathlib import Path

import psycopg2
import psycopg2.extras

from fuzz.workloads import WORKLOADS
from harness.kafka_broker import KafkaBroker
from harness.lsn import lsn
from harness.paths import ROOT
from harness.postgres_server import PostgresServer
from harness.topic_reader import TopicReader
from harness.waiting import wait_for
from harness.world import World

CORPUS = ROOT / "tests" / "fuzz" / "corpus"
_NO_CHOICES = b"\0"
_SINCE_2000_US = 946_684_800_000_000


def write(folder: str, name: str, content: bytes) -> None:
    path: Path = CORPUS / folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    print(f"{path.relative_to(ROOT)}: {len(content)} bytes")


def frame_list(frames: list[bytes]) -> bytes:
    """As fuzz::frame_list reads it."""
    return _NO_CHOICES + b"".join(struct.pack(">H", len(frame)) + frame for frame in frames)


def record_workload(server: PostgresServer, name: str) -> list[bytes]:
    """The frames of one workload, in a database of its own."""
    database = f"record_{name}"
    server.sql(f"CREATE DATABASE {database}", database="postgres")
    version = int(str(server.value("SHOW server_version_num")))
    generated = " WITH (publish_generated_columns = stored)" if version >= 180000 else ""
    server.sql(f"CREATE PUBLICATION p FOR ALL TABLES{generated}", database=database)
    server.sql(
        f"SELECT pg_create_logical_replication_slot('{database}', 'pgoutput')", database=database
    )
    session = server.connect(database)
    try:
        for statement in WORKLOADS[name]:
            session.cursor().execute(statement)
    finally:
        session.close()
    end = lsn(str(server.value("SELECT pg_current_wal_flush_lsn()::text")))
    options = {"proto_version": "1", "publication_names": "p"}
    if name == "messages":
        options["messages"] = "true"
    return decoded(server, database, options, end)


def decoded(
    server: PostgresServer, database: str, options: dict[str, str], end: int
) -> list[bytes]:
    """Everything up to `end`, and a keepalive there; psycopg2 takes the frames apart."""
    connection = psycopg2.connect(
        server.conninfo(database), connection_factory=psycopg2.extras.LogicalReplicationConnection
    )
    cursor = connection.cursor()
    cursor.start_replication(slot_name=database, options=options, decode=False, status_interval=1)
    frames: list[bytes] = []

    def read() -> bool:
        while message := cursor.read_message():
            sent = int(message.send_time.timestamp() * 1_000_000) - _SINCE_2000_US
            header = struct.pack(">cQQq", b"w", message.data_start, message.wal_end, sent)
            frames.append(header + message.payload)
        return cursor.wal_end >= end

    wait_for(read, 30, f"the stream reaches the end of {database}")
    connection.close()
    frames.append(struct.pack(">cQqB", b"k", end, 0, 1))
    return frames


def record_frames(prefix: str, names: list[str]) -> None:
    with PostgresServer() as server:
        for name in names or WORKLOADS:
            write("frames", prefix + name, frame_list(record_workload(server, name)))


def record_checkpoints() -> None:
    """Those of a first start, of transactions, and of one that is relayed in parts."""
    with PostgresServer() as server, KafkaBroker() as broker:
        broker.wait_until_ready()
        world = World(server, broker, changes={"transaction.timeout.ms": 2000})
        try:
            world.start_and_wait()
            world.sql(
                "INSERT INTO load_a SELECT g, 0, 1, g, repeat('x', 300)"
                " FROM generate_series(1, 400000) g"
            )
            world.wait_until_relayed(300)
            time.sleep(1)  # idle, so that a position without a transaction follows
            reader = TopicReader(broker.bootstrap, topics=[world.offsets_topic])
            values = [record.value for record in reader.catch_up()]
            reader.close()
        finally:
            world.close()
    kinds: dict[tuple[bool, ...], str] = {}  # the newest of each form
    for value in filter(None, values):
        text = value if isinstance(value, str) else value.decode()
        form = tuple(word in text for word in ('"creating"', '"partial_lsn":null', '"txId":null'))
        kinds[form] = text
    for number, text in enumerate(kinds.values(), 1):
        write("checkpoint", f"recorded_{number}", text.encode())


if __name__ == "__main__":
    if sys.argv[1] == "frames":
        record_frames(sys.argv[2], sys.argv[3:])
    else:
        record_checkpoints()
