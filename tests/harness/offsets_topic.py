"""What the offsets topic says, read by a consumer that is not ours."""

import json
from dataclasses import dataclass
from typing import Any

from .records import Record
from .topic_reader import TopicReader


def offsets_topic(connector: str) -> str:
    return f"walrelay-offsets.{connector}"


def stream_key(connector: str, prefix: str) -> str:
    return json.dumps([connector, {"server": prefix}], separators=(",", ":"))


@dataclass(frozen=True)
class Checkpoint:
    """The newest committed checkpoint: its position as a number, and the whole record."""

    lsn: int
    fields: dict[str, Any]

    @property
    def state(self) -> str:
        return self.fields["state"]


def newest(records: list[Record], connector: str, prefix: str) -> Checkpoint | None:
    """Of the records of one offsets topic."""
    key = stream_key(connector, prefix)
    for record in reversed(records):
        if record.key == key:
            fields = record.value_json
            assert isinstance(fields, dict), f"the checkpoint is not an object: {record.value}"
            return Checkpoint(int(fields["lsn"]), fields)
    return None


class OffsetsTopic:
    """Follows one connector's checkpoints."""

    def __init__(
        self, bootstrap: str, connector: str, prefix: str, topic: str | None = None
    ) -> None:
        self._connector = connector
        self._prefix = prefix
        self._reader = TopicReader(bootstrap, topics=[topic or offsets_topic(connector)])

    def checkpoint(self) -> Checkpoint | None:
        """The newest one that is committed now."""
        return newest(self._reader.catch_up(), self._connector, self._prefix)

    def records(self) -> list[Record]:
        """All that are committed, of whatever key."""
        return self._reader.catch_up()

    def close(self) -> None:
        self._reader.close()
