"""Keeps the quick start running in the background, and ends it again.

One process owns all that runs: when it ends, for whatever reason, its servers end with it.
"""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

Ready = Callable[[], None]


def in_background(folder: Path, run: Callable[[Ready], int]) -> int:
    """Runs `run` in a process of its own and returns when that says it is ready, or has failed."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        os.close(read_end)
        os._exit(_keep(folder, run, write_end))
    os.close(write_end)
    try:
        is_ready = os.read(read_end, 1) == b"r"
    except KeyboardInterrupt:
        os.kill(child, signal.SIGTERM)
        is_ready = False
    if is_ready:
        return 0
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def _keep(folder: Path, run: Callable[[Ready], int], write_end: int) -> int:
    def ready() -> None:
        (folder / "keeper.pid").write_text(f"{os.getpid()}\n")
        _speak_to(folder / "keeper.log")
        os.write(write_end, b"r")
        os.close(write_end)

    try:
        return run(ready)
    except SystemExit as end:
        return int(end.code or 0)
    except BaseException as error:
        print(f"quickstart: {error}", file=sys.stderr)
        return 1
    finally:
        sys.stdout.flush()


def _speak_to(log: Path) -> None:
    """The terminal belongs to someone else from now on."""
    sys.stdout.flush()
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(file, 1)
    os.dup2(file, 2)
    os.close(file)
    os.close(nothing)


def wait_for_the_end() -> None:
    ends = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    signal.sigwait(ends)


def stop_kept(folder: Path) -> None:
    """Ends what an earlier --keep left, by the pid of its keeper, after a look at who that is."""
    try:
        pid = int((folder / "keeper.pid").read_text())
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
    except (OSError, ValueError):
        return
    if b"quickstart.py" not in command:
        return
    print(f"Ending the quick start that was left running (process {pid}).", flush=True)
    os.kill(pid, signal.SIGTERM)
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.05)
