"""Temporary folders that vanish, and who owns them."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def server_user() -> str | None:
    """PostgreSQL refuses to run as root; then its own account runs it."""
    return "postgres" if os.geteuid() == 0 else None


def make_folder(name: str, parent: Path | None = None, owner: str | None = None) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=f"walrelay-{name}-", dir=parent))
    if owner:
        shutil.chown(folder, owner, owner)
    return folder


def remove_folder(folder: Path) -> None:
    if os.environ.get("WALRELAY_TEST_KEEP"):
        print(f"kept: {folder}", flush=True)
        return
    shutil.rmtree(folder, ignore_errors=True)


def fresh_folder(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def usable_parent(folder: Path) -> Path | None:
    """`folder` when the account that runs PostgreSQL can reach it (it cannot below /root, for
    instance), else None, which is the system's own place for temporary folders."""
    user = server_user()
    if user is None:
        return folder
    reached = subprocess.run(["/usr/bin/test", "-x", str(folder)], user=user, extra_groups=[])
    return folder if reached.returncode == 0 else None
