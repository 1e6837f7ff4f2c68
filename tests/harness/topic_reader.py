"""One long-lived independent consumer that is asked again and again."""

import subprocess
import threading
from pathlib import Path

from . import process
from .oracle import Isolation, command, compile_once
from .records import Record


class BrokerAway(RuntimeError):
    """The broker did not answer the question."""


class TopicReader:
    """catch_up() returns when all is read that `isolation` shows at the time of the call.

    Give either exact topics or a prefix; topics may appear later. Any thread may ask.
    """

    def __init__(
        self,
        bootstrap: str,
        *,
        topics: list[str] | None = None,
        prefix: str | None = None,
        isolation: Isolation = "read_committed",
        log: Path | None = None,
        timeout: float = 10,
    ) -> None:
        compile_once()
        what = ["--topics", ",".join(topics)] if topics else ["--prefix", prefix or ""]
        self._child = process.spawn(
            command(
                *("ReadTopics", "--bootstrap", bootstrap, *what, "--on-demand"),
                *("--isolation", isolation, "--timeout-ms", str(int(timeout * 1000))),
            ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            log=log,
        )
        self._lock = threading.Lock()
        self._records: list[Record] = []

    def __enter__(self) -> "TopicReader":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def catch_up(self) -> list[Record]:
        """All records so far, in the order of each partition."""
        assert self._child.stdin and self._child.stdout
        with self._lock:
            self._child.stdin.write(b"\n")
            self._child.stdin.flush()
            for line in self._child.stdout:
                if line.startswith(b'{"caught_up":'):
                    if b"true" not in line:
                        raise BrokerAway("the broker does not answer, or a read did not end")
                    return list(self._records)
                self._records.append(Record.parse(line.decode()))
        raise RuntimeError(f"the oracle ended with {self._child.wait()}")

    def of_topic(self, topic: str) -> list[Record]:
        return [record for record in self.catch_up() if record.topic == topic]

    def close(self) -> None:
        """Without a last word: a broker that is away would make the consumer wait for it."""
        self._child.kill()
        self._child.communicate()
