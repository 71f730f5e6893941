"""The record of hops on disk: one JSON line for each, appended as soon as it is over."""

from datetime import UTC, datetime
from pathlib import Path

from contracts.contract import Contract, canonical
from contracts.cutoff import Instant
from contracts.fetching import Hop


class LoggedHop(Contract):
    """One line."""

    at: Instant
    hop: Hop


class HopLog:
    """A file of hops; `record` is what a fetcher takes."""

    def __init__(self, file: Path) -> None:
        """Append to `file`, which is made when the first hop is over."""
        self._file = file

    def record(self, hop: Hop) -> None:
        """Write one hop."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        line = canonical(LoggedHop(at=datetime.now(UTC), hop=hop)) + b"\n"
        with self._file.open("ab") as log:
            _ = log.write(line)
