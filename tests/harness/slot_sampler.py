"""Watches, while a test runs, that the slot never passes the committed checkpoint (INV-3)."""

import threading
import time

import psycopg2

from .lsn import lsn, lsn_text
from .offsets_topic import Checkpoint, OffsetsTopic
from .postgres_server import PostgresServer
from .topic_reader import BrokerAway
from .waiting import wait_for

_VISIBLE_WITHIN_S = 5.0
_QUERY = "SELECT confirmed_flush_lsn::text FROM pg_replication_slots WHERE slot_name = %s"


class SlotSampler:
    """Each sample reads the slot first and the committed checkpoint after it: the checkpoint only
    moves forward, so one that is behind the slot then was behind it all the time.

    A commit that has returned OK may be invisible to a read_committed reader for a moment: its
    outcome is final, its markers are still being written, after a broker's crash for as long as
    its start takes. So a checkpoint that seems behind is read again for a while. A daemon that
    confirms before it commits is found all the same: killed in between, it refuses its own
    position at the next start.

    A sample during which a server was away says nothing and is not counted.
    """

    def __init__(
        self, postgres: PostgresServer, offsets: OffsetsTopic, slot: str, every: float = 0.05
    ) -> None:
        self._postgres = postgres
        self._offsets = offsets
        self._slot = slot
        self._every = every
        self._stopped = threading.Event()
        self._violations: list[str] = []
        self._samples = 0
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="slot-sampler", daemon=True)

    def __enter__(self) -> "SlotSampler":
        self._thread.start()
        return self

    def __exit__(self, error_type: type[BaseException] | None, *_: object) -> None:
        try:
            if error_type is None:
                self._wait_for_a_last_sample()
        finally:
            self._stopped.set()
            self._thread.join(30)

    def _wait_for_a_last_sample(self) -> None:
        """One that began after the disturbance: a server that was away may have spoilt all."""
        # The one under way began before, so two.
        enough = self._samples + 2
        wait_for(
            lambda: self._samples >= enough or not self._thread.is_alive(), 60, "a last sample"
        )

    @property
    def samples(self) -> int:
        """How many were taken so far."""
        return self._samples

    def assert_slot_behind_checkpoint(self, samples_min: int = 1) -> None:
        """Call it after the `with` block."""
        if self._error:
            raise self._error
        listed = "\n".join(self._violations)
        assert not self._violations, f"the slot passed the checkpoint:\n{listed}"
        assert self._samples >= samples_min, f"only {self._samples} samples were taken"

    def _run(self) -> None:
        try:
            while not self._stopped.wait(self._every):
                self._sample_if_possible()
        except BaseException as error:  # reported by the test's own thread
            self._error = error

    def _sample_if_possible(self) -> None:
        try:
            rows = self._postgres.sql(_QUERY, self._slot)
            if not rows or rows[0][0] is None:
                return
            confirmed = lsn(rows[0][0])
            checkpoint = self._checkpoint_at_least(confirmed)
        except (psycopg2.Error, BrokerAway):
            return
        self._samples += 1
        # At creation the slot has a position of its own before anything was relayed.
        if checkpoint is None or checkpoint.state == "creating":
            return
        if confirmed > checkpoint.lsn:
            self._violations.append(
                f"confirmed {lsn_text(confirmed)} > checkpoint {lsn_text(checkpoint.lsn)}"
            )

    def _checkpoint_at_least(self, confirmed: int) -> Checkpoint | None:
        deadline = time.monotonic() + _VISIBLE_WITHIN_S
        while True:
            checkpoint = self._offsets.checkpoint()
            if checkpoint is None or checkpoint.lsn >= confirmed or time.monotonic() >= deadline:
                return checkpoint
            time.sleep(self._every)
