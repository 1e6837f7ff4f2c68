"""What the workload's committed transactions must have put into Kafka.

Every transaction writes one row into the uncaptured table `ledger`: its place in the order of all
commits and its row changes. Rolled-back ones leave nothing there, like everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .postgres_server import PostgresServer
from .records import Record

TABLES = ("load_a", "load_b")

SCHEMA = """
CREATE TABLE {table} (
  id bigint PRIMARY KEY, writer int NOT NULL, tx bigint NOT NULL, seq int NOT NULL, note text);
""".format

LEDGER_SCHEMA = """
CREATE TABLE commit_order (n bigint NOT NULL);
INSERT INTO commit_order VALUES (0);
CREATE TABLE ledger (n bigint PRIMARY KEY, writer int, tx bigint, events jsonb);
"""


@dataclass(frozen=True)
class Change:
    """One record as a consumer must see it; `mark` is (writer, tx, seq) of the row after it."""

    table: str
    id: int
    op: str  # c, u, d, or "tombstone"
    mark: tuple[int, int, int] | None = None


@dataclass(frozen=True)
class Transaction:
    n: int
    writer: int
    tx: int
    changes: tuple[Change, ...]


def create_tables(postgres: PostgresServer, database: str, owner: str) -> None:
    for table in TABLES:
        postgres.sql(SCHEMA(table=table), database=database)
        postgres.sql(f"ALTER TABLE {table} OWNER TO {owner}", database=database)
    postgres.sql(LEDGER_SCHEMA, database=database)


def committed(postgres: PostgresServer, database: str) -> list[Transaction]:
    """All committed transactions in commit order."""
    rows = postgres.sql("SELECT n, writer, tx, events FROM ledger ORDER BY n", database=database)
    return [
        Transaction(n, writer, tx, tuple(_changes(writer, tx, events)))
        for n, writer, tx, events in rows
    ]


def _changes(writer: int, tx: int, events: list[list[Any]]) -> Iterable[Change]:
    """An event is [table, op, id, seq], or [table, "key", old id, seq, new id] for a key change."""
    for table, op, row_id, seq, *new_id in events:
        mark = (writer, tx, seq)
        if op in ("c", "u"):
            yield Change(table, row_id, op, mark)
        else:
            yield Change(table, row_id, "d")
            yield Change(table, row_id, "tombstone")
        if op == "key":
            yield Change(table, new_id[0], "c", mark)


def seen(record: Record, prefix: str) -> Change:
    """The change that a consumer reads from `record`; topics are <prefix>.public.<table>."""
    table = record.topic.removeprefix(f"{prefix}.public.")
    row_id = record.key_json["id"]
    envelope = record.value_json
    if envelope is None:
        return Change(table, row_id, "tombstone")
    op, after = envelope["op"], envelope["after"]
    if op == "d":
        return Change(table, row_id, op)
    assert after["id"] == row_id, f"key {row_id} and row {after['id']} differ: {record}"
    return Change(table, row_id, op, (after["writer"], after["tx"], after["seq"]))
