"""What the quick start tells, in plain words."""

import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import demo
from harness import oracle
from harness.daemon import Daemon
from harness.kafka_broker import KafkaBroker
from harness.lsn import lsn, lsn_text
from harness.offsets_topic import Checkpoint, offsets_topic, stream_key
from harness.paths import ROOT
from harness.postgres_server import PostgresServer
from harness.records import Record

_OPERATIONS = {"c": "insert", "u": "update", "d": "delete", None: "tombstone"}


def say(text: str = "") -> None:
    print(text, flush=True)


def title(text: str) -> None:
    say(f"\n\033[1m{text}\033[0m" if sys.stdout.isatty() else f"\n== {text}")


def _here(path: Path) -> Path:
    return path.relative_to(ROOT)



def servers(postgres: PostgresServer, broker: KafkaBroker) -> None:
    say(f"  PostgreSQL on port {postgres.port}, database {demo.NAME}: tables customers and orders.")
    say(f"  Kafka on {broker.bootstrap}: no topics yet; walrelay creates what it needs.")


def daemon(daemon: Daemon) -> None:
    title("walrelay runs")
    say(f"  Its configuration is {_here(daemon.config)}, its log {_here(daemon.log)}.")
    say("  It has created a publication, a replication slot, the offsets topic, and streams:")
    for line in daemon.output().splitlines():
        say(f"    {line}")


def workload(postgres: PostgresServer, statements: Sequence[tuple[str, str]]) -> None:
    title("A small workload")
    connection = postgres.connect(demo.NAME)
    with connection.cursor() as cursor:
        for what, sql in statements:
            say(f"  {what}:")
            for line in sql.splitlines():
                say(f"    {line}")
            cursor.execute(f"BEGIN; {sql}" if sql.endswith("ROLLBACK") else f"BEGIN; {sql}; COMMIT")
    connection.close()


def consumer(records: Sequence[Record]) -> None:
    title("What a consumer sees that reads only what is committed (Apache's own Java client)")
    for record in records:
        envelope = record.value_json
        operation = _OPERATIONS[envelope["op"] if envelope else None]
        say(f"  {record.topic:<22} {record.key}  {operation}")
        if envelope:
            say(f"      before {_short(envelope['before'])}")
            say(f"      after  {_short(envelope['after'])}")
    say("  Each committed change is there once, in the order of the commits; the rolled-back one")
    say("  is not. Values are whole Debezium envelopes; only before and after are shown here.")
    say("  A price looks odd because Debezium's default writes a numeric as base64 of its digits.")


def _short(row: dict[str, Any] | None) -> str:
    return "-" if row is None else json.dumps(row, ensure_ascii=False)


def offsets(checkpoint: Checkpoint | None) -> None:
    assert checkpoint, "the offsets topic is empty"
    title(f"What the offsets topic {offsets_topic(demo.NAME)} holds")
    say("  The position up to which everything is in Kafka. It was written in the same Kafka")
    say("  transaction as the last rows: either both are there, or neither is. As PostgreSQL")
    say(f"  writes it, the lsn is {lsn_text(checkpoint.lsn)}.")
    say(f"  key   {stream_key(demo.NAME, demo.NAME)}")
    say("  value")
    for name, value in checkpoint.fields.items():
        say(f"    {name}: {json.dumps(value)}")


def slot(postgres: PostgresServer, checkpoint: Checkpoint | None) -> None:
    assert checkpoint, "the offsets topic is empty"
    title(f"Where the replication slot {demo.SLOT} stands")
    confirmed = lsn(
        str(
            postgres.value(
                "SELECT confirmed_flush_lsn::text FROM pg_replication_slots WHERE slot_name = %s",
                demo.SLOT,
            )
        )
    )
    say(f"  confirmed to PostgreSQL  {lsn_text(confirmed)}")
    say(f"  committed in Kafka       {lsn_text(checkpoint.lsn)}")
    say("  PostgreSQL may forget its log up to the first. It is never beyond the second: whatever")
    say("  dies at whatever moment, what is not yet in Kafka is still in PostgreSQL.")
    if confirmed > checkpoint.lsn:
        raise RuntimeError("the slot is ahead of the checkpoint: this must never happen")


def play_on(
    postgres: PostgresServer, broker: KafkaBroker, daemon: Daemon, environment: dict[str, str]
) -> None:
    settings = daemon.folder / "environment"
    settings.write_text("".join(f"export {n}={shlex.quote(v)}\n" for n, v in environment.items()))
    title("It goes on running; commands to play on with")
    follow = oracle.command("ReadTopics", "--bootstrap", broker.bootstrap, "--follow")
    walrelay = "build/release/walrelay"
    for what, command in (
        ("Change rows", f'psql "{postgres.conninfo(demo.NAME)}"'),
        ("Watch them arrive, until Ctrl-D", f"{shlex.join(follow)} --prefix {demo.NAME}."),
        ("What the configuration needs in another shell", f". {_here(settings)}"),
        ("See the position", f"{walrelay} offsets show -c {_here(daemon.config)}"),
        ("Kill walrelay; nothing gets lost", f"kill -9 {daemon.pid}"),
        ("Run it again; nothing is repeated", f"{walrelay} run -c {_here(daemon.config)}"),
        ("End everything", "scripts/quickstart --stop"),
    ):
        say(f"  {what}:\n    {command}")


def end(daemon: Daemon) -> None:
    title("Done")
    say(f"  Everything that was started is stopped; {_here(daemon.log)} is left to read.")
