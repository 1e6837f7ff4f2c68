"""The daemon under test as a child process."""

import os
import re
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

from . import process
from .waiting import TimedOut, wait_for


def binary() -> Path:
    path = os.environ.get("WALRELAY_BIN")
    if not path:
        raise RuntimeError("WALRELAY_BIN is not set: the path of the walrelay program to test")
    return Path(path)


class Daemon:
    """`walrelay run` with a configuration of its own; can be started again and again.

    Its output of all starts is in `log`. start() belongs to the main thread (see process.spawn).
    An end that a test did not ask for is never passed over: kill() insists that SIGKILL was what
    ended the daemon, and start() and close() that it did not crash before.
    """

    def __init__(self, folder: Path, config: str | Path, *, program: Path | None = None) -> None:
        """`config` is the text of a configuration, or the path of one."""
        self._program = program or binary()
        self.folder = folder
        if isinstance(config, Path):
            self.config = config
        else:
            self.config = folder / "walrelay.yaml"
            self.config.write_text(config)
        self.log = folder / "walrelay.log"
        self._child: subprocess.Popen[bytes] | None = None
        self._log_start = 0

    def rewrite(self, old: str, new: str) -> None:
        """Changes the configuration, which is read at the next start."""
        text = self.config.read_text()
        assert old in text, f"{old} is not in:\n{text}"
        self.config.write_text(text.replace(old, new))

    def start(
        self,
        *arguments: str,
        crash_at: str | None = None,
        stop_at: str | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """`crash_at`: "point" or "point:N" kills the daemon the (Nth) time it passes the point;
        `stop_at` stops it there until resume()."""
        assert not self.running, "the daemon still runs"
        self._assert_did_not_crash()
        environment = {**os.environ, **(env or {})}
        if crash_at:
            environment["WALRELAY_CRASH_AT"] = crash_at
        if stop_at:
            environment["WALRELAY_STOP_AT"] = stop_at
        self._log_start = self.log.stat().st_size if self.log.exists() else 0
        self._child = process.spawn(
            [self._program, "run", "-c", self.config, *arguments],
            log=self.log,
            cwd=self.folder,
            env=environment,
        )

    @property
    def pid(self) -> int:
        assert self._child, "the daemon was never started"
        return self._child.pid

    @property
    def running(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def output(self) -> str:
        """What it wrote since the last start."""
        with open(self.log, "rb") as file:
            file.seek(self._log_start)
            return file.read().decode(errors="replace")

    def wait_for_log(self, pattern: str, timeout: float = 30, after: int = 0) -> re.Match[str]:
        """`after`: only what follows that many characters of output(), as match.end() says."""
        expression = re.compile(pattern)

        def found() -> re.Match[str] | None:
            match = expression.search(self.output(), after)
            if match is None and not self.running:
                raise AssertionError(f"the daemon ended ({self.exit_code}):\n{self.output()}")
            return match

        what = f"a log line that matches {pattern!r}"
        match = wait_for(found, timeout, what, explain=self._last_lines)
        assert match
        return match

    @property
    def exit_code(self) -> int | None:
        """Negative for a signal; None while it runs."""
        assert self._child, "the daemon was never started"
        return self._child.poll()

    def wait(self, timeout: float = 30) -> int:
        """Until it ends by itself; its exit code."""
        assert self._child, "the daemon was never started"
        try:
            return self._child.wait(timeout)
        except subprocess.TimeoutExpired as error:
            what = f"the daemon did not end within {timeout} s"
            raise TimedOut(f"{what}:\n{self._last_lines()}") from error

    def stop(self, timeout: float = 30) -> None:
        """An orderly end, which must succeed."""
        code = self.terminate(timeout)
        if code != 0:
            raise AssertionError(f"SIGTERM ended the daemon with {code}:\n{self._last_lines()}")

    def terminate(self, timeout: float = 30) -> int:
        self.signal(signal.SIGTERM)
        return self.wait(timeout)

    def kill(self) -> None:
        """kill -9, which must find it alive, and wait until it is gone."""
        self.signal(signal.SIGKILL)
        code = self.wait()
        if code != -signal.SIGKILL:
            raise AssertionError(f"the daemon ended by itself ({code}):\n{self.output()}")

    def wait_for_crash_point(self, timeout: float = 60) -> None:
        """Until it has killed itself at the point that start() was given."""
        code = self.wait(timeout)
        if code != -signal.SIGKILL:
            raise AssertionError(f"the crash point was not met ({code}):\n{self.output()}")

    def wait_until_stopped(self, timeout: float = 60) -> None:
        """Until it has come to the point that start() was given."""

        def stopped() -> bool:
            assert self.running, f"the daemon ended:\n{self.output()}"
            status = Path(f"/proc/{self.pid}/stat").read_text()
            return status.rpartition(")")[2].split()[0] == "T"

        wait_for(stopped, timeout, "the daemon stops at its point", explain=self.output)

    def pause(self) -> None:
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)

    def signal(self, number: signal.Signals) -> None:
        """To the daemon, which may just have ended by itself."""
        assert self._child, "the daemon was never started"
        if self._child.poll() is None:
            self._child.send_signal(number)

    def close(self) -> None:
        if self.running:
            self.kill()
        self._assert_did_not_crash()

    def verb(self, *words: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
        """Another verb on the same configuration, to its end: verb("offsets", "show")."""
        return run_verb(*words, "-c", str(self.config), program=self._program, timeout=timeout)

    def _assert_did_not_crash(self) -> None:
        """An exit code may be what a test waited for; a signal other than SIGKILL never is."""
        if self._child is None or self._child.poll() in (None, -signal.SIGKILL):
            return
        if self._child.returncode < 0:
            raise AssertionError(f"the daemon crashed ({self._child.returncode}):\n{self.output()}")

    def _last_lines(self) -> str:
        return process.tail(self.log)


def run_verb(
    *words: str,
    program: Path | None = None,
    env: Mapping[str, str] | None = None,
    timeout: float = 60,
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(program or binary()), *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, **(env or {})},
        timeout=timeout,
    )
