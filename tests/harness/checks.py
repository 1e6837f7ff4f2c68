"""Exactly once, in commit order, whole transactions: the ledger against what a consumer saw."""

from collections.abc import Sequence

from .ledger import TABLES, Change, Transaction, seen
from .records import Record


def by_table(records: Sequence[Record], prefix: str) -> dict[str, list[Change]]:
    """Changes of each workload table, in the order of its only partition."""
    topics = {f"{prefix}.public.{table}": table for table in TABLES}
    tables: dict[str, list[Change]] = {table: [] for table in TABLES}
    for record in records:
        if record.topic in topics:
            assert record.partition == 0, f"workload topics have one partition: {record}"
            tables[topics[record.topic]].append(seen(record, prefix))
    return tables


def assert_exactly_once(
    transactions: Sequence[Transaction], records: Sequence[Record], prefix: str
) -> None:
    """Every committed change is there once, in commit order, and nothing else is."""
    found = by_table(records, prefix)
    for table in TABLES:
        wanted = _changes_of(transactions, table)
        _compare(table, wanted, found[table])


def assert_whole_prefix(
    transactions: Sequence[Transaction], records: Sequence[Record], prefix: str
) -> None:
    """So far, in each table: the changes of the first transactions, the last one of them whole.

    Take `records` from one catch_up() and `transactions` after it.
    """
    found = by_table(records, prefix)
    for table in TABLES:
        length = len(found[table])
        wanted = _changes_of(transactions, table)
        _compare(table, wanted[:length], found[table])
        assert length in _borders(transactions, table), (
            f"{table}: after {length} records a transaction is visible in part: "
            f"{found[table][-1]}"
        )


def _changes_of(transactions: Sequence[Transaction], table: str) -> list[Change]:
    return [
        change
        for transaction in transactions
        for change in transaction.changes
        if change.table == table
    ]


def _borders(transactions: Sequence[Transaction], table: str) -> set[int]:
    borders, count = {0}, 0
    for transaction in transactions:
        count += sum(change.table == table for change in transaction.changes)
        borders.add(count)
    return borders


def _compare(table: str, wanted: list[Change], found: list[Change]) -> None:
    if wanted == found:
        return
    at = next(
        (i for i, pair in enumerate(zip(wanted, found)) if pair[0] != pair[1]),
        min(len(wanted), len(found)),
    )
    raise AssertionError(
        f"{table}: {len(found)} records, {len(wanted)} expected; first difference at {at}"
        f"{_verdict(wanted, found, at)}\n"
        f"  expected: {_window(wanted, at)}\n  found:    {_window(found, at)}"
    )


def _verdict(wanted: list[Change], found: list[Change], at: int) -> str:
    if at < len(found) and found[at] in found[:at] and found[at].mark:
        return " (a duplicate)"
    if at < len(found) and found[at] not in wanted:
        return " (never committed)"
    if at < len(wanted) and wanted[at] not in found[at:]:
        return " (a loss)"
    return " (an order)"


def _window(changes: list[Change], at: int) -> str:
    around = changes[max(0, at - 1) : at + 3]
    return ", ".join(f"{c.op} {c.id} {c.mark or ''}".strip() for c in around) or "(nothing)"
