"""The daemon's configuration file for a test: plain YAML, one option a line."""

import json
from collections.abc import Mapping

from .kafka_broker import KafkaBroker
from .postgres_server import RELAY_PASSWORD, RELAY_USER, PostgresServer

Options = Mapping[str, str | int]


def connector_options(
    postgres: PostgresServer, *, database: str, prefix: str, changes: Options | None = None
) -> dict[str, str | int]:
    """What every test needs; `changes` adds and replaces."""
    return {
        "topic.prefix": prefix,
        "database.hostname": "127.0.0.1",
        "database.port": postgres.port,
        "database.user": RELAY_USER,
        "database.password": RELAY_PASSWORD,
        "database.dbname": database,
        "snapshot.mode": "no_data",
        "topic.creation.default.replication.factor": 1,
        "topic.creation.default.partitions": 1,
        "offset.storage.replication.factor": 1,
        **(changes or {}),
    }


def render(kafka: Options, connectors: Mapping[str, Options]) -> str:
    lines = ["kafka:"]
    lines += [f"  {name}: {json.dumps(value)}" for name, value in kafka.items()]
    lines.append("connectors:")
    for connector, options in connectors.items():
        lines.append(f"  {connector}:")
        lines += [f"    {name}: {json.dumps(value)}" for name, value in options.items()]
    return "\n".join(lines) + "\n"


def relay_config(
    postgres: PostgresServer,
    broker: KafkaBroker,
    *,
    connector: str,
    database: str,
    changes: Options | None = None,
) -> str:
    """One connector whose topic prefix is its name."""
    options = connector_options(postgres, database=database, prefix=connector, changes=changes)
    return render({"bootstrap.servers": broker.bootstrap}, {connector: options})
