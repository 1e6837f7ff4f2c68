"""Concurrent writers whose committed transactions are known exactly (see ledger.py)."""

import json
import os
import random
import threading
import time
from typing import Any

import psycopg2
import psycopg2.extensions

from .ledger import TABLES
from .postgres_server import PostgresServer

_IDS_PER_WRITER = 1_000_000_000
_LARGE_ROWS = 2_000
# Rows that a writer still changes; older ones stay in the table untouched.
_LIVE_MAX = 300


def test_seed() -> int:
    """WALRELAY_TEST_SEED repeats a run; the seed is printed so that any run can be repeated."""
    text = os.environ.get("WALRELAY_TEST_SEED")
    seed = int(text) if text else random.SystemRandom().randrange(1 << 32)
    print(f"WALRELAY_TEST_SEED={seed}", flush=True)
    return seed


class Workload:
    """Runs `writers` threads from `with` to the end of its block. They survive server restarts."""

    def __init__(
        self,
        postgres: PostgresServer,
        database: str,
        *,
        seed: int,
        writers: int = 4,
        pause: float = 0.005,
        large_share: float = 0.005,
    ) -> None:
        self._stopped = threading.Event()
        self._writers = [
            _Writer(postgres, database, index, seed, pause, large_share, self._stopped)
            for index in range(writers)
        ]

    def __enter__(self) -> "Workload":
        for writer in self._writers:
            writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._stopped.set()
        for writer in self._writers:
            writer.join(60)
            assert not writer.is_alive(), "a writer did not stop"
        for writer in self._writers:
            if writer.error:
                raise writer.error


class _Writer(threading.Thread):
    def __init__(
        self,
        postgres: PostgresServer,
        database: str,
        index: int,
        seed: int,
        pause: float,
        large_share: float,
        stopped: threading.Event,
    ) -> None:
        super().__init__(name=f"writer-{index}", daemon=True)
        self._postgres = postgres
        self._database = database
        self._index = index
        self._random = random.Random(f"{seed}/{index}")
        self._pause = pause
        self._large_share = large_share
        self._stopped = stopped
        self.error: BaseException | None = None
        self._tx = 0
        self._next_id = index * _IDS_PER_WRITER + 1
        self._live: dict[str, list[int]] = {}

    def run(self) -> None:
        try:
            while not self._stopped.is_set():
                self._write_until_disconnected()
        except BaseException as error:  # reported by Workload.stop() in the test's own thread
            self.error = error

    def _write_until_disconnected(self) -> None:
        connection: psycopg2.extensions.connection | None = None
        try:
            connection = psycopg2.connect(self._postgres.conninfo(self._database))
            self._resume_from(connection)
            while not self._stopped.is_set():
                self._transaction(connection)
                time.sleep(self._random.uniform(0, 2 * self._pause))
        except psycopg2.Error:
            if connection is not None and not connection.closed:
                raise
            # The server went away; whether the last commit happened is read when it is back.
            self._stopped.wait(0.1)
        finally:
            if connection is not None:
                connection.close()

    def _resume_from(self, connection: psycopg2.extensions.connection) -> None:
        """What is committed is the truth, whatever this thread believed before."""
        with connection.cursor() as cursor:
            for table in TABLES:
                cursor.execute(
                    f"SELECT id FROM {table} WHERE writer = %s ORDER BY id DESC LIMIT %s",
                    (self._index, _LIVE_MAX),
                )
                self._live[table] = [row[0] for row in reversed(cursor.fetchall())]
            cursor.execute(
                "SELECT coalesce(max(tx), 0) FROM ledger WHERE writer = %s", (self._index,)
            )
            self._tx = max(self._tx, cursor.fetchone()[0])
        connection.rollback()
        newest = max((ids[-1] for ids in self._live.values() if ids), default=0)
        self._next_id = max(self._next_id, newest + 1)

    def _transaction(self, connection: psycopg2.extensions.connection) -> None:
        self._tx += 1
        before = {table: list(ids) for table, ids in self._live.items()}
        with connection.cursor() as cursor:
            events = self._large(cursor) if self._is_large() else self._small(cursor)
            if self._random.random() < 0.1:
                connection.rollback()
                self._live = before
                return
            # The row lock on commit_order is held until the commit: n is the order of commits.
            cursor.execute("UPDATE commit_order SET n = n + 1 RETURNING n")
            (n,) = cursor.fetchone()
            cursor.execute(
                "INSERT INTO ledger VALUES (%s, %s, %s, %s)",
                (n, self._index, self._tx, json.dumps(events)),
            )
        connection.commit()

    def _is_large(self) -> bool:
        return self._random.random() < self._large_share

    def _large(self, cursor: psycopg2.extensions.cursor) -> list[list[Any]]:
        table, first = self._random.choice(TABLES), self._next_id
        self._next_id += _LARGE_ROWS
        cursor.execute(
            f"INSERT INTO {table} SELECT %s + i, %s, %s, i, 'large' "
            "FROM generate_series(0, %s) AS i",
            (first, self._index, self._tx, _LARGE_ROWS - 1),
        )
        ids = range(first, first + _LARGE_ROWS)
        self._live[table] = list(ids[-_LIVE_MAX:])
        return [[table, "c", row_id, seq] for seq, row_id in enumerate(ids)]

    def _small(self, cursor: psycopg2.extensions.cursor) -> list[list[Any]]:
        events: list[list[Any]] = []
        for seq in range(self._random.randint(1, 12)):
            if self._random.random() < 0.1:
                self._rolled_back_to_savepoint(cursor, seq)
            events.append(self._change(cursor, seq))
        return events

    def _rolled_back_to_savepoint(self, cursor: psycopg2.extensions.cursor, seq: int) -> None:
        before = {table: list(ids) for table, ids in self._live.items()}
        cursor.execute("SAVEPOINT aside")
        self._change(cursor, seq)
        cursor.execute("ROLLBACK TO SAVEPOINT aside")
        self._live = before

    def _change(self, cursor: psycopg2.extensions.cursor, seq: int) -> list[Any]:
        table = self._random.choice(TABLES)
        live = self._live[table] = self._live[table][-_LIVE_MAX:]
        op = self._random.choice(("c", "c", "c", "u", "u", "d", "key")) if live else "c"
        mark = (self._index, self._tx, seq)
        if op == "c":
            row_id = self._new_id()
            note = self._random.choice(("plain", "ünïcode ☃", "x" * 300, None))
            row = (row_id, *mark, note)
            cursor.execute(f"INSERT INTO {table} VALUES (%s, %s, %s, %s, %s)", row)
            live.append(row_id)
            return [table, op, row_id, seq]
        row_id = live.pop(self._random.randrange(len(live)))
        if op == "d":
            cursor.execute(f"DELETE FROM {table} WHERE id = %s", (row_id,))
            return [table, op, row_id, seq]
        new_id = row_id if op == "u" else self._new_id()
        cursor.execute(
            f"UPDATE {table} SET id = %s, writer = %s, tx = %s, seq = %s WHERE id = %s",
            (new_id, *mark, row_id),
        )
        live.append(new_id)
        return [table, op, row_id, seq] + ([new_id] if op == "key" else [])

    def _new_id(self) -> int:
        self._next_id += 1
        return self._next_id - 1
