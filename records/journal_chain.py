"""What a journal row is, and the chain of hashes that shows a row changed, lost or moved."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath

import rfc8785

from contracts.contract import sha256_of
from contracts.counters import Counters
from contracts.errors import CorruptRun
from contracts.ids import RunId, Sha256
from records.column_types import instant_text
from records.files import read_verified

GENESIS: Sha256 = "0" * 64
"""What stands for the previous hash in a run's first row."""


@dataclass(frozen=True, slots=True)
class JournalFile:
    """One file that a step wrote."""

    name: str
    """What it is to the step, such as `evidence`; unique within the row."""
    path: str
    """Relative to the run's folder, with slashes."""
    sha256: Sha256
    """Of the whole file."""
    fingerprint: Sha256
    """Of the body without its header: what later steps count as their input."""
    contract: str
    version: int


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One finished step."""

    run: RunId
    seq: int
    """1 for the first step of the run, without gaps."""
    attempt: int
    stage: str
    n: int
    verdict: str
    counters: Counters
    active_ms: int
    inputs_sha: Sha256
    prev_sha: Sha256
    row_sha: Sha256
    """SHA-256 of the canonical JSON of everything else in the row, files and `prev_sha` too."""
    epoch: int
    """Of the lease under which the row was committed."""
    at: datetime
    files: tuple[JournalFile, ...]
    """Sorted by name."""


def seal(row: JournalRow) -> JournalRow:
    """Give the row its hash."""
    return replace(row, row_sha=_hash(row))


def require_chain(rows: Sequence[JournalRow]) -> None:
    """Check the rows of one run, in order, against their hashes.

    Raises:
        CorruptRun: naming the first row that does not follow from the one before it.
    """
    before = GENESIS
    for place, row in enumerate(rows, start=1):
        name = f"journal row {row.seq} of run {row.run!r} ({row.stage})"
        if row.seq != place:
            msg = f"{name} stands at place {place}: a row is missing; restore the database"
            raise CorruptRun(msg)
        if row.prev_sha != before or row.row_sha != _hash(row):
            msg = f"{name} does not match its hash: it was changed; restore the database"
            raise CorruptRun(msg)
        before = row.row_sha


def require_files(rows: Sequence[JournalRow], root: Path) -> None:
    """Check that every file the rows name lies under `root` with the bytes it had.

    Raises:
        CorruptRun: naming the file.
    """
    for row in rows:
        for file in row.files:
            relative = PurePosixPath(file.path)
            if relative.is_absolute() or ".." in relative.parts:
                msg = f"journal row {row.seq} of run {row.run!r} names {file.path!r}: not inside it"
                raise CorruptRun(msg)
            read_verified(root / relative, file.sha256)


def _hash(row: JournalRow) -> Sha256:
    return sha256_of(
        rfc8785.dumps(
            {
                "run": row.run,
                "seq": row.seq,
                "attempt": row.attempt,
                "stage": row.stage,
                "n": row.n,
                "verdict": row.verdict,
                "counters": row.counters.model_dump(mode="json"),
                "active_ms": row.active_ms,
                "inputs_sha": row.inputs_sha,
                "prev_sha": row.prev_sha,
                "epoch": row.epoch,
                "at": instant_text(row.at),
                "files": [_file(file) for file in row.files],
            }
        )
    )


def _file(file: JournalFile) -> dict[str, str | int]:
    return {
        "name": file.name,
        "path": file.path,
        "sha256": file.sha256,
        "fingerprint": file.fingerprint,
        "contract": file.contract,
        "version": file.version,
    }
