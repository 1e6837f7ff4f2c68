#!/usr/bin/python3
"""The include table of docs/ARCHITECTURE.md, enforced on the #include lines of every room."""

import re
import unittest
from pathlib import Path

from sources import ROOT, cpp_files, relative

# A room may include itself and these.
ROOMS: dict[str, set[str]] = {
    "base": set(),
    "config": {"base"},
    "change": {"base"},
    "pgoutput": {"base", "change"},
    "envelope": {"base", "change"},
    "relay": {"base"},
    "snapshot": {"base"},
    "postgres": {"base", "change"},
    "kafka": {"base"},
    "app": {"base", "config", "change", "pgoutput", "envelope", "relay", "postgres", "kafka"},
}

# Headers that a room must not see although it may include the room they are in.
UNSEEN = {"envelope": {"walrelay/change/transaction_assembler.hpp"}}  # it knows no transactions

# Third-party headers and the places (a room, or the beginning of a file's path) that may use them.
LIBRARIES: list[tuple[str, tuple[str, ...]]] = [
    (r"libpq-fe\.h|libpq/.*|pqxx/.*", ("src/postgres/",)),
    (r"librdkafka/.*", ("src/kafka/",)),
    (r"simdjson\.h", ("src/kafka/",)),
    (r"rapidjson/.*", ("src/envelope/",)),
    (
        r"boost/(asio|beast)(/.*|\.hpp)",
        (
            "include/walrelay/postgres/replication_stream",
            "src/postgres/replication_stream",
            "src/postgres/copy_stream",
            "src/app/",
        ),
    ),
    (r"spdlog/.*", ("src/app/",)),
    (r"CLI/.*", ("src/app/",)),
    (r"yaml-cpp/.*", ("src/config/",)),
    (r"re2/.*", ("src/change/", "src/config/")),
    (r"xxhash\.h", ("src/change/",)),
    (r"fmt/.*|boost/(system|core|config|assert|throw_exception|describe|mp11)(/.*|\.hpp)", ("",)),
]

# Pure rooms decide; they know no thread, socket, clock or file.
PURE = {"base", "change", "pgoutput", "envelope", "relay", "snapshot"}
IMPURE_HEADERS = re.compile(
    r"thread|mutex|shared_mutex|condition_variable|future|atomic|fstream|iostream|filesystem"
    r"|unistd\.h|fcntl\.h|poll\.h|sys/.*|netinet/.*|arpa/.*|netdb\.h|signal\.h|csignal"
)

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def room_of(path: str) -> str | None:
    match = re.match(r"(?:include/walrelay|src)/(\w+)/", path)
    return match.group(1) if match else None


def problems_of(path: str, text: str) -> list[str]:
    """What is wrong with the #include lines of `text`, as if it were the file `path`."""
    found = []
    room = room_of(path)
    for bracket, header in INCLUDE.findall(text):
        problem = _problem(path, room, bracket, header)
        if problem:
            found.append(f"{path}: {header}: {problem}")
    return found


def _problem(path: str, room: str | None, bracket: str, header: str) -> str | None:
    target = re.match(r"walrelay/(\w+)/", header)
    if target:
        return _room_problem(room, target.group(1), header)
    if bracket == '"':
        return _private_problem(room, header)
    if "/" not in header and "." not in header or re.fullmatch(r"[\w/]+\.h", header):
        return _system_problem(path, room, header)
    return _library_problem(path, header) if room else None


def _room_problem(room: str | None, target: str, header: str) -> str | None:
    if room is None:
        return None if target == "app" else "src/main.cpp may only include app"
    if header in UNSEEN.get(room, set()):
        return f"{room} must not know it"
    if target != room and target not in ROOMS.get(room, set()):
        return f"{room} may not include {target}"
    return None


def _private_problem(room: str | None, header: str) -> str | None:
    owner, slash, _ = header.partition("/")
    if room and slash and owner != room:
        return f"a private header of {owner}; only include/walrelay/{owner} is for others"
    return None


def _system_problem(path: str, room: str | None, header: str) -> str | None:
    if any(re.fullmatch(pattern, header) for pattern, _ in LIBRARIES):
        return _library_problem(path, header)
    if room in PURE and IMPURE_HEADERS.fullmatch(header):
        return f"{room} is a pure room"
    return None


def _library_problem(path: str, header: str) -> str | None:
    for pattern, places in LIBRARIES:
        if re.fullmatch(pattern, header):
            allowed = any(path.startswith(place) for place in places)
            return None if allowed else f"only in {', '.join(places)}"
    return "this library is not in the table of tests/tidy/include_table_test.py"


class IncludeTable(unittest.TestCase):
    def test_every_room_is_in_the_table(self) -> None:
        folders = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
        self.assertEqual(folders - set(ROOMS), set())

    def test_the_rooms_keep_to_the_table(self) -> None:
        found = []
        for path in cpp_files("include", "src"):
            found += problems_of(relative(path), Path(path).read_text())
        if found:
            self.fail("\n" + "\n".join(found))


class CanFail(unittest.TestCase):
    BAD = {
        "a room it may not see": ("src/kafka/a.cpp", "#include <walrelay/postgres/connection.hpp>"),
        "relay and change": ("src/relay/a.cpp", "#include <walrelay/change/value.hpp>"),
        "the other way round": ("include/walrelay/base/a.hpp", "#include <walrelay/app/run.hpp>"),
        "someone's private header": ("src/app/a.cpp", '#include "kafka/handles.hpp"'),
        "libpq outside postgres": ("src/app/a.cpp", "#include <libpq-fe.h>"),
        "libpq in a public header": ("include/walrelay/postgres/a.hpp", "#include <libpq-fe.h>"),
        "librdkafka outside kafka": ("src/app/a.cpp", "#include <librdkafka/rdkafka.h>"),
        "Asio in a pure room": ("src/relay/a.cpp", "#include <boost/asio.hpp>"),
        "Asio elsewhere in postgres": ("src/postgres/a.cpp", "#include <boost/asio/post.hpp>"),
        "RapidJSON outside envelope": ("src/app/a.cpp", "#include <rapidjson/writer.h>"),
        "an unknown library": ("src/app/a.cpp", "#include <curl/curl.hpp>"),
        "a thread in a pure room": ("src/envelope/a.cpp", "#  include <thread>"),
        "a transaction in envelope": (
            "src/envelope/a.cpp",
            "#include <walrelay/change/transaction_assembler.hpp>",
        ),
        "main and a room": ("src/main.cpp", "#include <walrelay/relay/cursors.hpp>"),
    }
    GOOD = {
        "itself": ("src/kafka/a.cpp", '#include "kafka/handles.hpp"\n#include <string>'),
        "base": ("src/kafka/a.cpp", "#include <walrelay/base/lsn.hpp>\n#include <thread>"),
        "its libraries": ("src/kafka/a.cpp", "#include <librdkafka/a.h>\n#include <simdjson.h>"),
        "the stream's Asio": ("src/postgres/replication_stream.cpp", "#include <boost/asio.hpp>"),
        "app and everyone": ("src/app/a.cpp", "#include <walrelay/relay/cursors.hpp>"),
        "main": ("src/main.cpp", "#include <walrelay/app/run.hpp>"),
    }

    def test_each_bad_line_is_found(self) -> None:
        for name, (path, text) in self.BAD.items():
            with self.subTest(name):
                self.assertEqual(len(problems_of(path, text)), 1)

    def test_good_lines_pass(self) -> None:
        for name, (path, text) in self.GOOD.items():
            with self.subTest(name):
                self.assertEqual(problems_of(path, text), [])


if __name__ == "__main__":
    unittest.main()
