"""B02, B06, B07: values stored out of line that an UPDATE does not touch, for every type that can be
stored so: the real value where the server sends it, else the placeholder, never another value.

What a placeholder looks like was asked of Debezium (DEBEZIUM.md 1.6), once for every type.
"""

import base64
import unittest
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import md5
from typing import Any

from harness.world import RelayCase, World

USUAL, OTHER = "__debezium_unavailable_value", 'gone "away" é'
OF_NO_TYPE = None  # a type that has no value to stand for "unavailable"
Expected = Callable[[str], Any]


def plain(text: str) -> Any:
    return text


def in_base64(text: str) -> Any:
    return base64.b64encode(text.encode()).decode()


def its_bytes(text: str) -> Any:
    return [byte - 256 if byte > 127 else byte for byte in text.encode()]


def its_uuid(text: str) -> Any:
    digest = bytearray(md5(text.encode()).digest())
    digest[6], digest[8] = digest[6] & 0x0F | 0x30, digest[8] & 0x3F | 0x80
    return [str(uuid.UUID(bytes=bytes(digest)))]


def one(expected: Expected) -> Expected:
    return lambda text: [expected(text)]


def nothing(_: str) -> Any:
    return OF_NO_TYPE


def hstore_text(text: str) -> Any:
    quoted = text.replace('"', '\\"')
    return f'{{"{quoted}":"{quoted}"}}'


@dataclass(frozen=True)
class Family:
    type: str
    value: str  # SQL
    usual: Expected
    other: Expected | None = None  # in the modes of OTHER_MODES, where it is not the same


def many(element: str) -> str:
    return f"(SELECT array_agg({element}) FROM generate_series(1, 60) g)"


LONG = "repeat('x', 2500)"
FAMILIES = {
    "tx": Family("text", LONG, plain),
    "vc": Family("varchar", LONG, plain),
    "ch": Family("char(3000)", "'c'", plain),
    "ci": Family("citext", LONG, plain),
    "dt": Family("long_text", LONG, plain),
    "nn": Family("text NOT NULL DEFAULT ''", LONG, plain),
    "j": Family("json", f"to_json({LONG})", plain),
    "jb": Family("jsonb", f"to_jsonb({LONG})", plain),
    "x": Family("xml", f"('<a>' || {LONG} || '</a>')::xml", plain),
    "ts": Family("tsvector", "repeat('x', 200)::tsvector", plain),
    "nr": Family("numrange", "numrange(0, repeat('9', 900)::numeric)", plain),
    "lt": Family("ltree", "(repeat('a.', 200) || 'b')::ltree", plain),
    "by": Family("bytea", f"{LONG}::bytea", in_base64, plain),
    "hs": Family("hstore", f"hstore('k', {LONG})", hstore_text, lambda text: {text: text}),
    "nu": Family("numeric", "repeat('9', 900)::numeric", nothing, plain),
    "nf": Family("numeric(900, 2)", "repeat('9', 890)::numeric", nothing, plain),
    "vb": Family("varbit", "repeat('10', 1000)::varbit", nothing),
    "ia": Family("int[]", many("g"), its_bytes),
    "ba": Family("bigint[]", many("g::bigint"), its_bytes),
    "dta": Family("date[]", many("date '2020-01-01' + g"), its_bytes, nothing),
    "ta": Family("text[]", many("g || 'x'"), one(plain)),
    "va": Family("varchar[]", many("(g || 'x')::varchar"), one(plain)),
    "ca": Family("char(3)[]", many("g::char(3)"), one(plain)),
    "ja": Family("json[]", many("to_json(g)"), one(plain)),
    "jba": Family("jsonb[]", many("to_jsonb(g)"), one(plain)),
    "bya": Family("bytea[]", many("'x'::bytea"), one(in_base64), nothing),
    "ua": Family("uuid[]", many("md5(g::text)::uuid"), its_uuid),
    "sa": Family("int2[]", many("g::int2"), nothing),
    "fa": Family("real[]", many("g::real"), nothing),
    "da": Family("float8[]", many("g::float8"), nothing),
    "la": Family("boolean[]", many("true"), nothing),
    "oa": Family("oid[]", many("g::oid"), nothing),
    "ea": Family("mood[]", many("'a'::mood"), nothing),
    "na": Family("numeric[]", many("g::numeric"), nothing),
    "nfa": Family("numeric(10, 2)[]", many("g::numeric"), nothing),
    "tia": Family("time[]", many("time '00:00:01'"), nothing),
    "tsa": Family("timestamp[]", many("timestamp '2020-01-01'"), nothing),
    "tza": Family("timestamptz[]", many("timestamptz '2020-01-01'"), nothing),
    "ina": Family("inet[]", many("inet '10.0.0.1'"), nothing),
    "ra": Family("int4range[]", many("int4range(1, g + 1)"), nothing),
    "cia": Family("citext[]", many("'x'::citext"), nothing),
}
OTHER_MODES = {
    "unavailable.value.placeholder": OTHER,
    "binary.handling.mode": "hex",
    "decimal.handling.mode": "string",
    "hstore.handling.mode": "map",
    "time.precision.mode": "isostring",
}
COLUMNS = ", ".join(f"{name} {family.type}" for name, family in FAMILIES.items())
OUT_OF_LINE = ", ".join(f"ALTER {name} SET STORAGE EXTERNAL" for name in FAMILIES)
VALUES = ", ".join(family.value for family in FAMILIES.values())
TABLES = ("by_default", "by_full")
TYPES = """
    CREATE TYPE mood AS ENUM ('a', 'b'); CREATE DOMAIN long_text AS text;
    CREATE TABLE tk (k text PRIMARY KEY, v int); ALTER TABLE tk ALTER k SET STORAGE EXTERNAL;
    CREATE TABLE swapped (id int PRIMARY KEY, n int, big text);
    ALTER TABLE swapped ALTER big SET STORAGE EXTERNAL;
"""
# The small target moves every value out that can be, not only the largest ones.
CREATE = "CREATE TABLE {0} (id int PRIMARY KEY, n int, {1}) WITH (toast_tuple_target = 128);"
Seen = tuple[str | None, Any, Any, Any]


