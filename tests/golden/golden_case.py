"""A recorded case: what it runs, and the records that walrelay must write for it."""

import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# The place of a record: topic, partition and its number among the partition's records.
Place = tuple[str, int, int]
Line = dict[str, Any]


class GoldenCase:
    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = HERE / "cases" / name
        self.meta: dict[str, Any] = _json(self.folder / "meta.json")
        self.setup = self.folder / "setup.sql"

    def options(self, changes: dict[str, Any]) -> dict[str, Any]:
        """The recording's configuration; null in config.json takes an option away."""
        options = {**_json(HERE / "base.json"), **_json(self.folder / "config.json"), **changes}
        return {name: value for name, value in options.items() if value is not None}

    def phases(self) -> list[str]:
        """What is above a line `-- @wait` must be in Kafka before the rest runs."""
        return re.split(r"(?m)^-- @wait.*\n", (self.folder / "stream.sql").read_text())

    def refusal(self) -> str | None:
        """What we say instead of writing records that are wrong; below it stands why."""
        path = HERE / "deviations" / f"{self.name}.refusal"
        if not path.exists():
            return None
        said, reason = path.read_text().splitlines()
        assert reason, f"{path.name} does not say why"
        return said

    def expected(self) -> list[Line]:
        """The recording, with our right records where Debezium's are wrong (deviations/), and
        without the rows of setup.sql, which only a snapshot reads."""
        recorded = {place_of(line): line for line in _lines(self.folder / "expected.jsonl")}
        deviations = HERE / "deviations" / f"{self.name}.jsonl"
        for line in _lines(deviations) if deviations.exists() else []:
            assert line.pop("reason"), f"{deviations.name} does not say why"
            place = place_of(line)
            assert recorded.get(place) != line, f"{deviations.name} is what Debezium wrote: {place}"
            recorded[place] = line
        kept = [line for line in recorded.values() if not line.get("absent")]
        return renumbered([line for line in kept if not _is_of_snapshot(line)])


def place_of(line: Line) -> Place:
    return line["topic"], line["partition"], line["offset_index"]


def renumbered(lines: list[Line]) -> list[Line]:
    counts: dict[tuple[str, int], int] = {}
    numbered = []
    for line in sorted(lines, key=place_of):
        partition = line["topic"], line["partition"]
        counts[partition] = counts.get(partition, -1) + 1
        numbered.append({**line, "offset_index": counts[partition]})
    return numbered


def all_cases() -> list[str]:
    return sorted(path.name for path in (HERE / "cases").iterdir() if path.is_dir())


def pending_cases() -> set[str]:
    """The first word of each line that is no heading and no remark."""
    lines = (HERE / "pending").read_text().splitlines()
    names = [line.split()[0] for line in lines if line.strip() and line[0] not in "#["]
    assert len(names) == len(set(names)), "a case is listed twice as pending"
    unknown = set(names) - set(all_cases())
    assert not unknown, f"pending, but no case: {unknown}"
    return set(names)


def _is_of_snapshot(line: Line) -> bool:
    if line["value"] is None:
        return False
    value = json.loads(line["value"])
    body = value["payload"] if isinstance(value, dict) and "payload" in value else value
    if not isinstance(body, dict) or body.get("op") != "r":
        return False
    return body["source"]["snapshot"] != "incremental"


def _json(path: Path) -> Any:
    return json.loads(path.read_text())


def _lines(path: Path) -> list[Line]:
    # Not splitlines(): it also breaks at characters that stand inside JSON strings.
    return [json.loads(line) for line in path.read_text().split("\n") if line]
