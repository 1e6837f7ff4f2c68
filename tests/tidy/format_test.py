#!/usr/bin/python3
"""All C++ is formatted by clang-format 14 with the repository's .clang-format.

Exit code 77 (skipped, for ctest) when clang-format 14 is not installed: its versions disagree.
"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from sources import ROOT, cpp_files

FORMATTER = shutil.which("clang-format-14")


def check(paths: list[Path]) -> subprocess.CompletedProcess[str]:
    assert FORMATTER
    command = [FORMATTER, f"--style=file:{ROOT / '.clang-format'}", "--dry-run", "-Werror"]
    return subprocess.run([*command, *map(str, paths)], capture_output=True, text=True)


class Format(unittest.TestCase):
    def test_all_files_are_formatted(self) -> None:
        done = check(cpp_files())
        self.assertEqual(done.returncode, 0, done.stderr)


class CanFail(unittest.TestCase):
    def test_a_badly_formatted_file_is_found(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.cpp"
            path.write_text("int  main( ){return 0;}\n")
            self.assertNotEqual(check([path]).returncode, 0)


if __name__ == "__main__":
    if FORMATTER is None:
        print("clang-format-14 is not installed: scripts/install-deps --tools")
        sys.exit(77)
    unittest.main()
