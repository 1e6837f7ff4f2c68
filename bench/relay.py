#!/usr/bin/env python3
"""How fast the relay is, beside a floor in the same run.

    scripts/bench [--rows N] [--floor PROGRAM.cpp]

Starts its own PostgreSQL and Kafka, writes N rows (default 1,000,000; nine columns, about 180 B a
row) in transactions of 10,000 while nothing relays, then measures from the start of the relay to
the last record that an independent read_committed consumer sees. PROGRAM.cpp is any single-file
relay that takes PGCONN, SLOT, PUB, TOPIC, BROKERS, PREFIX, DB from the environment; it gets a slot
at the same position. Then 100 transactions a second are written for a while, and the time from
commit to consumer is measured.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from harness import process  # noqa: E402
from harness.waiting import wait_for  # noqa: E402
from harness.kafka_broker import KafkaBroker  # noqa: E402
from harness.postgres_server import PostgresServer  # noqa: E402
from harness.world import World  # noqa: E402

TABLE = """
CREATE TABLE rows_ (id bigint PRIMARY KEY, a varchar(40), b varchar(40), c varchar(40),
  d varchar(40), n int, flag bool, day date, at timestamptz);
"""
FILL = """
INSERT INTO rows_ SELECT g, md5(g::text), md5((g+1)::text), 'street ' || g, 'city ' || (g %% 1000),
  g %% 100000, g %% 2 = 0, date '2024-01-01' + g %% 365,
  timestamptz '2024-01-01 00:00+00' + g * interval '1 s'
FROM generate_series(%s, %s) g
"""
TRANSACTION_ROWS = 10_000


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(line: str) -> dict[str, float]:
    return {name: float(value) for name, value in (part.split("=") for part in line.split())}


class Bench:
    def __init__(self, postgres: PostgresServer, broker: KafkaBroker, build: Path) -> None:
        self.broker = broker
        self.consumer = build / "consume"
        compile_cpp(ROOT / "bench" / "consume.cpp", self.consumer)
        self.build = build
        self.world = World(postgres, broker, tables="public.rows_", create=TABLE)
        self.topic = f"{self.world.name}.public.rows_"

    def consume(self, topic: str, count: int, *flags: str) -> subprocess.Popen[bytes]:
        return process.spawn(
            [self.consumer, self.broker.bootstrap, topic, str(count), *flags],
            stdout=subprocess.PIPE,
        )

    def prepare(self, rows: int) -> None:
        """Slots of both at the same position, then the rows."""
        world = self.world
        world.start_and_wait()
        world.daemon.stop()
        world.sql("SELECT pg_create_logical_replication_slot('floor', 'pgoutput')")
        for first in range(1, rows + 1, TRANSACTION_ROWS):
            world.sql(FILL, first, min(rows, first + TRANSACTION_ROWS - 1))
        world.sql("VACUUM ANALYZE rows_")
        world.sql("CHECKPOINT")

    def relay(self, rows: int) -> None:
        started = time.time()
        self.world.daemon.start()
        self.report("walrelay", rows, started, self.world.daemon.pid, self.topic)

    def floor(self, source: Path, rows: int) -> None:
        program = self.build / "floor"
        compile_cpp(source, program)
        topic = f"{self.world.name}.floor"
        for name in (topic, f"{self.world.name}.floor.position"):
            self.world.oracle.create_topic(name)
        environment = {
            "PGCONN": self.world.postgres.conninfo(self.world.name), "SLOT": "floor",
            "PUB": f"walrelay_{self.world.name}", "TOPIC": topic, "BROKERS": self.broker.bootstrap,
            "PREFIX": f"{self.world.name}.floor", "DB": self.world.name,
        }  # fmt: skip
        started = time.time()
        child = process.spawn([program], env={**os.environ, **environment})
        self.report("floor", rows, started, child.pid, topic)
        child.terminate()
        child.wait()
        self.world.sql("SELECT pg_drop_replication_slot('floor')")

    def report(self, name: str, rows: int, started: float, pid: int, topic: str) -> None:
        # The topic may not exist before the first row; a consumer would poll its metadata slowly.
        wait_for(lambda: topic in self.world.oracle.topics(), 60, f"topic {topic}")
        output, _ = self.consume(topic, rows).communicate()
        seen = figures(output.decode())
        seconds = seen["last_us"] / 1e6 - started
        print(
            f"{name:9} {rows / seconds:9,.0f} rows/s  ({seconds:.2f} s)  "
            f"cpu {cpu_seconds(pid) / rows * 1e6:.2f} us/row  "
            f"peak {process.peak_memory_mb(pid):.0f} MB",
            flush=True,
        )

    def latency(self, rate: int, seconds: int) -> None:
        world = self.world
        world.sql("CREATE TABLE paced (id int PRIMARY KEY, note text)")
        world.sql(f"ALTER PUBLICATION walrelay_{world.name} ADD TABLE paced")
        world.daemon.stop()
        text = world.daemon.config.read_text()
        world.daemon.config.write_text(text.replace("public.rows_", "public.rows_,public.paced"))
        world.start_and_wait()
        connection = world.postgres.connect(world.name)
        warm, count = rate, rate * seconds
        with connection.cursor() as cursor:
            self.write_paced(cursor, 0, warm, rate)
            topic = f"{world.name}.public.paced"
            wait_for(lambda: topic in world.oracle.topics(), 60, "the topic")
            reader = self.consume(topic, warm + count, "--latency", str(warm))
            assert reader.stdout and reader.stdout.readline() == b"warm\n"
            self.write_paced(cursor, warm, warm + count, rate)
        output, _ = reader.communicate()
        connection.close()
        seen = figures(output.decode())
        print(
            f"latency at {rate} tx/s, commit to consumer: "
            f"p50 {seen['p50_ms']} ms, p90 {seen['p90_ms']} ms, "
            f"p99 {seen['p99_ms']} ms, max {seen['max_ms']} ms",
            flush=True,
        )

    def write_paced(self, cursor, first: int, last: int, rate: int) -> None:
        start = time.monotonic()
        for number in range(first, last):
            time.sleep(max(0.0, start + (number - first) / rate - time.monotonic()))
            cursor.execute("INSERT INTO paced VALUES (%s, 'a short note')", (number,))


def compile_cpp(source: Path, program: Path) -> None:
    subprocess.run(
        ["g++", "-O2", "-std=c++20", "-I/usr/include/postgresql", "-o", program, source,
         "-lrdkafka", "-lpq", "-lpthread"],
        check=True,
    )  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument(
        "--floor", type=Path, help="a single-file C++ relay to measure beside ours"
    )
    arguments.add_argument("--rate", type=int, default=100)
    arguments.add_argument("--seconds", type=int, default=20)
    chosen = arguments.parse_args()
    build = ROOT / "build" / "bench"
    build.mkdir(parents=True, exist_ok=True)
    with KafkaBroker() as broker, PostgresServer(settings={"max_wal_size": "4GB"}) as postgres:
        bench = Bench(postgres, broker, build)
        try:
            bench.prepare(chosen.rows)
            if chosen.floor:
                bench.floor(chosen.floor, chosen.rows)
            bench.relay(chosen.rows)
            bench.latency(chosen.rate, chosen.seconds)
        finally:
            bench.world.close()


if __name__ == "__main__":
    main()
