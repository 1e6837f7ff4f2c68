"""Child processes that die with their parent, whatever happens to the parent."""

import ctypes
import os
import pwd
import random
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def _die_with(parent: int, death_signal: signal.Signals) -> Callable[[], None]:
    """Runs in the child between fork and exec, after the change of user (which resets it)."""

    def apply() -> None:
        _libc.prctl(_PR_SET_PDEATHSIG, int(death_signal), 0, 0, 0)
        if os.getppid() != parent:  # the parent died before the request was made
            os._exit(1)

    return apply


def spawn(
    command: Sequence[str | Path],
    *,
    log: Path | None = None,
    stdin: int | None = subprocess.DEVNULL,
    stdout: int | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    user: str | None = None,
    death_signal: signal.Signals = signal.SIGKILL,
    own_session: bool = True,
) -> subprocess.Popen[bytes]:
    """Starts `command`; output goes to `log` when one is given, else where ours goes.

    The kernel ties the death signal to the *thread* that forks, so only the main thread may spawn.
    """
    if threading.current_thread() is not threading.main_thread():
        raise RuntimeError("spawn() from a thread: the child would die with that thread")
    output: IO[bytes] | None = open(log, "ab") if log else None
    identity = _identity(user)
    try:
        return subprocess.Popen(
            [str(word) for word in command],
            stdin=stdin,
            stdout=output if stdout is None else stdout,
            stderr=output,
            cwd=cwd,
            env=None if env is None else dict(env),
            start_new_session=own_session,
            preexec_fn=_die_with(os.getpid(), death_signal),
            **identity,
        )
    finally:
        if output:
            output.close()


def run_as(user: str | None, command: Sequence[str | Path], log: Path) -> None:
    """Runs `command` to its end; its output goes to `log`."""
    child = spawn(command, log=log, user=user, cwd=Path("/"))
    if child.wait() != 0:
        raise RuntimeError(f"{command[0]} failed with {child.returncode}:\n{tail(log)}")


def _identity(user: str | None) -> dict[str, object]:
    if user is None:
        return {}
    entry = pwd.getpwnam(user)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def descendants(pid: int) -> list[int]:
    """The children of `pid` and theirs, as far as they still exist."""
    found: list[int] = []
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return found
    for child in map(int, children):
        found.append(child)
        found.extend(descendants(child))
    return found


def signal_all(pids: Sequence[int], number: signal.Signals) -> None:
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def is_alive(pid: int) -> bool:
    """True while `pid` runs; a zombie counts as gone."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


_given_ports: set[int] = set()


def free_port() -> int:
    """A port below the ephemeral range, so that no outgoing connection takes it while its server
    is down between a stop and a start. Never the same one twice: a port is free until its server
    has started."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        if port in _given_ports:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        _given_ports.add(port)
        return port


def tail(path: Path, lines: int = 40) -> str:
    try:
        return "\n".join(path.read_text(errors="replace").splitlines()[-lines:])
    except OSError as error:
        return f"({path}: {error.strerror})"


def peak_memory_mb(pid: int) -> float:
    """The most that was ever resident of a running process."""
    status = Path(f"/proc/{pid}/status").read_text()
    (kilobytes,) = re.findall(r"^VmHWM:\s+(\d+) kB$", status, re.MULTILINE)
    return int(kilobytes) / 1024
