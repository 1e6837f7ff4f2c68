"""Debezium's JDBC sink connector, while walrelay is killed again and again, makes of our topics in
another database the tables that the source has: rows inserted, changed, moved to other keys,
deleted and truncated at random."""

import os
import random
import unittest
from dataclasses import dataclass, field

from harness.connect_sink import ConnectSink
from harness.waiting import wait_for
from harness.workload import test_seed
from harness.world import RelayCase, World

LONG = os.environ.get("WALRELAY_TEST_LONG") == "1"
ROUNDS = 30 if LONG else 3
TRANSACTIONS = 12  # of each half of a round
STATEMENTS = 15  # of each transaction
KEYS = 40
MARK = KEYS  # the key of a row that ends each round
EQUAL_WITHIN_S = 120

# column: type, SQL of a random value
VALUES = {
    "i": ("int", "(random() * 4e9 - 2e9)::int"),
    "l": ("bigint", "(random() * 1e18)::bigint"),
    "s": ("smallint", "(random() * 60000 - 30000)::smallint"),
    "b": ("boolean", "random() < 0.5"),
    "n": ("numeric(12, 3)", "(random() * 1e9 - 5e8)::numeric(12, 3)"),
    # The sink's numeric columns have at most 38 digits.
    "w": ("numeric(38, 5)", "((random() * 1e9)::bigint || repeat('12', 11) || '.00001')::numeric"),
    "f": ("float8", "random() * 1e6"),
    "r": ("real", "random()::real"),
    "t": ("text", "md5(random()::text) || chr(trunc(random() * 50000)::int + 1)"),
    "v": ("varchar(40)", "md5(random()::text)"),
    "d": ("date", "date '2000-01-01' + (random() * 9999)::int"),
    "ts": ("timestamp", "timestamp '2000-01-01' + random() * interval '30 years'"),
    "tz": ("timestamptz", "timestamptz '2000-01-01' + random() * interval '30 years'"),
    "tm": ("time", "time '00:00' + random() * interval '23 hours'"),
    "u": ("uuid", "md5(random()::text)::uuid"),
    "j": ("jsonb", "jsonb_build_object('k', random(), 'a', jsonb_build_array(null, 1))"),
    "y": ("bytea", "decode(md5(random()::text), 'hex')"),
    "ai": ("int[]", "ARRAY[(random() * 1e9)::int, 0, -1]"),
    "at": ("text[]", "ARRAY[md5(random()::text), '', '{\"'',}']"),
    "ip": ("inet", "'10.0.0.0/8'::inet + (random() * 1e6)::bigint"),
    "ir": ("int8range", "int8range((random() * 1e6)::int, 2000000)"),
}
# Too large to be kept in the row; most updates leave them untouched.
LARGE = {
    "lt": ("text", "repeat(md5(random()::text), 100)"),
    "lj": ("jsonb", "jsonb_build_object('k', repeat(md5(random()::text), 100))"),
    "ly": ("bytea", "decode(repeat(md5(random()::text), 200), 'hex')"),
    "la": ("text[]", "array_fill(md5(random()::text), ARRAY[100])"),
}


@dataclass(frozen=True)
class Table:
    keys: dict[str, str]  # name: type
    key: str  # SQL of the key with a number
    values: dict[str, tuple[str, str]] = field(default_factory=lambda: VALUES)
    identity: str = "DEFAULT"

    def create(self, name: str) -> str:
        columns = self.keys | {column: kind for column, (kind, _) in self.values.items()}
        listed = ", ".join(f"{column} {kind}" for column, kind in columns.items())
        storage = "".join(
            f"ALTER TABLE {name} ALTER {column} SET STORAGE EXTERNAL;"
            for column in self.values.keys() & LARGE.keys()
        )
        return (
            f"CREATE TABLE {name} ({listed}, PRIMARY KEY ({', '.join(self.keys)}));{storage}"
            f"ALTER TABLE {name} REPLICA IDENTITY {self.identity};"
        )


TABLES = {
    "by_int": Table({"id": "int"}, "{0}"),
    "by_text": Table({"k": "text"}, "'key \"{0}\"'"),
    # Keys of columns of several types: what Connect's SimpleHeaderConverter has no schema for.
    "by_two": Table({"a": "bigint", "z": "uuid"}, "{0}, md5('{0}')::uuid"),
    # A sink takes the placeholder of a value that was not sent for a value.
    "large": Table({"c": "smallint", "d": "date"}, "{0}, date 'epoch' + {0}", LARGE, "FULL"),
}
OPTIONS = {
    "key.converter.schemas.enable": "true",
    "value.converter.schemas.enable": "true",
    "skipped.operations": "none",
    # By this the sink knows the types that are text in a record.
    "column.propagate.source.type": ".*",
}


