"""The files of this repository that the checks read, and C++ text without its comments."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# In the order in which a scanner must try them: a quote in a comment is no string.
_OPAQUE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)


def cpp_files(*folders: str) -> list[Path]:
    return sorted(
        path
        for folder in folders or ("include", "src", "tests", "bench")
        for path in (ROOT / folder).rglob("*.[ch]pp")
    )


def text_files() -> list[Path]:
    """Everything that is or would be committed, without golden recordings and pictures."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout.decode()
    paths = (ROOT / name for name in sorted(set(listed.split("\0"))) if name)
    return [path for path in paths if path.is_file() and path.suffix not in (".png", ".bin")]


def code_only(text: str) -> str:
    """`text` with comments and literals blanked; every line keeps its number and columns."""

    def blank(match: re.Match[str]) -> str:
        whole = match.group()
        keep_quotes = not whole.startswith(("//", "/*"))
        inner = re.sub(r"[^\n]", " ", whole)
        return f'"{inner[1:-1]}"' if keep_quotes and len(inner) > 1 else inner

    # 1'000'000 is a number, not a character literal.
    separated = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", "_", text)
    return _OPAQUE.sub(blank, separated)


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))
