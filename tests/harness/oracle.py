"""The independent Kafka client: Python's side of tests/oracle."""

import json
import signal
import subprocess
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Literal

from . import process
from .paths import BUILD, KAFKA_LIBS, ROOT
from .records import Record

Isolation = Literal["read_committed", "read_uncommitted"]


def command(*words: str) -> list[str]:
    """The command line of one call of the oracle, for our own use and for people to copy."""
    jvm = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m"]
    quiet = "-Dorg.slf4j.simpleLogger.defaultLogLevel=error"
    return [*jvm, quiet, "-cp", f"{BUILD / 'oracle'}:{KAFKA_LIBS}/*", "Main", *words]


def compile_once() -> None:
    subprocess.run([str(ROOT / "scripts" / "fetch-kafka")], check=True)
    subprocess.run([str(ROOT / "tests" / "oracle" / "compile")], check=True)


class Oracle:
    """One-shot calls. Each is a JVM of half a second; see TopicReader for repeated reading."""

    def __init__(self, bootstrap: str) -> None:
        compile_once()
        self._bootstrap = bootstrap

    def topics(self) -> list[str]:
        return self._lines("Topics", "list")

    def describe(self, topic: str) -> dict[str, Any]:
        (description,) = self.describe_all(topic)
        return description

    def describe_all(self, *topics: str) -> list[dict[str, Any]]:
        return self._lines("Topics", "describe", *topics)

    def create_topic(self, topic: str, partitions: int = 1, **configs: str) -> None:
        options = ["--partitions", str(partitions)]
        self._lines("Topics", "create", topic, *options, *_config_options(configs))

    def alter_topic(self, topic: str, **configs: str) -> None:
        self._lines("Topics", "alter", topic, *_config_options(configs))

    def delete_topics(self, *topics: str) -> None:
        self._lines("Topics", "delete", *topics)

    def end_offsets(
        self, topics: Iterable[str], isolation: Isolation = "read_uncommitted"
    ) -> dict[tuple[str, int], int]:
        lines = self._lines("Topics", "end-offsets", *topics, "--isolation", isolation)
        return {(line["topic"], line["partition"]): line["offset"] for line in lines}

    def cluster_id(self) -> str:
        (line,) = self._lines("Topics", "cluster")
        return line["id"]

    def produce(self, topic: str, *, key: str | None = None, value: str | None = None) -> None:
        self._lines("Produce", "once", topic, *_record_options(key, value))

    def read(
        self, *topics: str, isolation: Isolation = "read_committed", timeout: float = 60
    ) -> list[Record]:
        """Everything up to the high watermark of now; waits for open transactions below it."""
        milliseconds = str(int(timeout * 1000))
        text = self._output(
            *("ReadTopics", "--topics", ",".join(topics), "--until-end"),
            *("--isolation", isolation, "--timeout-ms", milliseconds),
        )
        return [Record.parse(line) for line in text.rstrip("\n").split("\n") if line]

    def read_by_connect(self, *topics: str, timeout: float = 60) -> list[dict[str, Any]]:
        """The records of read() in schema mode, as sinks of Kafka Connect get them: keys and values
        are what its JsonConverter makes of them; one that it refuses is an error."""
        text = self._output(
            *("ReadTopics", "--topics", ",".join(topics), "--until-end", "--connect"),
            *("--timeout-ms", str(int(timeout * 1000))),
        )
        return [json.loads(line) for line in text.rstrip("\n").split("\n") if line]

    def keys(self, topic: str, timeout: float = 90) -> Iterator[str | None]:
        """Those of read(), one by one: for topics of millions of records."""
        milliseconds = str(int(timeout * 1000))
        line = command(
            *("ReadTopics", "--topics", topic, "--until-end", "--keys"),
            *("--timeout-ms", milliseconds, "--bootstrap", self._bootstrap),
        )
        child = process.spawn(line, stdout=subprocess.PIPE)
        assert child.stdout
        try:
            for text in child.stdout:
                yield json.loads(text)
            if child.wait() != 0:
                raise RuntimeError(f"the oracle ended with {child.returncode}")
        finally:
            child.kill()
            child.communicate()

    @contextmanager
    def open_transaction(
        self,
        topic: str,
        transactional_id: str,
        *,
        key: str | None = None,
        value: str | None = None,
        count: int = 1,
    ) -> Iterator["OpenTransaction"]:
        """Someone else's open transaction; left open by whoever does not end it. It holds `count`
        equal records."""
        words = ["Produce", "hold", topic, "--transactional-id", transactional_id]
        words += ["--count", str(count)]
        child = process.spawn(
            command(*words, "--bootstrap", self._bootstrap, *_record_options(key, value)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert child.stdout
        if not child.stdout.readline():
            raise RuntimeError("the oracle could not open a transaction")
        transaction = OpenTransaction(child)
        try:
            yield transaction
        finally:
            transaction.leave_open()

    def _lines(self, *words: str) -> list[Any]:
        return [json.loads(line) for line in self._output(*words).splitlines()]

    def _output(self, *words: str) -> str:
        line = command(*words, "--bootstrap", self._bootstrap)
        done = subprocess.run(line, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"oracle {' '.join(words)}: exit {done.returncode}\n{done.stderr}")
        return done.stdout


class ServingOracle(Oracle):
    """The same calls by one JVM that stays, for tests with hundreds of them."""

    def __init__(self, bootstrap: str) -> None:
        super().__init__(bootstrap)
        self._child = process.spawn(
            command("Serve"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def close(self) -> None:
        self._child.kill()
        self._child.communicate()

    def _output(self, *words: str) -> str:
        assert self._child.stdin and self._child.stdout
        line = "\t".join((*words, "--bootstrap", self._bootstrap))
        self._child.stdin.write(line.encode() + b"\n")
        self._child.stdin.flush()
        answer: list[str] = []
        for text in self._child.stdout:
            if text.startswith(b'{"exit":'):
                if text != b'{"exit":0}\n':
                    raise RuntimeError(f"oracle {' '.join(words)}: {text.decode()}")
                return "".join(answer)
            answer.append(text.decode())
        raise RuntimeError(f"the oracle ended with {self._child.wait()}")


class OpenTransaction:
    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        self._child = child

    def commit(self) -> None:
        self._end(b"commit")

    def abort(self) -> None:
        self._end(b"abort")

    def leave_open(self) -> None:
        if self._child.poll() is None:
            self._child.send_signal(signal.SIGKILL)
            self._child.communicate()

    def _end(self, word: bytes) -> None:
        self._child.communicate(word)
        if self._child.returncode != 0:
            raise RuntimeError(f"the oracle could not {word.decode()}")


def _config_options(configs: dict[str, str]) -> list[str]:
    """cleanup_policy="compact" is the config cleanup.policy."""
    options: list[str] = []
    for name, value in configs.items():
        options += ["--config", f"{name.replace('_', '.')}={value}"]
    return options


def _record_options(key: str | None, value: str | None) -> list[str]:
    options: list[str] = []
    if key is not None:
        options += ["--key", key]
    if value is not None:
        options += ["--value", value]
    return options