class JdbcSink(RelayCase):
    def test_tables_are_equal(self) -> None:
        dice = random.Random(test_seed())
        world = self.world(
            tables=",".join(f"public.{name}" for name in TABLES),
            create="".join(table.create(name) for name, table in TABLES.items()),
            changes=OPTIONS,
        )
        target = f"{world.name}_sink"
        self.postgres.sql(f"CREATE DATABASE {target}", database="postgres")
        world.daemon.start()
        topics = [f"{world.name}.public.{name}" for name in TABLES]
        with ConnectSink(self.broker, topics, self.postgres, target) as sink:
            world.wait_until_streaming()
            for number in range(ROUNDS):
                self._round(world, dice, number)
                self._wait_until_equal(world, target, sink)
        self._assert_all_kinds_of_changes(world)
        world.daemon.stop()

    def _round(self, world: World, dice: random.Random, number: int) -> None:
        """The daemon is killed while it relays the first half."""
        self._change(world, dice)
        world.daemon.kill()
        world.sql(f"TRUNCATE {dice.choice(list(TABLES))}")
        self._change(world, dice)
        world.daemon.start()
        for name, table in TABLES.items():
            first = next(iter(table.values))
            keys, key = ", ".join(table.keys), table.key.format(MARK)
            world.sql(
                f"DELETE FROM {name} WHERE ({keys}) = ({key});"
                f"INSERT INTO {name} ({keys}, {first}) VALUES ({key}, {number})"
            )

    def _change(self, world: World, dice: random.Random) -> None:
        for _ in range(TRANSACTIONS):
            world.sql(";".join(_statement(dice) for _ in range(STATEMENTS)))

    def _wait_until_equal(self, world: World, target: str, sink: ConnectSink) -> None:
        """With the mark, which comes last in each topic, so that all of them have been read."""
        difference = ""

        def equal() -> bool:
            nonlocal difference
            assert world.daemon.running, f"the daemon ended:\n{world.daemon.output()}"
            sink.assert_works()
            difference = self._difference(world, target)
            return not difference

        def explain() -> str:
            return difference + sink.output()

        what = "the sink's tables are equal"
        wait_for(equal, EQUAL_WITHIN_S, what, every=0.2, explain=explain)

    def _difference(self, world: World, target: str) -> str:
        made = {name for (name,) in self.postgres.sql(_TABLES_MADE, database=target)}
        for name, table in TABLES.items():
            copy = f"{world.name}_public_{name}"
            if copy not in made:
                return f"there is no table {copy} yet\n"
            columns = ", ".join(f"{column}::text" for column in [*table.keys, *table.values])
            query = f"SELECT {columns} FROM {{}} ORDER BY {', '.join(table.keys)}"
            wanted = world.sql(query.format(name))
            found = self.postgres.sql(query.format(copy), database=target)
            for one, other in zip(wanted, found):
                if one != other:
                    return f"{name}:\n{one}\n{other}\n"
            if len(wanted) != len(found):
                return f"{name}: {len(found)} rows instead of {len(wanted)}\n"
        return ""

    def _assert_all_kinds_of_changes(self, world: World) -> None:
        seen, deleted = set(), set()
        for record in world.reader.catch_up():
            operation = record.value_json and record.value_json["payload"]["op"]
            seen.add((operation, *(name for name, _ in record.headers)))
            if operation == "d":
                deleted.add((record.topic, record.key))
            elif operation == "c" and (record.topic, record.key) in deleted:
                seen.add(("c", "of a key that was deleted"))
        wanted = {(kind,) for kind in ("c", "u", "d", None, "t")}
        wanted |= {(kind, "__debezium.newkey") for kind in ("d", None)}
        wanted |= {("c", "__debezium.oldkey"), ("c", "of a key that was deleted")}
        self.assertLessEqual(wanted, seen)


_TABLES_MADE = "SELECT relname::text FROM pg_class WHERE relkind = 'r'"


def _statement(dice: random.Random) -> str:
    name, table = dice.choice(list(TABLES.items()))
    columns = ", ".join(table.keys)
    here = f"({columns}) = ({table.key.format(dice.randrange(KEYS))})"
    there = table.key.format(dice.randrange(KEYS))
    changed = dice.sample(list(table.values), 2)
    some = ", ".join(f"{column} = {_maybe_null(dice, table, column)}" for column in changed)
    kind = dice.choices(("insert", "update", "delete", "move"), (5, 4, 1, 2))[0]
    if kind == "insert":
        values = ", ".join(_maybe_null(dice, table, column) for column in table.values)
        return f"INSERT INTO {name} VALUES ({there}, {values}) ON CONFLICT DO NOTHING"
    if kind == "update":
        return f"UPDATE {name} SET {some} WHERE {here}"
    if kind == "delete":
        return f"DELETE FROM {name} WHERE {here}"
    taken = f"EXISTS (SELECT FROM {name} WHERE ({columns}) = ({there}))"
    return f"UPDATE {name} SET ({columns}) = ROW({there}), {some} WHERE {here} AND NOT {taken}"


def _maybe_null(dice: random.Random, table: Table, column: str) -> str:
    return "NULL" if dice.random() < 0.15 else table.values[column][1]


if __name__ == "__main__":
    unittest.main()
