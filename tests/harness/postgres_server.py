"""A PostgreSQL server of one's own: its folder, its port, gone when its owner is gone."""

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

# Debian's python3-psycopg2: the interpreter is therefore always /usr/bin/python3.
import psycopg2
import psycopg2.extensions

from . import process
from .scratch_folder import make_folder, remove_folder, server_user, usable_parent
from .waiting import TimedOut, wait_for


StopMode = Literal["smart", "fast", "immediate"]
_STOP_SIGNAL = {
    "smart": signal.SIGTERM,
    "fast": signal.SIGINT,
    "immediate": signal.SIGQUIT,
}

RELAY_USER = "walrelay"
RELAY_PASSWORD = "relay-password"

_SETTINGS = """
listen_addresses = '127.0.0.1'
unix_socket_directories = '{sockets}'
port = {port}
wal_level = logical
max_wal_senders = 20
max_replication_slots = 20
max_prepared_transactions = 20
max_connections = 100
shared_buffers = 32MB
fsync = {fsync}
timezone = 'UTC'
log_timezone = 'UTC'
log_line_prefix = '%m [%p] %u '
"""

# The relay's role proves its password; everyone else on the loopback is trusted.
_ACCESS = f"""
local all              all                         trust
host  all,replication  {RELAY_USER}  127.0.0.1/32  scram-sha-256
host  all,replication  all           127.0.0.1/32  trust
"""


def find_binaries() -> Path:
    """WALRELAY_TEST_PG_BIN (as scripts/fetch-postgres prints it), else the newest installed."""
    chosen = os.environ.get("WALRELAY_TEST_PG_BIN")
    if chosen:
        return Path(chosen)
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"),
        key=lambda path: int(path.parts[-3]),
    )
    if not versions:
        raise RuntimeError("no PostgreSQL server found; run: scripts/install-deps --servers")
    return versions[-1].parent


