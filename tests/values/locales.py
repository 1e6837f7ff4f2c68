"""Locales of a test's own: neither root rights nor what is installed matters to it."""

import subprocess
from pathlib import Path

DECIMAL_COMMA = "de_DE.UTF-8"
NO_FRACTION = "ja_JP.UTF-8"


def make_locales(folder: Path) -> dict[str, str]:
    """The environment in which both locales are there, for a server or a daemon."""
    for name in (DECIMAL_COMMA, NO_FRACTION):
        language, _, encoding = name.partition(".")
        command = ["localedef", "--no-archive", "-i", language, "-f", encoding, folder / name]
        done = subprocess.run(command, capture_output=True, text=True)
        # Not its exit code: it also counts warnings about the language's own definition.
        if not (folder / name / "LC_NUMERIC").exists():
            missing = "run: scripts/install-deps --servers"
            raise RuntimeError(f"localedef made no {name} ({missing}): {done.stderr}")
    return {"LOCPATH": str(folder)}