class UnchangedToast(RelayCase):
    def toast_world(self, **changes: Any) -> World:
        world = self.world(tables="public.tk,public.swapped,public.by_.*", **changes)
        world.sql("CREATE EXTENSION hstore; CREATE EXTENSION citext; CREATE EXTENSION ltree")
        world.sql("SET ROLE walrelay;" + TYPES)
        for table in TABLES:
            world.sql("SET ROLE walrelay;" + CREATE.format(table, COLUMNS))
            world.sql(f"ALTER TABLE {table} {OUT_OF_LINE}")
        world.sql("ALTER TABLE by_full REPLICA IDENTITY FULL")
        world.start_and_wait()
        return world

    def test_B07_every_type(self) -> None:
        for mode, placeholder, changes in (
            ("usual", USUAL, {}),
            ("other", OTHER, OTHER_MODES),
        ):
            with self.subTest(mode=mode):
                world = self.toast_world(changes=changes)
                self._one_row_of_every_type(world)
                wanted = {
                    name: ((mode == "other" and family.other) or family.usual)(placeholder)
                    for name, family in FAMILIES.items()
                }
                self._by_default(world, wanted)
                self._by_full(world)
                world.daemon.stop()

    def _one_row_of_every_type(self, world: World) -> None:
        for table in TABLES:
            world.sql(f"INSERT INTO {table} VALUES (1, 1, {VALUES})")
            world.sql(f"UPDATE {table} SET n = 2")
            world.sql(f"UPDATE {table} SET id = 2")
            # One after another, each NULL stands among neighbours that were not sent.
            for name in FAMILIES:
                if name != "nn":
                    world.sql(f"UPDATE {table} SET {name} = NULL")
        world.wait_until_relayed()

    def _seen(self, world: World, table: str) -> list[Seen]:
        return [
            (value["op"], record.key_json, value["before"], value["after"])
            if value
            else (None, record.key_json, None, None)
            for record in world.records(table)
            for value in [record.value_json]
        ]

    def _by_default(self, world: World, wanted: dict[str, Any]) -> None:
        inserted, updated, deleted, buried, created, *nulled = self._seen(world, "by_default")
        real = inserted[3]
        self.assertNotIn(None, real.values())
        after = {"id": 1, "n": 2, **wanted}
        self.assertEqual(updated, ("u", {"id": 1}, None, after))
        self.assertEqual(deleted, ("d", {"id": 1}, {**dict.fromkeys(real), "id": 1}, None))
        self.assertEqual(buried, (None, {"id": 1}, None, None))
        self.assertEqual(created, ("c", {"id": 2}, None, {**after, "id": 2}))
        after["id"] = 2
        for name, update in zip((name for name in FAMILIES if name != "nn"), nulled, strict=True):
            after[name] = None
            self.assertEqual(update, ("u", {"id": 2}, None, after), name)

    def _by_full(self, world: World) -> None:
        """The old row has the values: they stand in `after` too."""
        inserted, updated, deleted, buried, created, *nulled = self._seen(world, "by_full")
        real = inserted[3]
        second = {**real, "n": 2}
        self.assertEqual(updated, ("u", {"id": 1}, real, second))
        self.assertEqual(deleted, ("d", {"id": 1}, second, None))
        self.assertEqual(buried, (None, {"id": 1}, None, None))
        before = {**second, "id": 2}
        self.assertEqual(created, ("c", {"id": 2}, None, before))
        for name, update in zip((name for name in FAMILIES if name != "nn"), nulled, strict=True):
            after = {**before, name: None}
            self.assertEqual(update, ("u", {"id": 2}, before, after), name)
            before = after

    def test_keys(self) -> None:
        world = self.toast_world()
        with self.subTest("B02"):
            self._toasted_key(world)
        with self.subTest("B06"):
            self._swapped_keys(world)
        world.daemon.stop()

    def _toasted_key(self, world: World) -> None:
        """Its old value comes with every UPDATE, which therefore is no change of the key."""
        first, second = "k" * 2500, "l" * 2600
        world.sql("INSERT INTO tk VALUES (%s, 1)", first)
        world.sql("UPDATE tk SET v = 2")
        world.sql("UPDATE tk SET k = %s", second)
        world.sql("UPDATE tk SET v = 3; DELETE FROM tk")
        world.wait_until_relayed()
        seen = [(op, key["k"], after) for op, key, _, after in self._seen(world, "tk")]
        self.assertEqual(
            seen,
            [
                ("c", first, {"k": first, "v": 1}),
                ("u", first, {"k": first, "v": 2}),
                ("d", first, None),
                (None, first, None),
                ("c", second, {"k": second, "v": 2}),
                ("u", second, {"k": second, "v": 3}),
                ("d", second, None),
                (None, second, None),
            ],
        )

    def _swapped_keys(self, world: World) -> None:
        """By way of a third key, in one transaction; the second time every value is sent."""
        swap = ";".join(
            f"UPDATE swapped SET id = {new} WHERE id = {old}"
            for old, new in ((1, 9), (2, 1), (9, 2))
        )
        rows = "SELECT g, g, repeat(g::text, 9000) FROM generate_series(1, 2) g"
        world.sql(f"INSERT INTO swapped {rows}")
        world.sql(f"BEGIN; {swap}; COMMIT")
        world.sql("ALTER TABLE swapped REPLICA IDENTITY FULL")
        world.sql(f"BEGIN; {swap}; COMMIT")
        world.wait_until_relayed()
        records = world.records("swapped")[2:]
        moves = [(1, 9, 1), (2, 1, 2), (9, 2, 1), (1, 9, 2), (2, 1, 1), (9, 2, 2)]
        self.assertEqual(len(records), 3 * len(moves))
        for number, (old, new, n) in enumerate(moves):
            deleted, buried, created = records[3 * number : 3 * number + 3]
            big = USUAL if number < 3 else str(n) * 9000
            self.assertEqual((deleted.key_json, deleted.value_json["op"]), ({"id": old}, "d"))
            self.assertIn(("__debezium.newkey", f'{{"id":{new}}}'), deleted.headers)
            self.assertEqual((buried.key_json, buried.value), ({"id": old}, None))
            self.assertEqual((created.key_json, created.value_json["op"]), ({"id": new}, "c"))
            self.assertIn(("__debezium.oldkey", f'{{"id":{old}}}'), created.headers)
            after = {"id": new, "n": n, "big": big}
            self.assertEqual(created.value_json["after"], after)


if __name__ == "__main__":
    unittest.main()
