"""B75: a mistake in the configuration ends the start before either server is touched, with its
line; a filter that matches nothing is no silent success."""

import unittest

from harness.daemon import run_verb
from harness.world import RelayCase, World

CONFIGURATION, REFUSED = 2, 3

# name, text to replace (None: the whole file), replacement, what the message must hold
MISTAKES = [
    (
        "misspelt option",
        "table.include.list",
        "tabels.include.list",
        ["tabels.include.list", "table.include.list"],
    ),
    ("misspelt top level", "connectors:", "conectors:", ["conectors", "connectors"]),
    ("wrong nesting", "topic.prefix:", "topic: x\n    topic.prefix:", ["topic"]),
    (
        "duplicate key",
        "snapshot.mode:",
        'snapshot.mode: "no_data"\n    snapshot.mode:',
        ["snapshot.mode"],
    ),
    ("tab indentation", "  bootstrap.servers", "\tbootstrap.servers", ["2"]),
    ("port in words", None, ("database.port", '"abc"'), ["database.port", "abc"]),
    ("port out of range", None, ("database.port", "70000"), ["database.port", "70000"]),
    ("regex syntax", "public.load_a,", "public.(load_a,", ["table.include.list"]),
    (
        "negative timeout",
        "snapshot.mode:",
        "shutdown.grace.ms: -1\n    snapshot.mode:",
        ["shutdown.grace.ms"],
    ),
    ("unset variable", None, ("database.password", '"${env:WALRELAY_UNSET}"'), ["WALRELAY_UNSET"]),
    ("snapshot mode", '"no_data"', '"always"', ["snapshot.mode", "no_data"]),
]


class ConfigMistakes(RelayCase):
    def test_each_mistake_is_named_with_its_line(self) -> None:
        world = self.world()
        good = world.daemon.config.read_text()
        before = self._touched(world)
        for name, old, new, parts in MISTAKES:
            with self.subTest(name):
                self._assert_mistake(world, self._broken(good, old, new), parts)
        with self.subTest("empty file"):
            self._assert_mistake(world, "", [])
        self.assertEqual(self._touched(world), before)

    def test_line_ends_and_byte_order_mark_are_no_mistakes(self) -> None:
        world = self.world()
        good = world.daemon.config.read_text()
        for text in (good.replace("\n", "\r\n"), "\ufeff" + good):
            path = world.folder / "variant.yaml"
            path.write_bytes(text.encode())
            done = run_verb("config", "check", "-c", str(path))
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_list_that_selects_nothing_relayable(self) -> None:
        world = self.world(
            create="CREATE VIEW v AS SELECT 1; CREATE UNLOGGED TABLE u (id int PRIMARY KEY)"
        )
        good = world.daemon.config.read_text()
        for selected, part in (
            ("public.nothing", "matches no table"),
            ("public.v", "view"),
            ("public.u", "unlogged"),
        ):
            with self.subTest(selected):
                world.daemon.config.write_text(good.replace("public.load_b", selected))
                before = self._touched(world)
                world.daemon.start()
                self.assertEqual(world.daemon.wait(60), REFUSED, world.daemon.output())
                self.assertIn(part, world.daemon.output())
                self.assertIn(selected, world.daemon.output())
                self.assertEqual(self._touched(world), before)

    def _touched(self, world: World) -> tuple[object, ...]:
        slots = world.sql("SELECT slot_name FROM pg_replication_slots")
        publications = world.sql("SELECT pubname FROM pg_publication")
        return slots, publications, sorted(world.oracle.topics())

    def _broken(self, good: str, old: str | None, new: str | tuple[str, str]) -> str:
        if isinstance(new, str):
            assert old and old in good, old
            return good.replace(old, new, 1)
        option, value = new
        lines = [
            f"    {option}: {value}" if line.strip().startswith(f"{option}:") else line
            for line in good.splitlines()
        ]
        return "\n".join(lines) + "\n"

    def _assert_mistake(self, world: World, text: str, parts: list[str]) -> None:
        path = world.folder / "mistake.yaml"
        path.write_text(text)
        for words in (("config", "check"), ("run",)):
            done = run_verb(*words, "-c", str(path))
            self.assertEqual(done.returncode, CONFIGURATION, done.stdout + done.stderr)
            for part in parts:
                self.assertIn(part, done.stderr)
            if text:
                self.assertRegex(done.stderr, r"mistake\.yaml:\d+")


if __name__ == "__main__":
    unittest.main()
