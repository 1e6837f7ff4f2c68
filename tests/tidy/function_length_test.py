#!/usr/bin/python3
"""A function has at most 70 lines."""

import re
import unittest
from pathlib import Path

from sources import code_only, cpp_files, relative

LINES_MAX = 70
_CONTAINER = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b")


def problems_of(path: str, text: str) -> list[str]:
    return [
        f"{path}:{first}: a function of {last - first + 1} lines, at most {LINES_MAX}"
        for first, last in functions(text)
        if last - first + 1 > LINES_MAX
    ]


def functions(text: str) -> list[tuple[int, int]]:
    """First and last line of each block that is directly in a namespace or class and is no table.

    `open_blocks` holds, for each open brace, its line when it is such a block, and None otherwise.
    """
    found: list[tuple[int, int]] = []
    open_blocks: list[int | None] = []
    head, inside = "", 0  # inside: depth within the current function; 0 outside of any
    line = 1
    for character in _without_preprocessor(code_only(text)):
        if character == "{":
            if inside:
                inside += 1
            elif not _is_container(head) and not _is_table(head):
                open_blocks.append(line)
                inside = 1
                head = ""
                continue
            if not inside:
                open_blocks.append(None)
            head = ""
        elif character == "}":
            if inside > 1:
                inside -= 1
            elif open_blocks:
                first = open_blocks.pop()
                if inside:
                    assert first is not None
                    found.append((first, line))
                    inside = 0
            head = ""
        elif character == ";":
            head = ""
        else:
            head += character
        line += character == "\n"
    return found


def _is_container(head: str) -> bool:
    """`struct point {` is one; `struct point make(…) {` is a function."""
    return bool(_CONTAINER.search(head)) and not re.search(r"\)\s*(\w|\s|->|[<>:*&,])*$", head)


def _is_table(head: str) -> bool:
    """`rows[] = {` or `table{`; after a member's initializer the body's head is empty."""
    return bool(head.strip()) and ")" not in head


def _without_preprocessor(code: str) -> str:
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", code, flags=re.MULTILINE)


class FunctionLength(unittest.TestCase):
    def test_no_function_is_too_long(self) -> None:
        found = []
        for path in cpp_files():
            found += problems_of(relative(path), Path(path).read_text())
        if found:
            self.fail("\n" + "\n".join(found))


class CanFail(unittest.TestCase):
    BODY = "  x();\n" * 75
    BAD = {
        "a function": "namespace a {\nint f() {\n%s}\n}\n",
        "a method": "struct s {\n  void f() const {\n%s  }\n};\n",
        "a constructor": "c::c(int x)\n    : a_(x), b_{x} {\n%s}\n",
        "a trailing return type": "auto f() -> std::vector<int> {\n%s}\n",
        "a function that returns a struct": "struct s f(int x) {\n%s}\n",
        "with blocks inside": "void f() {\n  if (x) { y(); }\n%s}\n",
        "a test": 'TEST_CASE("x {") {\n%s}\n',
    }
    GOOD = {
        "a table": "constexpr row rows[] = {\n%s};\n",
        "a class": "class c {\n%s};\n",
        "an enumeration": "enum class e : int {\n%s};\n",
        "a namespace": "namespace {\n%s}\n",
    }

    def test_each_long_function_is_found(self) -> None:
        for name, text in self.BAD.items():
            with self.subTest(name):
                self.assertEqual(len(problems_of("a.cpp", text % self.BODY)), 1)

    def test_short_functions_and_long_tables_pass(self) -> None:
        for name, text in self.BAD.items():
            with self.subTest(name):
                self.assertEqual(problems_of("a.cpp", text % "  x();\n"), [])
        for name, text in self.GOOD.items():
            with self.subTest(name):
                self.assertEqual(problems_of("a.cpp", text % self.BODY), [])


if __name__ == "__main__":
    unittest.main()
