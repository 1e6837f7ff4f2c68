#!/usr/bin/python3
"""Line by line rules: what no file may hold, and how long lines and files get."""

import re
import unittest
from pathlib import Path

from sources import code_only, cpp_files, relative, text_files

COLUMNS_MAX = 100
LINES_MAX = 400
LONG_LINES_ALLOWED = (".md", ".jsonl", ".json", ".sql", ".txt", ".xml")
CODE = (".cpp", ".hpp", ".py", ".java")
# Came with the golden recordings and stays as it came: its verdicts must be those of its makers.
HANDED = ("tests/golden/compare.py", "tests/golden/cases/")

# Written in pieces, so that this file does not break its own rules.
LEFTOVER = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.$}])/wo" r"rk(/|\b)")


def is_program_text(path: str) -> bool:
    if path.startswith(HANDED):
        return False
    return path.endswith(CODE) or path.startswith(("scripts/", ".ci/"))


def problems_of(path: str, text: str) -> list[str]:
    """Rules for any text file."""
    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        for problem in _line_problems(path, line):
            found.append(f"{path}:{number}: {problem}")
    if is_program_text(path) and path.endswith(CODE) and len(lines) > LINES_MAX:
        found.append(f"{path}: {len(lines)} lines, at most {LINES_MAX}: split it by concept")
    return found


def _line_problems(path: str, line: str) -> list[str]:
    found = []
    if "\t" in line and is_program_text(path):
        found.append("a tab")
    if line != line.rstrip() and not path.endswith(".md"):
        found.append("blanks at the end of a line")
    if len(line) > COLUMNS_MAX and is_program_text(path):
        found.append(f"{len(line)} columns, at most {COLUMNS_MAX}")
    if LEFTOVER.search(line):
        found.append("a leftover note: do it, or file an issue")
    if MACHINE_PATH.search(line):
        found.append("a path of the machine this was written on")
    return found


def cpp_problems_of(path: str, text: str) -> list[str]:
    """Rules for C++ code, comments and literals aside."""
    found = []
    over_enumerators = False
    for number, line in enumerate(code_only(text).splitlines(), 1):
        if re.search(r"\b(secure_)?getenv\b", line) and not path.startswith(("src/app/", "tests/")):
            found.append(f"{path}:{number}: only app reads the environment")
        if label := re.search(r"\bcase\b([^;]*)", line):
            over_enumerators = "::" in label.group(1)
        if re.search(r"\bdefault\s*:", line) and over_enumerators:
            found.append(f"{path}:{number}: a default hides a forgotten enumerator")
    return found


class TextRules(unittest.TestCase):
    def test_all_files_keep_to_the_rules(self) -> None:
        found = []
        for path in text_files():
            found += problems_of(relative(path), path.read_text(errors="surrogateescape"))
        if found:
            self.fail("\n" + "\n".join(found))

    def test_cpp_keeps_to_its_rules(self) -> None:
        found = []
        for path in cpp_files():
            found += cpp_problems_of(relative(path), Path(path).read_text())
        if found:
            self.fail("\n" + "\n".join(found))


class CanFail(unittest.TestCase):
    BAD = {
        "a tab": "int\ti;\n",
        "a long line": "x" * 101 + "\n",
        "a blank at the end": "int i; \n",
        "a leftover": "// TO" "DO later\n",
        "a machine path": '"/wo' 'rk/main"\n',
        "a long file": "x\n" * 401,
    }
    BAD_CPP = {
        "the environment": 'auto x = std::getenv("X");\n',
        "a default": "switch (x) {\n  case e::a: break;\n  default: break;\n}\n",
    }
    GOOD_CPP = {
        "in a comment": "// std::getenv is for app\n",
        "a defaulted function": "  a() = default;\n",
        "a default over characters": "switch (x) {\n  case 'a': break;\n  default: break;\n}\n",
    }

    def test_each_bad_text_is_found(self) -> None:
        for name, text in self.BAD.items():
            with self.subTest(name):
                self.assertEqual(len(problems_of("src/base/a.cpp", text)), 1)

    def test_each_bad_code_is_found(self) -> None:
        for name, text in self.BAD_CPP.items():
            with self.subTest(name):
                self.assertEqual(len(cpp_problems_of("src/base/a.cpp", text)), 1)

    def test_good_code_passes(self) -> None:
        for name, text in self.GOOD_CPP.items():
            with self.subTest(name):
                self.assertEqual(cpp_problems_of("src/base/a.cpp", text), [])

    def test_workers_are_no_machine_path(self) -> None:
        self.assertEqual(problems_of("a.md", "per /worker and net/work\n"), [])


if __name__ == "__main__":
    unittest.main()
