"""The samples of docs/ENVELOPE.md are what `walrelay preview` prints for the statements there."""

import re
import unittest

from harness.paths import ROOT
from harness.postgres_server import PostgresServer
from harness.preview import PreviewProcess
from harness.records import strict_json
from harness.relay_config import connector_options
from harness.scratch_folder import make_folder, remove_folder

PAGE = ROOT / "docs" / "ENVELOPE.md"
# The records of the page's statements: insert, update, changed key (3), delete and tombstone.
RECORDS = 7
# Of the types on the page, those whose JSON is printed there; the text is the page's own.
TYPES = {
    "numeric(10,2)": "1.50",
    "numeric": "1.50",
    "timestamptz": "2026-03-01 10:00:00+00",
}
COMMON = "CREATE TABLE common (id int PRIMARY KEY, {})"
VOLATILE = (
    (r'"version":"[^"]*"', '"version":"V"'),
    (r'"(ts_ms|ts_us|ts_ns|txId|lsn)":\d+', r'"\1":0'),
    (r'"sequence":"\[(null|\\"\d+\\"),\\"\d+\\"\]"', '"sequence":"S"'),
)


def masked(text: str) -> str:
    for pattern, instead in VOLATILE:
        text = re.sub(pattern, instead, text)
    return text


def unwrapped(sample: str) -> str:
    """The page breaks long lines between members."""
    return "".join(line.strip() for line in sample.splitlines())


def fits(shortened: str, line: str) -> bool:
    """`...` stands for any number of members."""
    return re.fullmatch(".*".join(map(re.escape, shortened.split("..."))), line) is not None


class EnvelopePage(unittest.TestCase):
    def setUp(self) -> None:
        self.page = PAGE.read_text()
        self.postgres = PostgresServer()
        self.addCleanup(self.postgres.remove)
        self.postgres.start()
        self.folder = make_folder("page")
        self.addCleanup(remove_folder, self.folder)
        self.postgres.sql("CREATE DATABASE shop", database="postgres")

    def sql(self, statement: str) -> None:
        self.postgres.sql(statement, database="shop")

    def printed(self) -> list[str]:
        tables, changes = re.findall(r"```sql\n(.*?)```", self.page, re.S)
        columns = ", ".join(f"c{number} {name}" for number, name in enumerate(TYPES))
        self.sql(tables)
        self.sql(COMMON.format(columns))
        self.sql("CREATE PUBLICATION walrelay_shop FOR TABLE orders, common")
        options = connector_options(
            self.postgres,
            database="shop",
            prefix="shop",
            changes={"table.include.list": "public.*"},
        )
        arguments = ("--records", str(RECORDS + 1))
        preview = PreviewProcess(self.folder, "shop", options, *arguments, kafka="127.0.0.1:1")
        self.addCleanup(preview.close)
        preview.wait_until_streaming()
        for statement in changes.strip().splitlines():
            self.sql(statement)
        self.sql("INSERT INTO common VALUES (1, '" + "', '".join(TYPES.values()) + "')")
        return preview.lines()

    def test_each_sample_is_what_is_printed(self) -> None:
        lines = self.printed()
        for line in lines:
            strict_json(line)
        parts = [
            re.fullmatch(r'{"topic":"[^"]*","key":(.*),"value":(.*),"headers":{.*}}', line)
            for line in lines
        ]
        key, value = parts[0].groups() if parts[0] else ("", "")
        self.assertEqual(self.sample("record 1, key"), key)
        self.assertEqual(masked(self.sample("record 1, value")), masked(value))
        shown = self.block("records 3 to 7").splitlines()
        self.assertEqual(len(shown), 5)
        for shortened, line in zip(shown, lines[2:7], strict=True):
            self.assertTrue(fits(shortened, line), f"{shortened}\nis not\n{line}")
        self.common_types(lines[RECORDS])

    def common_types(self, line: str) -> None:
        rows = dict(re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", self.page, re.M))
        shown = [f'"c{number}":{rows.pop(name)}' for number, name in enumerate(TYPES)]
        self.assertIn('"after":{"id":1,' + ",".join(shown) + "}", line)
        of_json = [name for name, value in rows.items() if value.startswith(('"', "{"))]
        self.assertEqual(of_json, [], "samples of types that the row has not got")

    def block(self, mark: str) -> str:
        found = re.findall(rf"<!-- {mark} -->\n```\w*\n(.*?)```", self.page, re.S)
        self.assertEqual(len(found), 1, f"samples that are marked '{mark}'")
        return found[0]

    def sample(self, mark: str) -> str:
        return unwrapped(self.block(mark))


if __name__ == "__main__":
    unittest.main()
