"""Waiting for a condition with a deadline; the only place of the harness that sleeps."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class TimedOut(AssertionError):
    """A condition did not come true in time."""


def wait_for(
    condition: Callable[[], T],
    timeout: float,
    what: str,
    *,
    every: float = 0.05,
    explain: Callable[[], str] | None = None,
) -> T:
    """Returns the first true value of `condition`. `explain` adds to the message of a failure."""
    deadline = time.monotonic() + timeout
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            detail = f"\n{explain()}" if explain else ""
            raise TimedOut(f"not within {timeout:g} s: {what}{detail}")
        time.sleep(every)
