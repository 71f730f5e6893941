"""How long a transaction waits for its turn."""

from typing import NamedTuple


class Wait(NamedTuple):
    """How long a transaction waits for the lock: `attempts` times `busy_ms`, with short pauses."""

    busy_ms: int
    attempts: int
    pause_s: float
    """Longest pause between two attempts; each one is drawn below it."""


PATIENT = Wait(busy_ms=10_000, attempts=5, pause_s=0.25)
