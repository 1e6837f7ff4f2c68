"""SQL that makes tables of families.py and rows of them, and that asks what is in them."""

from .decoder import decode_array
from .families import TABLES, Column

_NULLS = 0.05
_BOUNDARIES_IN_ARRAYS = 0.2


def array_of(column: Column) -> Column:
    """NULL elements, no elements, other lower bounds, two dimensions."""
    element = _in_array(column)
    one, square = f"ARRAY[{element}, {element}]", f"[{element}, {element}]"
    kind = f"{column.type}[]"
    shapes = [
        "'{}'",
        f"ARRAY[{element}, {element}, NULL]::{kind}",
        f"ARRAY[{square}, {square}]::{kind}",
        f"('[0:1]=' || ({one}::{kind})::text)::{kind}",
    ]
    choice = " ".join(f"WHEN {n} THEN {shape}" for n, shape in enumerate(shapes))
    truth = (
        "json_build_array(array_dims({0}), (SELECT coalesce(json_agg("
        f"{column.truth.format('e')} ORDER BY n), '[]') "
        "FROM unnest({0}) WITH ORDINALITY u(e, n)))::text"
    )
    return Column(
        kind, f"CASE upto({len(shapes) - 1}) {choice} END", decode_array(column.decode), truth
    )


def _in_array(column: Column) -> str:
    parts = [f"WHEN random() < {_NULLS} THEN NULL"]
    if column.boundaries:
        pick = f"1 + upto({len(column.boundaries) - 1})"
        parts.append(f"WHEN random() < {_BOUNDARIES_IN_ARRAYS} THEN {_boundary(column, pick)}")
    return f"CASE {' '.join(parts)} ELSE ({column.random})::{column.type} END"


def tables() -> dict[str, list[Column]]:
    arrays = {
        f"{name}_arrays": [array_of(column) for column in columns if column.in_arrays]
        for name, columns in TABLES.items()
    }
    return {**TABLES, **arrays}


def create(name: str, columns: list[Column]) -> str:
    typed = ", ".join(f"c{n} {column.type}" for n, column in enumerate(columns))
    return f"CREATE TABLE {name} (id int PRIMARY KEY, {typed});"


def insert(name: str, columns: list[Column], rows: int) -> str:
    """The boundary values first, each once, then random ones."""
    values = ", ".join(map(_value, columns))
    return f"INSERT INTO {name} SELECT g, {values} FROM generate_series(1, {rows}) g"


def _value(column: Column) -> str:
    return (
        f"CASE WHEN g <= {len(column.boundaries)} THEN {_boundary(column, 'g')} "
        f"WHEN random() < {_NULLS} THEN NULL ELSE ({column.random})::{column.type} END"
    )


def _boundary(column: Column, index: str) -> str:
    listed = ", ".join(_literal(boundary) for boundary in column.boundaries)
    return f"(ARRAY[{listed}]::text[])[{index}]::{column.type}"


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def ask(name: str, columns: list[Column]) -> str:
    truths = (
        f"CASE WHEN c{n} IS NOT NULL THEN {column.truth.format(f'c{n}')} END"
        for n, column in enumerate(columns)
    )
    return f"SELECT id, {', '.join(truths)} FROM {name} ORDER BY id"
