"""The quick start after everything is built: servers, daemon, workload, and what came of it."""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

import demo  # noqa: E402  (the path above comes first)
import keeper  # noqa: E402
import story  # noqa: E402
from harness.daemon import Daemon  # noqa: E402
from harness.kafka_broker import KafkaBroker  # noqa: E402
from harness.paths import BUILD  # noqa: E402
from harness.postgres_server import PostgresServer  # noqa: E402
from harness.scratch_folder import fresh_folder, usable_parent  # noqa: E402

FOLDER = BUILD / "quickstart"


def main() -> int:
    arguments = parse_arguments()
    keeper.stop_kept(FOLDER)
    if arguments.stop:
        return 0
    if arguments.keep:
        return keeper.in_background(FOLDER, run)
    return run(None)


def run(ready: keeper.Ready | None) -> int:
    """Everything that is started here ends here, in the reverse order, whatever happens."""
    fresh_folder(FOLDER)
    with ExitStack() as started:
        story.title("Starting a scratch PostgreSQL and a real Kafka broker")
        broker = KafkaBroker(parent_folder=FOLDER)
        started.callback(broker.remove)
        broker.launch()
        postgres = started.enter_context(PostgresServer(parent_folder=usable_parent(FOLDER)))
        demo.create_tables(postgres)
        broker.wait_until_ready()
        story.servers(postgres, broker)

        reader = started.enter_context(demo.reader(broker))
        daemon = Daemon(FOLDER, demo.CONFIG, program=BUILD / "release" / "walrelay")
        started.callback(daemon.close)
        environment = demo.environment(postgres, broker)
        daemon.start(env=environment)
        demo.wait_until_streaming(reader, daemon)
        story.daemon(daemon)

        story.workload(postgres, demo.STATEMENTS)
        demo.wait_until_relayed(postgres, reader, daemon)
        story.consumer(demo.rows_of(reader))
        story.offsets(demo.newest_checkpoint(reader))
        story.slot(postgres, demo.newest_checkpoint(reader))
        if ready:
            story.play_on(postgres, broker, daemon, environment)
            ready()
            keeper.wait_for_the_end()
        if daemon.running:  # whoever plays on may have killed it
            daemon.stop()
    story.end(daemon)
    return 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/quickstart")
    parser.add_argument("--keep", action="store_true", help="leave everything running")
    parser.add_argument("--stop", action="store_true", help="end what --keep left running")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
