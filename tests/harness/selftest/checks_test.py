"""The checkers must be able to fail: each kind of wrong history is told apart from a right one."""

import json
import unittest
from collections.abc import Callable

from harness.checks import assert_exactly_once, assert_whole_prefix
from harness.ledger import Change, Transaction
from harness.records import Record, strict_json

INSERT_1 = Change("load_a", 1, "c", (0, 1, 0))
INSERT_2 = Change("load_a", 2, "c", (0, 1, 1))
UPDATE_1 = Change("load_a", 1, "u", (1, 1, 0))
DELETE_2 = Change("load_a", 2, "d")
GONE_2 = Change("load_a", 2, "tombstone")

HISTORY = [
    Transaction(1, 0, 1, (INSERT_1, INSERT_2)),
    Transaction(2, 1, 1, (UPDATE_1,)),
    Transaction(3, 0, 2, (DELETE_2, GONE_2)),
]
RIGHT = [INSERT_1, INSERT_2, UPDATE_1, DELETE_2, GONE_2]

WRONG = {
    "a duplicate": [INSERT_1, INSERT_2, UPDATE_1, UPDATE_1, DELETE_2, GONE_2],
    "a loss": [INSERT_1, UPDATE_1, DELETE_2, GONE_2],
    "a loss at the end": [INSERT_1, INSERT_2, UPDATE_1],
    "another order of transactions": [UPDATE_1, INSERT_1, INSERT_2, DELETE_2, GONE_2],
    "another order of rows": [INSERT_2, INSERT_1, UPDATE_1, DELETE_2, GONE_2],
    "a rolled-back row": [*RIGHT, Change("load_a", 9, "c", (0, 3, 0))],
    "a missing tombstone": RIGHT[:-1],
    "another row content": [INSERT_1, Change("load_a", 2, "c", (0, 1, 5)), *RIGHT[2:]],
}


def record(change: Change, offset: int) -> Record:
    value = None
    if change.op != "tombstone":
        after = None
        if change.mark:
            writer, tx, seq = change.mark
            after = {"id": change.id, "writer": writer, "tx": tx, "seq": seq}
        value = json.dumps({"op": change.op, "before": None, "after": after})
    key = json.dumps({"id": change.id})
    return Record(f"w.public.{change.table}", 0, offset, 0, key, value, ())


def records(changes: list[Change]) -> list[Record]:
    return [record(change, offset) for offset, change in enumerate(changes)]


class ExactlyOnce(unittest.TestCase):
    def test_accepts_the_right_history(self) -> None:
        assert_exactly_once(HISTORY, records(RIGHT), "w")

    def test_refuses_each_wrong_history(self) -> None:
        for name, changes in WRONG.items():
            with self.subTest(name), self.assertRaises(AssertionError):
                assert_exactly_once(HISTORY, records(changes), "w")

    def test_refuses_a_key_that_is_not_the_rows(self) -> None:
        wrong = record(INSERT_1, 0)
        moved = Record(wrong.topic, 0, 0, 0, '{"id": 7}', wrong.value, ())
        with self.assertRaisesRegex(AssertionError, "differ"):
            assert_exactly_once(HISTORY, [moved], "w")


class WholePrefix(unittest.TestCase):
    def test_accepts_every_border(self) -> None:
        for length in (0, 2, 3, 5):
            with self.subTest(length):
                assert_whole_prefix(HISTORY, records(RIGHT[:length]), "w")

    def test_refuses_half_a_transaction(self) -> None:
        for length in (1, 4):
            with self.subTest(length), self.assertRaisesRegex(AssertionError, "in part"):
                assert_whole_prefix(HISTORY, records(RIGHT[:length]), "w")


class StrictJson(unittest.TestCase):
    def test_refuses_what_json_does_not_have(self) -> None:
        malformed = ('{"a":NaN}', '{"a":-Infinity}', '{"a":1,"a":2}', "{")
        parse: Callable[[str], object] = strict_json
        for text in malformed:
            with self.subTest(text), self.assertRaises(ValueError):
                parse(text)

    def test_keeps_decimals_as_text(self) -> None:
        self.assertEqual(strict_json('{"a":0.10}'), {"a": "0.10"})


if __name__ == "__main__":
    unittest.main()
