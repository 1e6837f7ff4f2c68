"""What one end-to-end test works in: a database, a connector and its topics, all its own.

Servers are shared by the tests of a class; names are not, so tests do not see each other.
"""

import contextlib
import itertools
import re
import unittest
from pathlib import Path
from typing import Any, TypeVar

from . import ledger
from .checks import assert_exactly_once
from .daemon import Daemon
from .kafka_broker import KafkaBroker
from .lsn import lsn
from .offsets_topic import Checkpoint, OffsetsTopic, offsets_topic
from .oracle import Oracle
from .postgres_server import RELAY_USER, PostgresServer
from .records import Record
from .relay_config import Options, relay_config
from .scratch_folder import make_folder, remove_folder
from .slot_sampler import SlotSampler
from .topic_reader import BrokerAway, TopicReader
from .waiting import wait_for

_numbers = itertools.count(1)
# A transaction that a kill leaves open hides what follows until the broker ends it: after its
# timeout of 60 s and up to 10 s more.
READ_TIMEOUT_S = 90
C = TypeVar("C")
# In either log format. A checkpoint and a held slot alone are there before the way in has ended.
_STREAMING = re.compile(r'\bstreaming( slot=|",)')


class World:
    """Names are derived from `name`, which is the connector, its topic prefix and its database.

    `create` is SQL for more tables than the workload's; they belong to the relay's role too.
    """

    def __init__(
        self,
        postgres: PostgresServer,
        broker: KafkaBroker,
        *,
        tables: str = "public.load_a,public.load_b",
        changes: Options | None = None,
        create: str = "",
    ) -> None:
        self.postgres, self.broker = postgres, broker
        self.name = f"w{next(_numbers)}"
        self.slot = f"walrelay_{self.name}"
        self._options: Options = {"table.include.list": tables, **(changes or {})}
        named = self._options.get("offset.storage.topic")
        self.offsets_topic = str(named) if named else offsets_topic(self.name)
        self.folder = make_folder(f"test-{self.name}")
        self._closers = contextlib.ExitStack()  # all of them, also after one that complains
        self._closers.callback(remove_folder, self.folder)
        postgres.sql(f"CREATE DATABASE {self.name} OWNER {RELAY_USER}", database="postgres")
        ledger.create_tables(postgres, self.name, RELAY_USER)
        if create:
            postgres.sql(f"SET ROLE {RELAY_USER}; {create}", database=self.name)
        self.daemon = self._closing(Daemon(self.folder, self._config()))
        self._read_from_broker()

    def _read_from_broker(self) -> None:
        bootstrap = self.broker.bootstrap
        self.oracle = Oracle(bootstrap)
        self.reader = self._closing(
            TopicReader(bootstrap, prefix=f"{self.name}.", timeout=READ_TIMEOUT_S)
        )
        self.offsets = self._closing(
            OffsetsTopic(bootstrap, self.name, self.name, self.offsets_topic)
        )

    def move_to_broker(self, broker: KafkaBroker) -> None:
        """From the next start of the daemon on it is another Kafka cluster."""
        self.daemon.rewrite(self.broker.bootstrap, broker.bootstrap)
        self.broker = broker
        self._read_from_broker()

    def move_to_server(self, postgres: PostgresServer) -> None:
        """From the next start of the daemon on it is another PostgreSQL server."""
        port = "database.port: {}".format
        self.daemon.rewrite(port(self.postgres.port), port(postgres.port))
        self.postgres = postgres

    def _config(self, changes: Options | None = None) -> str:
        return relay_config(
            self.postgres,
            self.broker,
            connector=self.name,
            database=self.name,
            changes={**self._options, **(changes or {})},
        )

    def _closing(self, thing: C) -> C:
        self._closers.callback(thing.close)  # type: ignore[attr-defined]
        return thing

    def close(self) -> None:
        self._closers.close()

    def another_daemon(self, name: str, changes: Options | None = None) -> Daemon:
        """A second instance, with the same configuration but for `changes`."""
        folder: Path = self.folder / name
        folder.mkdir()
        return self._closing(Daemon(folder, self._config(changes)))

    def sql(self, statement: str, *arguments: object) -> list[tuple]:
        return self.postgres.sql(statement, *arguments, database=self.name)

    def records(self, table: str) -> list[Record]:
        """What a consumer sees of a table of schema public."""
        return self.reader.of_topic(f"{self.name}.public.{table}")

    def ids(self, table: str) -> list[int]:
        return [record.key_json["id"] for record in self.records(table)]

    def slot_row(self) -> dict[str, Any] | None:
        columns = ("active", "active_pid", "confirmed_flush_lsn", "restart_lsn")
        rows = self.postgres.sql(
            "SELECT active, active_pid, confirmed_flush_lsn::text, restart_lsn::text "
            "FROM pg_replication_slots WHERE slot_name = %s",
            self.slot,
        )
        return dict(zip(columns, rows[0])) if rows else None

    def change_slot(self, statement: str) -> None:
        """`statement` has the slot's name as its argument. A server that was just left may hold
        it for a moment more."""
        wait_for(lambda: not (self.slot_row() or {}).get("active"), 30, "the slot is let go")
        self.sql(statement, self.slot)

    def confirmed(self) -> int:
        row = self.slot_row()
        assert row, f"there is no slot {self.slot}"
        return lsn(row["confirmed_flush_lsn"])

    def checkpoint(self) -> Checkpoint | None:
        return self.offsets.checkpoint()

    def checkpoint_if_known(self) -> Checkpoint | None:
        """For loops that ask again: nothing while the broker does not answer."""
        try:
            return self.checkpoint()
        except BrokerAway:
            return None

    def start_and_wait(self, timeout: float = 60) -> None:
        self.daemon.start()
        self.wait_until_streaming(timeout)

    def wait_until_streaming(self, timeout: float = 60) -> None:
        """The way in is behind it, the slot held and the first checkpoint of a stream committed."""

        def streaming() -> bool:
            assert self.daemon.running, f"the daemon ended:\n{self.daemon.output()}"
            row = self.slot_row()
            if row is None or not row["active"] or not _STREAMING.search(self.daemon.output()):
                return False
            checkpoint = self.checkpoint_if_known()
            return checkpoint is not None and checkpoint.state == "streaming"

        wait_for(streaming, timeout, "the daemon streams", explain=self.daemon.output)

    def wait_until_relayed(self, timeout: float = 120) -> None:
        """Everything that is committed now is in Kafka, and the checkpoint says so."""
        end = lsn(str(self.postgres.value("SELECT pg_current_wal_flush_lsn()::text")))

        def relayed() -> bool:
            assert self.daemon.running, f"the daemon ended:\n{self.daemon.output()}"
            checkpoint = self.checkpoint_if_known()
            return checkpoint is not None and checkpoint.lsn >= end

        what = "the checkpoint reaches the WAL's end"
        wait_for(relayed, timeout, what, explain=self.daemon.output)

    def sampler(self) -> SlotSampler:
        return SlotSampler(self.postgres, self.offsets, self.slot)

    def assert_exactly_once(self) -> None:
        transactions = ledger.committed(self.postgres, self.name)
        assert transactions, "the workload committed nothing, so this proves nothing"
        assert_exactly_once(transactions, self.reader.catch_up(), self.name)

    def settle(self) -> None:
        """All is relayed, exactly once, and the daemon ends in order."""
        self.wait_until_relayed()
        self.assert_exactly_once()
        self.daemon.stop()


class RelayCase(unittest.TestCase):
    """Servers for a class of tests, a World for each test that asks for one."""

    postgres: PostgresServer
    broker: KafkaBroker

    @classmethod
    def make_broker(cls) -> KafkaBroker:
        """For classes whose broker has settings of its own."""
        return KafkaBroker()

    @classmethod
    def make_postgres(cls) -> PostgresServer:
        """For classes whose server has settings of its own."""
        return PostgresServer()

    @classmethod
    def setUpClass(cls) -> None:
        cls.broker = cls.make_broker()
        cls.addClassCleanup(cls.broker.remove)
        cls.broker.launch()
        cls.postgres = cls.make_postgres()
        cls.addClassCleanup(cls.postgres.remove)
        cls.postgres.start()
        cls.broker.wait_until_ready()

    def world(self, **arguments: Any) -> World:
        world = World(self.postgres, self.broker, **arguments)
        self.addCleanup(world.close)
        return world
