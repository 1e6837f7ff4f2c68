"""A Kafka record as the oracle prints it."""

import json
from dataclasses import dataclass
from typing import Any


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError(f"a name occurs twice in one object: {[name for name, _ in pairs]}")
    return members


def strict_json(text: str) -> Any:
    """Rejects bare NaN and Infinity and duplicate names; keeps decimals as text."""
    return json.loads(
        text,
        parse_constant=_refuse_constant,
        parse_float=str,
        object_pairs_hook=_refuse_duplicates,
    )


@dataclass(frozen=True)
class Record:
    topic: str
    partition: int
    offset: int
    timestamp: int
    key: str | None
    value: str | None
    headers: tuple[tuple[str, str | None], ...]

    @staticmethod
    def parse(line: str) -> "Record":
        members = json.loads(line)
        headers = tuple((name, value) for name, value in members.pop("headers"))
        return Record(**members, headers=headers)

    @property
    def key_json(self) -> Any:
        return None if self.key is None else strict_json(self.key)

    @property
    def value_json(self) -> Any:
        """None for a tombstone."""
        return None if self.value is None else strict_json(self.value)
