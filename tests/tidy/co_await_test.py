#!/usr/bin/python3
"""A co_await statement holds no temporary aggregate, lambda or conditional expression.

GCC 12 destroys such temporaries twice. Name things first, then await. Structured bindings are safe.
"""

import re
import unittest
from pathlib import Path

from sources import code_only, cpp_files, relative

_BINDING = re.compile(r"\bauto\s*&{0,2}\s*\[[\w\s,]*\]")
_BLOCK_FOLLOWS = re.compile(
    r"(^|[){};:\]]|\b(else|do|try|const|noexcept|mutable|override|final)|->[\w\s:<>,*&]+)\s*$"
)


def problems_of(path: str, text: str) -> list[str]:
    return [
        f"{path}:{line}: a co_await statement contains {what}"
        for line, statement in statements(code_only(text))
        if "co_await" in statement
        for what in _forbidden(statement)
    ]


def _forbidden(statement: str) -> list[str]:
    plain = _BINDING.sub("auto", statement)
    found = [f"'{sign}'" for sign in "{[" if sign in plain]
    return found + (["a conditional expression"] if "?" in plain else [])


def statements(code: str) -> list[tuple[int, str]]:
    """Line and text of each statement. A brace that opens a block ends one; a brace that
    initialises something belongs to it, to its closing brace."""
    found: list[tuple[int, str]] = []
    blocks: list[bool] = []  # for each open brace: does it open a block?
    current, line = "", 1
    for character in code:
        is_block = character == "{" and bool(_BLOCK_FOLLOWS.search(current))
        if character == "{":
            blocks.append(is_block)
        closes_block = character == "}" and (blocks.pop() if blocks else True)
        if character == ";" or is_block or closes_block:
            found.append((line, current))
            current = ""
        else:
            current += character
        line += character == "\n"
    return [*found, (line, current)]


class CoAwait(unittest.TestCase):
    def test_no_statement_breaks_the_rule(self) -> None:
        found = []
        for path in cpp_files():
            found += problems_of(relative(path), Path(path).read_text())
        if found:
            self.fail("\n" + "\n".join(found))


class CanFail(unittest.TestCase):
    BAD = {
        "an aggregate": "void f() { co_await send(frame{1, 2}); }",
        "a lambda": "void f() { co_await run([x] { return x; }); }",
        "a lambda with parameters": "void f() { co_await run([x](int y) { return y; }); }",
        "a conditional": "void f() { auto x = y ? co_await a() : co_await b(); }",
        "a brace before it": "void f() { g({1}, co_await a()); }",
        "a return": "auto f() -> task<int> { return g(co_await a(), point{1}); }",
    }
    GOOD = {
        "a plain one": "void f() { co_await send(frame); }",
        "in a condition": "void f() { if (co_await a()) { g({1}); } }",
        "in a loop": "void f() { while (co_await a()) { x = y ? 1 : 2; } }",
        "structured bindings": "void f() { auto [error, bytes] = co_await read(token); }",
        "a lambda that awaits": "auto f = [x]() -> task<void> { co_await a(); };",
        "braces in another statement": "void f() { frame x{1}; co_await send(x); y[1] = 2; }",
        "a string": 'void f() { co_await send("{?["); }',
    }

    def test_each_bad_statement_is_found(self) -> None:
        for name, text in self.BAD.items():
            with self.subTest(name):
                self.assertTrue(problems_of("a.cpp", text))

    def test_good_statements_pass(self) -> None:
        for name, text in self.GOOD.items():
            with self.subTest(name):
                self.assertEqual(problems_of("a.cpp", text), [])


if __name__ == "__main__":
    unittest.main()
