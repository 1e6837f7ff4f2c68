"""A real single-node Kafka broker (KRaft) of one's own, from the jars of scripts/fetch-kafka."""

import base64
import re
import shutil
import signal
import socket
import struct
import subprocess
import uuid
from dataclasses import dataclass
from pathlib import Path

from . import process
from .paths import BUILD, KAFKA_LIBS
from .scratch_folder import make_folder, remove_folder
from .waiting import TimedOut, wait_for

_SETTINGS = """
process.roles=broker,controller
node.id={node}
controller.quorum.voters={voters}
listeners=PLAINTEXT://127.0.0.1:{port},CONTROLLER://127.0.0.1:{controller_port}
advertised.listeners=PLAINTEXT://127.0.0.1:{port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=PLAINTEXT
log.dirs={data}
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=2
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
log.cleaner.dedupe.buffer.size=4194304
controlled.shutdown.enable=false
"""

_JAVA = [
    "java",
    "-Xmx512m",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
    "-cp",
    f"{KAFKA_LIBS}/*",
]


def require_jars() -> None:
    if not (KAFKA_LIBS / ".complete").exists():
        raise RuntimeError("the Kafka jars are missing; run: scripts/fetch-kafka")


def random_kafka_id() -> str:
    """Kafka writes UUIDs as 22 characters of URL-safe base64; a leading '-' confuses its tools."""
    while True:
        text = base64.urlsafe_b64encode(uuid.uuid4().bytes).decode().rstrip("=")
        if not text.startswith("-"):
            return text


@dataclass(frozen=True)
class Place:
    """Which node of which cluster a broker is."""

    node: int
    port: int
    controller_port: int
    voters: str  # all controllers, as Kafka writes them

    @staticmethod
    def alone() -> "Place":
        port, controller_port = process.free_port(), process.free_port()
        return Place(1, port, controller_port, f"1@127.0.0.1:{controller_port}")


class KafkaBroker:
    """start() formats the storage on first use and waits until the broker answers requests."""

    def __init__(
        self,
        *,
        parent_folder: Path | None = None,
        settings: dict[str, str] | None = None,
        place: Place | None = None,
        cluster_id: str | None = None,
    ) -> None:
        require_jars()
        self.folder = make_folder("kafka", parent_folder)
        self.data = self.folder / "data"
        self.log = self.folder / "broker.log"
        self.cluster_id = cluster_id or random_kafka_id()
        self._place = place
        self._settings = settings or {}
        self._broker: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "KafkaBroker":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    @property
    def port(self) -> int:
        return self._place.port if self._place else 0

    @property
    def bootstrap(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._broker, "the broker is not started"
        return self._broker.pid

    def start(self) -> None:
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        """Starts without waiting, so that other servers can be started meanwhile."""
        if not self.data.exists():
            self._place = self._place or Place.alone()
            self._write_settings(self._place)
            self._format(self._place)
        command = [*_JAVA, "kafka.Kafka", self._settings_file]
        self._broker = process.spawn(command, log=self.log, cwd=self.folder)

    def wait_until_ready(self, timeout: float = 90) -> None:
        wait_for(self._answers, timeout, "Kafka answers", explain=self._log_tail)

    def stop(self, timeout: float = 60) -> None:
        if self._broker is None:
            return
        self.resume()
        self._broker.send_signal(signal.SIGTERM)
        try:
            self._broker.wait(timeout)
        except subprocess.TimeoutExpired as error:
            raise TimedOut(f"Kafka did not stop:\n{self._log_tail()}") from error
        self._broker = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def kill(self) -> None:
        assert self._broker, "the broker is not started"
        self._broker.kill()
        self._broker.wait()
        self._broker = None

    def pause(self) -> None:
        """The broker hangs; the kernel still answers for its sockets."""
        process.signal_all([self.pid], signal.SIGSTOP)

    def resume(self) -> None:
        process.signal_all([self.pid], signal.SIGCONT)

    def bytes_of(self, topic: str) -> int:
        """What the broker has on disk of all partitions, committed or not."""
        segments = self.data.glob(f"{topic}-[0-9]*/*.log")
        return sum(segment.stat().st_size for segment in segments)

    def remove(self) -> None:
        if self._broker is not None:
            self.kill()
        remove_folder(self.folder)

    @property
    def _settings_file(self) -> Path:
        return self.folder / "server.properties"

    def _write_settings(self, place: Place) -> None:
        text = _SETTINGS.format(**vars(place), data=self.data)
        text += "".join(f"{name}={value}\n" for name, value in self._settings.items())
        self._settings_file.write_text(text)

    def _format(self, place: Place) -> None:
        """Formatting takes a second JVM and two seconds, and its result differs between brokers
        only in a few names: format once a checkout, then copy."""
        template = BUILD / "kafka" / "formatted"
        if not template.exists():
            command = [*_JAVA, "kafka.tools.StorageTool", "format"]
            arguments = ["-t", random_kafka_id(), "-c", self._settings_file]
            process.run_as(None, [*command, *arguments], self.log)
            self._keep_as_template(template)
        else:
            shutil.copytree(template, self.data)
        identity = self.data / "meta.properties"
        text = identity.read_text()
        for name, value in (
            ("cluster.id", self.cluster_id),
            ("node.id", str(place.node)),
            ("directory.id", random_kafka_id()),
        ):
            text = re.sub(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
        identity.write_text(text)

    def _keep_as_template(self, template: Path) -> None:
        incoming = make_folder("formatted", template.parent)
        shutil.copytree(self.data, incoming, dirs_exist_ok=True)
        try:
            incoming.rename(template)
        except OSError:  # another broker was faster
            shutil.rmtree(incoming)

    def _answers(self) -> bool:
        """Sends ApiVersions (version 0); a broker that is still starting accepts but is silent."""
        if self._broker is None or self._broker.poll() is not None:
            raise RuntimeError(f"Kafka exited while starting:\n{self._log_tail()}")
        request = struct.pack(">hhih", 18, 0, 1, -1)
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2) as connection:
                connection.sendall(struct.pack(">i", len(request)) + request)
                return len(connection.recv(8)) == 8
        except OSError:
            return False

    def _log_tail(self) -> str:
        return process.tail(self.log)