class PostgresServer:
    """start() makes the cluster, with database `test` and role `walrelay`, and waits until it
    answers. All signals go to the postmaster that this object started, by pid."""

    def __init__(
        self,
        *,
        parent_folder: Path | None = None,
        fsync: bool = False,
        settings: dict[str, str] | None = None,
        socket: bool = False,
    ) -> None:
        """`socket`: it also listens on a Unix socket in its folder."""
        self._user = server_user()
        self.folder = make_folder("pg", parent_folder, self._user)
        self._binaries = self._reachable(find_binaries())
        self.data = self.folder / "data"
        self.log = self.folder / "postgres.log"
        self.port = 0
        self._fsync = fsync
        self._sockets = str(self.folder) if socket else ""
        self._settings = settings or {}
        self._postmaster: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "PostgresServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    @property
    def pid(self) -> int:
        assert self._postmaster, "the server is not started"
        return self._postmaster.pid

    def start(self) -> None:
        first_time = not self.data.exists()
        if first_time:
            self._initdb()
        self._launch(choose_port=self.port == 0)
        if first_time:
            self._create_role_and_database()

    def stop(self, mode: StopMode = "fast", timeout: float = 60) -> None:
        if self._postmaster is None:
            return
        self._resume_quietly()
        self._postmaster.send_signal(_STOP_SIGNAL[mode])
        try:
            self._postmaster.wait(timeout)
        except subprocess.TimeoutExpired as error:
            raise TimedOut(f"PostgreSQL did not stop ({mode}):\n{self._log_tail()}") from error
        self._postmaster = None

    def restart(self, mode: StopMode = "fast") -> None:
        self.stop(mode)
        self.start()

    def kill(self) -> None:
        """SIGKILL to every process of the server."""
        family = [self.pid, *process.descendants(self.pid)]
        process.signal_all(family, signal.SIGKILL)
        assert self._postmaster
        self._postmaster.wait()
        self._postmaster = None
        wait_for(lambda: not any(map(process.is_alive, family)), 10, "killed PostgreSQL is gone")

    def copy_data(self, target: Path) -> None:
        """A file copy of a server that is stopped, as a backup would take it."""
        assert self._postmaster is None, "the server runs"
        subprocess.run(["cp", "-a", str(self.data), str(target)], check=True)

    def restore_data(self, source: Path) -> None:
        """Takes such a copy back, in place of what the stopped server has."""
        assert self._postmaster is None, "the server runs"
        shutil.rmtree(self.data)
        subprocess.run(["cp", "-a", str(source), str(self.data)], check=True)

    def run_tool(self, tool: str, *arguments: str | Path) -> None:
        """A program, by its path or beside the server's, as the user of one that is stopped."""
        assert self._postmaster is None, "the server runs"
        command = [self._binaries / tool, *arguments]
        process.run_as(self._user, command, self.folder / f"{Path(tool).name}.log")

    def standby(self) -> "PostgresServer":
        """A server that will follow this one, copied from it but not started yet."""
        settings = {**self._settings, "primary_conninfo": self.conninfo("postgres")}
        follower = PostgresServer(fsync=self._fsync, settings=settings)
        process.run_as(
            self._user,
            [
                *(self._binaries / "pg_basebackup", "-D", follower.data, "-X", "stream"),
                *("-c", "fast", "--no-sync", "-d", self.conninfo("postgres")),
            ],
            follower.folder / "basebackup.log",
        )
        (follower.data / "standby.signal").touch()
        return follower

    def pause(self) -> None:
        """The server hangs: no process of it runs, the kernel still answers for its sockets."""
        process.signal_all([self.pid, *process.descendants(self.pid)], signal.SIGSTOP)

    def resume(self) -> None:
        process.signal_all([*process.descendants(self.pid), self.pid], signal.SIGCONT)

    def remove(self) -> None:
        if self._postmaster is not None:
            self.kill()
        remove_folder(self.folder)

    def conninfo(self, database: str = "test", user: str = "postgres") -> str:
        password = f" password={RELAY_PASSWORD}" if user == RELAY_USER else ""
        return f"host=127.0.0.1 port={self.port} user={user}{password} dbname={database}"

    def connect(
        self, database: str = "test", user: str = "postgres"
    ) -> psycopg2.extensions.connection:
        """An autocommit connection."""
        connection = psycopg2.connect(self.conninfo(database, user), connect_timeout=10)
        connection.autocommit = True
        return connection

    def sql(self, statement: str, *arguments: object, database: str = "test") -> list[tuple]:
        """One statement (or several without arguments) on a connection of its own; its rows."""
        connection = self.connect(database)
        try:
            with connection.cursor() as cursor:
                cursor.execute(statement, arguments or None)
                return cursor.fetchall() if cursor.description else []
        finally:
            connection.close()

    def value(self, statement: str, *arguments: object, database: str = "test") -> object:
        rows = self.sql(statement, *arguments, database=database)
        assert len(rows) == 1 and len(rows[0]) == 1, f"one value expected from: {statement}"
        return rows[0][0]

    def psql(
        self, *arguments: str, database: str = "test", env: Mapping[str, str] | None = None
    ) -> str:
        command = [self._binaries / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"]
        done = subprocess.run(
            [*map(str, command), "-d", self.conninfo(database), *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, **(env or {})},
        )
        if done.returncode != 0:
            raise RuntimeError(f"psql failed: {done.stderr}")
        return done.stdout

    def _reachable(self, binaries: Path) -> Path:
        """A copy of the whole server, when the account that runs it cannot come to this one."""
        if usable_parent(binaries):
            return binaries
        shutil.copytree(binaries.parent, self.folder / "server", symlinks=True)
        return self.folder / "server" / binaries.name

    def _initdb(self) -> None:
        command = [self._binaries / "initdb", "-D", self.data, "-U", "postgres", "-A", "trust"]
        process.run_as(
            self._user,
            [*command, "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            self.folder / "initdb.log",
        )
        (self.data / "pg_hba.conf").write_text(_ACCESS)

    def _launch(self, choose_port: bool) -> None:
        """A chosen port can be taken by someone else before the server has it: try another."""
        for attempt in range(5):
            if choose_port:
                self.port = process.free_port()
            self._write_settings()
            self._postmaster = process.spawn(
                [self._binaries / "postgres", "-D", self.data],
                log=self.log,
                cwd=Path("/"),
                user=self._user,
                death_signal=signal.SIGQUIT,
            )
            wait_for(self._answers_or_exited, 60, "PostgreSQL answers", explain=self._log_tail)
            if self._postmaster.poll() is None:
                return
            self._postmaster = None
            if not choose_port or "could not bind" not in process.tail(self.log):
                break
        raise RuntimeError(f"PostgreSQL did not start:\n{self._log_tail()}")

    def _write_settings(self) -> None:
        fsync = "on" if self._fsync else "off"
        text = _SETTINGS.format(port=self.port, fsync=fsync, sockets=self._sockets)
        text += "".join(f"{name} = '{value}'\n" for name, value in self._settings.items())
        (self.data / "postgresql.auto.conf").write_text(text)

    def _answers_or_exited(self) -> bool:
        assert self._postmaster
        if self._postmaster.poll() is not None:
            return True
        try:
            self.connect("postgres").close()
        except psycopg2.OperationalError:
            return False
        return True

    def _create_role_and_database(self) -> None:
        self.sql(
            f"CREATE ROLE {RELAY_USER} LOGIN REPLICATION PASSWORD '{RELAY_PASSWORD}'",
            database="postgres",
        )
        self.sql("CREATE DATABASE test", database="postgres")
        self.sql(f"GRANT CREATE ON DATABASE test TO {RELAY_USER}", database="postgres")

    def _resume_quietly(self) -> None:
        """A stopped process does not see the signal that asks it to end."""
        self.resume()

    def _log_tail(self) -> str:
        return process.tail(self.log)
