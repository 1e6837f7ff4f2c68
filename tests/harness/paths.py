"""Where things of this repository are."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
KAFKA_LIBS = BUILD / "kafka" / "libs"
CONNECT_LIBS = BUILD / "connect" / "libs"
