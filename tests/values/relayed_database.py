"""One database that one daemon relays through several connectors, each with modes of its own.

Everything around it is hostile: settings of the database and of the relay's role, and the daemon's
locale, are such that a value's text would differ if anybody let them decide.
"""

import contextlib
import os
from collections.abc import Mapping
from typing import Any
from unittest import mock

from harness.daemon import Daemon
from harness.kafka_broker import KafkaBroker
from harness.lsn import lsn
from harness.postgres_server import RELAY_USER, PostgresServer
from harness.relay_config import Options, connector_options, render
from harness.scratch_folder import make_folder, remove_folder, server_user
from harness.topic_reader import TopicReader
from harness.waiting import wait_for

from .decoder import parse
from .locales import DECIMAL_COMMA, NO_FRACTION, make_locales

DATABASE = "typed"
_RELAY_TIMEOUT_S = 120
HOSTILE = {
    "DATABASE " + DATABASE: {
        "datestyle": "SQL, DMY",
        "intervalstyle": "iso_8601",
        "bytea_output": "escape",
        "timezone": "Asia/Kolkata",
        "extra_float_digits": "-15",
        "lc_monetary": DECIMAL_COMMA,
        "lc_numeric": DECIMAL_COMMA,
        "lc_time": DECIMAL_COMMA,
        "xmlbinary": "hex",
        "quote_all_identifiers": "on",
        "array_nulls": "off",
        "standard_conforming_strings": "off",
    },
    # A role's settings win over its database's.
    "ROLE " + RELAY_USER: {
        "timezone": "America/New_York",
        "datestyle": "German",
        "intervalstyle": "sql_standard",
        "lc_monetary": NO_FRACTION,
        "client_encoding": "LATIN1",
    },
}
# Of the sessions that write and that ask what is true.
_PLAIN = {
    "datestyle": "ISO, YMD",
    "intervalstyle": "postgres",
    "bytea_output": "hex",
    "timezone": "UTC",
    "extra_float_digits": "1",
    "lc_monetary": "C",
    "standard_conforming_strings": "on",
    "array_nulls": "on",
    "client_encoding": "UTF8",
}


class RelayedDatabase:
    """`modes` are the connectors' options by name; a name is a connector's topic prefix too."""

    def __init__(self, modes: Mapping[str, Options], *, create: str) -> None:
        self._closers = contextlib.ExitStack()
        try:
            self._start(modes, create)
        except BaseException:
            self._closers.close()
            raise

    def close(self) -> None:
        self._closers.close()

    def _start(self, modes: Mapping[str, Options], create: str) -> None:
        self._folder = make_folder("typed")
        self._closers.callback(remove_folder, self._folder)
        locales = make_folder("locales", owner=server_user())  # the server reads them too
        self._closers.callback(remove_folder, locales)
        self._environment = make_locales(locales)
        self._start_servers()
        self.postgres.sql(f"CREATE DATABASE {DATABASE} OWNER {RELAY_USER}", database="postgres")
        for whose, settings in HOSTILE.items():
            for name, value in settings.items():
                self.postgres.sql(f"ALTER {whose} SET {name} = {_setting(value)}")
        self._session = self.postgres.connect(DATABASE)
        self._closers.callback(self._session.close)
        for name, value in _PLAIN.items():
            self.sql(f"SET {name} = {_setting(value)}")
        self.sql(create)
        self._start_daemon(modes)

    def _start_servers(self) -> None:
        self._broker = KafkaBroker()
        self._closers.callback(self._broker.remove)
        self._broker.launch()
        self.postgres = PostgresServer()
        self._closers.callback(self.postgres.remove)
        with mock.patch.dict(os.environ, self._environment):
            self.postgres.start()
        self._broker.wait_until_ready()

    def _start_daemon(self, modes: Mapping[str, Options]) -> None:
        common = {"schema.include.list": "public", "status.update.interval.ms": 100}
        connectors = {
            name: connector_options(
                self.postgres, database=DATABASE, prefix=name, changes={**common, **options}
            )
            for name, options in modes.items()
        }
        config = render({"bootstrap.servers": self._broker.bootstrap}, connectors)
        # As superuser, who need own no table: whose settings count is the role's all the same.
        self.postgres.sql(f"ALTER ROLE {RELAY_USER} SUPERUSER")
        self.daemon = Daemon(self._folder, config)
        self._closers.callback(self.daemon.close)
        locale = {**self._environment, "LC_ALL": DECIMAL_COMMA, "LANG": DECIMAL_COMMA}
        self.daemon.start(env={**locale, "TZ": "Asia/Kolkata", "PGTZ": "Asia/Kolkata"})
        streaming = "SELECT count(*) FROM pg_replication_slots WHERE active"

        def started() -> bool:
            assert self.daemon.running, f"the daemon ended:\n{self.daemon.output()}"
            return self.postgres.value(streaming) == len(modes)

        wait_for(started, 60, "all connectors stream", explain=self.daemon.output)
        self._reader = TopicReader(self._broker.bootstrap, prefix="m_", timeout=60)
        self._closers.callback(self._reader.close)

    def sql(self, statement: str) -> list[tuple[Any, ...]]:
        with self._session.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def relayed(self) -> dict[str, list[dict[str, Any]]]:
        """By topic, every record's key and value as decoder.parse reads them."""
        self._wait_until_relayed()
        topics: dict[str, list[dict[str, Any]]] = {}
        for record in self._reader.catch_up():
            key = record.key and parse(record.key)
            value = record.value and parse(record.value)
            topics.setdefault(record.topic, []).append({"key": key, "value": value})
        return topics

    def _wait_until_relayed(self) -> None:
        """A slot follows committed Kafka transactions and nothing else."""
        end = lsn(str(self.postgres.value("SELECT pg_current_wal_flush_lsn()::text")))
        slots = "SELECT confirmed_flush_lsn::text FROM pg_replication_slots"

        def relayed() -> bool:
            assert self.daemon.running, f"the daemon ended:\n{self.daemon.output()}"
            return all(lsn(confirmed) >= end for (confirmed,) in self.postgres.sql(slots))

        what = "the slots reach the WAL's end"
        wait_for(relayed, _RELAY_TIMEOUT_S, what, explain=self.daemon.output)


def _setting(value: str) -> str:
    return ", ".join(f"'{word}'" for word in value.split(", "))
