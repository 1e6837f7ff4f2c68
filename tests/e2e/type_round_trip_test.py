"""Every type in every mode: what a consumer decodes is what PostgreSQL says of the value in SQL.

PostgreSQL makes the values: boundaries and random ones, alone and in arrays. The settings of the
database, the relay's role and the daemon's locale are hostile (values/relayed_database.py).
"""

import collections
import os
import unittest
from typing import Any

from harness.workload import test_seed
from values import random_rows
from values.decoder import Modes
from values.families import FUNCTIONS, Column
from values.relayed_database import RelayedDatabase

LONG = os.environ.get("WALRELAY_TEST_LONG") == "1"
ROWS = 20_000 if LONG else 600
ROWS_OF_ARRAYS = 4_000 if LONG else 150
SHOWN_MAX = 60
# Each value of each option at least once.
MODES: dict[str, Modes] = {
    "m_defaults": {},
    "m_double": {
        "decimal.handling.mode": "double",
        "time.precision.mode": "microseconds",
        "interval.handling.mode": "string",
        "binary.handling.mode": "base64",
        "hstore.handling.mode": "map",
    },
    "m_string": {
        "decimal.handling.mode": "string",
        "time.precision.mode": "nanoseconds",
        "binary.handling.mode": "hex",
    },
    "m_number": {
        "key.converter.decimal.format": "NUMERIC",
        "value.converter.decimal.format": "NUMERIC",
        "time.precision.mode": "connect",
        "binary.handling.mode": "base64-url-safe",
    },
    "m_iso": {"time.precision.mode": "isostring"},
    "m_micro_times": {"time.precision.mode": "adaptive_time_microseconds"},
}


class TypeRoundTrip(unittest.TestCase):
    def test_each_type_in_each_mode(self) -> None:
        tables = random_rows.tables()
        create = "".join(random_rows.create(name, columns) for name, columns in tables.items())
        database = RelayedDatabase(MODES, create=FUNCTIONS + create)
        self.addCleanup(database.close)
        database.sql(f"SELECT setseed({test_seed() / (1 << 32)})")
        for name, columns in tables.items():
            rows = ROWS_OF_ARRAYS if name.endswith("_arrays") else ROWS
            database.sql(random_rows.insert(name, columns, rows))
        topics = database.relayed()
        differences: list[str] = []
        for name, columns in tables.items():
            truths = database.sql(random_rows.ask(name, columns))
            for connector, modes in MODES.items():
                records = topics.get(f"{connector}.public.{name}", [])
                rows_found = [record["value"]["after"] for record in records]
                self.assertEqual(len(rows_found), len(truths), f"{connector} {name}")
                differences += _compare(connector, modes, columns, truths, rows_found)
        if differences:
            self.fail(_summary(differences))


def _compare(
    connector: str,
    modes: Modes,
    columns: list[Column],
    truths: list[tuple[Any, ...]],
    rows: list[dict[str, Any]],
) -> list[str]:
    differences = []
    for truth, row in zip(truths, rows):
        assert int(row["id"]) == truth[0]
        for n, column in enumerate(columns):
            problem = _problem(column, row[f"c{n}"], truth[n + 1], modes)
            if problem:
                differences.append(f"{connector} {column.type}: {problem}")
    return differences


def _problem(column: Column, value: Any, truth: str | None, modes: Modes) -> str | None:
    if truth is None:
        return None if value is None else f"NULL became {value!r}"
    try:
        found = column.decode(value, truth, modes)
    except (AssertionError, AttributeError, TypeError, ValueError) as error:
        return f"{truth!r:.300} became {value!r:.300}: {error!r:.300}"
    if found == truth:
        return None
    return f"{truth!r:.300} became {value!r:.300}, which says {found!r:.300}"


def _summary(differences: list[str]) -> str:
    """Some of each kind: one fault of a type hides no other."""
    counts: collections.Counter[str] = collections.Counter()
    lines = []
    for difference in differences:
        kind = difference.partition(":")[0]
        counts[kind] += 1
        if counts[kind] <= 2:
            lines.append(difference)
    return "\n".join([f"{len(differences)} differences, {dict(counts)}", *lines[:SHOWN_MAX]])


if __name__ == "__main__":
    unittest.main()
