#!/usr/bin/python3
"""clang-tidy over the product's sources.

  clang_tidy.py BUILD_FOLDER [ROOM…]    default: every file of src/ in its compile_commands.json

Before the real files it checks a file with a known mistake, which it must find.
"""

import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sources import ROOT

# The commands are g++'s; clang does not know all of their warning options.
ARGUMENTS = ["--quiet", "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-error"]
MISTAKE = "#include <string>\nvoid f(std::string a) { std::string b = std::move(a); b = a; }\n"


def tidy(build: Path, path: Path) -> subprocess.CompletedProcess[str]:
    command = ["clang-tidy-14", *ARGUMENTS, "-p", str(build), str(path)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT)


def finds_a_mistake() -> bool:
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        path = Path(folder) / "mistake.cpp"
        path.write_text("#include <utility>\n" + MISTAKE)
        (Path(folder) / "compile_commands.json").write_text(
            json.dumps([{"directory": folder, "file": str(path), "command": f"c++ -c {path}"}])
        )
        return tidy(Path(folder), path).returncode != 0


def main() -> int:
    build = Path(sys.argv[1]).resolve()
    if not finds_a_mistake():
        print("clang-tidy does not find a use after move: is .clang-tidy broken?")
        return 1
    commands = json.loads((build / "compile_commands.json").read_text())
    known = sorted({Path(entry["file"]).resolve() for entry in commands})
    source = ROOT / "src"
    asked = {source / room for room in sys.argv[2:]} or {source}
    paths = [path for path in known if asked & set(path.parents)]
    if not paths:
        print(f"clang-tidy: nothing to check in {sorted(map(str, asked))}")
        return 1
    failed = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, done in zip(paths, pool.map(lambda path: tidy(build, path), paths)):
            if done.returncode != 0:
                failed += 1
                print(f"{path.relative_to(ROOT)}\n{done.stdout}{done.stderr}", flush=True)
    print(f"clang-tidy: {len(paths)} files, {failed} with findings")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
