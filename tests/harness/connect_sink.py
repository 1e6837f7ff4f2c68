"""Debezium's JDBC sink in a Kafka Connect worker: what many users read our topics with."""

import subprocess
from pathlib import Path

from . import process
from .kafka_broker import KafkaBroker
from .paths import CONNECT_LIBS, ROOT
from .postgres_server import PostgresServer
from .scratch_folder import make_folder, remove_folder

# With the header converter that docs/ENVELOPE.md tells sinks to use.
_WORKER = """
bootstrap.servers={bootstrap}
listeners=http://127.0.0.1:{port}
plugin.path={plugins}
key.converter=org.apache.kafka.connect.json.JsonConverter
value.converter=org.apache.kafka.connect.json.JsonConverter
header.converter=org.apache.kafka.connect.storage.StringConverter
offset.storage.file.filename={folder}/offsets
consumer.isolation.level=read_committed
consumer.auto.offset.reset=earliest
consumer.metadata.max.age.ms=1000
offset.flush.interval.ms=1000
"""
_CONNECTOR = """
name=sink
connector.class=io.debezium.connector.jdbc.JdbcSinkConnector
tasks.max=1
topics={topics}
connection.url=jdbc:postgresql://127.0.0.1:{port}/{database}
connection.username=postgres
connection.password=unused
insert.mode=upsert
delete.enabled=true
truncate.enabled=true
primary.key.mode=record_key
schema.evolution=basic
"""


class ConnectSink:
    """Writes the topics' tables, which it makes itself, into `database`, from its start to close().
    A topic with dots becomes a table with underscores."""

    def __init__(
        self, broker: KafkaBroker, topics: list[str], postgres: PostgresServer, database: str
    ) -> None:
        subprocess.run([str(ROOT / "scripts" / "fetch-connect")], check=True)
        self._folder = make_folder("connect")
        self.log = self._folder / "connect.log"
        worker = _WORKER.format(
            bootstrap=broker.bootstrap,
            port=process.free_port(),
            plugins=CONNECT_LIBS / "plugins",
            folder=self._folder,
        )
        connector = _CONNECTOR.format(
            topics=",".join(topics), port=postgres.port, database=database
        )
        options = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m", "-Duser.timezone=UTC"]
        options.append("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn")
        self._child = process.spawn(
            [
                *("java", *options, "-cp", f"{CONNECT_LIBS}/*"),
                "org.apache.kafka.connect.cli.ConnectStandalone",
                self._file("worker.properties", worker),
                self._file("sink.properties", connector),
            ],
            log=self.log,
        )

    def __enter__(self) -> "ConnectSink":
        return self

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.wait()
        remove_folder(self._folder)

    def assert_works(self) -> None:
        """The worker outlives a task that has failed."""
        text = self.log.read_text(errors="replace")
        failed = "task is being killed" in text.lower() or self._child.poll() is not None
        assert not failed, f"the sink failed:\n{self.output()}"

    def output(self) -> str:
        """Its stack traces hold whole rows."""
        return "\n".join(line[:500] for line in process.tail(self.log, 80).splitlines())

    def _file(self, name: str, text: str) -> Path:
        path = self._folder / name
        path.write_text(text)
        return path
