from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import Delete, Update, delete, update

from contracts.contract import sha256_of
from contracts.counters import Counters
from contracts.errors import CorruptRun, RunHeld
from contracts.run_paths import RunPaths
from records.database import Database
from records.journal import Journal, NewRow
from records.journal_chain import GENESIS, JournalFile, JournalRow, seal
from records.lease import Lease, Leases
from records.tables import JOURNAL, JOURNAL_FILE
from tests.records.material import RUN, TickingClock, new_row, other_inputs, stage_file


@pytest.fixture
def journal(db: Database) -> Journal:
    return Journal(db)


async def append(db: Database, lease: Lease, new: NewRow) -> JournalRow:
    async with db.unit() as uow:
        return await Journal(db).append(uow, lease, new)


async def three_rows(db: Database, lease: Lease, paths: RunPaths) -> tuple[JournalRow, ...]:
    evidence = stage_file(paths, "evidence")
    rows = stage_file(paths, "rows", b"[]")
    return (
        await append(db, lease, new_row("write", 1, rows, evidence)),
        await append(db, lease, new_row("validate", 1)),
        await append(db, lease, new_row("write", 2)),
    )


async def test_rows_come_back_as_they_were_appended(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths
) -> None:
    added = await three_rows(db, lease, paths)
    assert await journal.rows(RUN) == added
    first, second, third = added
    assert [row.seq for row in added] == [1, 2, 3]
    assert (first.prev_sha, second.prev_sha, third.prev_sha) == (
        GENESIS,
        first.row_sha,
        second.row_sha,
    )
    assert [file.name for file in first.files] == ["evidence", "rows"]
    assert third.counters == Counters(candidate=2)
    assert (third.active_ms, third.epoch, third.verdict) == (3000, lease.epoch, "submitted")
    await journal.verify(RUN, paths)


async def test_step_is_found_by_its_inputs_only(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths
) -> None:
    first, _, third = await three_rows(db, lease, paths)
    inputs = first.inputs_sha
    assert await journal.find(RUN, stage="write", inputs_sha=inputs) == first
    assert await journal.find(RUN, stage="write", inputs_sha=third.inputs_sha) == third
    assert await journal.find(RUN, stage="write", inputs_sha=sha256_of(b"other")) is None
    assert await journal.find(RUN, stage="review", inputs_sha=inputs) is None
    assert await journal.find("run-2", stage="write", inputs_sha=inputs) is None


async def test_step_is_found_by_its_place(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths
) -> None:
    first, _, third = await three_rows(db, lease, paths)
    assert await journal.newest(RUN, attempt=1, stage="write", n=1) == first
    assert await journal.newest(RUN, attempt=1, stage="write", n=2) == third
    assert await journal.newest(RUN, attempt=2, stage="write", n=1) == first
    assert await journal.newest(RUN, attempt=1, stage="write", n=3) is None


async def test_empty_journal_verifies(journal: Journal, paths: RunPaths) -> None:
    assert await journal.rows(RUN) == ()
    await journal.verify(RUN, paths)


@pytest.mark.parametrize(
    "again",
    [
        new_row("write", 1),
        other_inputs(new_row("write", 1)),
        replace(new_row("write", 1), n=7),
        replace(new_row("write", 1), attempt=2, n=7),
    ],
    ids=["same row", "same place", "same inputs", "same inputs in another attempt"],
)
async def test_step_is_not_added_twice(
    db: Database, journal: Journal, lease: Lease, again: NewRow
) -> None:
    first = await append(db, lease, new_row("write", 1))
    with pytest.raises(CorruptRun, match="has write 1/1 as row 1 already"):
        await append(db, lease, again)
    assert await journal.rows(RUN) == (first,)


async def test_same_place_in_another_attempt_is_another_step(db: Database, lease: Lease) -> None:
    await append(db, lease, new_row("write", 1))
    second = await append(db, lease, other_inputs(replace(new_row("write", 1), attempt=2)))
    assert second.seq == 2


async def test_stale_epoch_cannot_append(
    db: Database, journal: Journal, lease: Lease, clock: TickingClock
) -> None:
    clock.skip(hours=1)
    newer = await Leases(db, clock).take(RUN, "other:2:2", ttl_s=60)
    with pytest.raises(RunHeld, match="other:2:2"):
        await append(db, lease, new_row("write", 1))
    assert await journal.rows(RUN) == ()
    assert (await append(db, newer, new_row("write", 1))).epoch == 2


async def test_released_lease_cannot_append(
    db: Database, lease: Lease, clock: TickingClock
) -> None:
    await Leases(db, clock).release(lease)
    with pytest.raises(RunHeld, match="no longer held"):
        await append(db, lease, new_row("write", 1))


OTHER = sha256_of(b"other")
CHANGES: dict[str, Update | Delete] = {
    **{
        column: update(JOURNAL).where(JOURNAL.c.seq == 2).values({column: value})
        for column, value in {
            "attempt": 2,
            "stage": "review",
            "n": 9,
            "verdict": "passed",
            "counters": '{"attempt":1,"candidate":0,"further_turns":0,"mandate":"write",'
            '"revisions":0,"session_turns":0}',
            "active_ms": 1,
            "inputs_sha": OTHER,
            "prev_sha": OTHER,
            "row_sha": OTHER,
            "epoch": 9,
        }.items()
    },
    **{
        f"file {column}": update(JOURNAL_FILE)
        .where(JOURNAL_FILE.c.name == "rows")
        .values({column: value})
        for column, value in {
            "name": "scripts",
            "path": "stages/x.json",
            "sha256": OTHER,
            "fingerprint": OTHER,
            "contract": "scripts",
            "version": 2,
        }.items()
    },
    "row lost": delete(JOURNAL).where(JOURNAL.c.seq == 2),
    "file row lost": delete(JOURNAL_FILE).where(JOURNAL_FILE.c.name == "rows"),
    "counters unreadable": update(JOURNAL).where(JOURNAL.c.seq == 2).values(counters="{"),
}


@pytest.mark.parametrize("change", CHANGES)
async def test_changed_row_breaks_the_chain(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths, change: str
) -> None:
    await three_rows(db, lease, paths)
    async with db.unit() as uow:
        assert await uow.execute(CHANGES[change]) == 1
    with pytest.raises(CorruptRun, match=r"journal row [123] of run 'run-1'"):
        await journal.verify(RUN, paths)


async def test_row_rewritten_with_a_hash_that_fits_breaks_the_next_one(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths
) -> None:
    _, second, _ = await three_rows(db, lease, paths)
    forged = seal(replace(second, verdict="passed"))
    async with db.unit() as uow:
        change = {"verdict": forged.verdict, "row_sha": forged.row_sha}
        await uow.execute(update(JOURNAL).where(JOURNAL.c.seq == 2).values(change))
    with pytest.raises(CorruptRun, match="journal row 3 of run 'run-1'"):
        await journal.verify(RUN, paths)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda paths, path: (paths.root / path).unlink(), "is missing, but a row names it"),
        (lambda paths, path: (paths.root / path).write_bytes(b"{ }"), "its row says"),
    ],
    ids=["missing", "changed"],
)
async def test_row_without_its_file_is_corrupt(
    db: Database,
    journal: Journal,
    lease: Lease,
    paths: RunPaths,
    spoil: Callable[[RunPaths, str], object],
    message: str,
) -> None:
    first, *_ = await three_rows(db, lease, paths)
    spoil(paths, first.files[0].path)
    with pytest.raises(CorruptRun, match=message) as caught:
        await journal.verify(RUN, paths)
    assert str(paths.root / first.files[0].path) in str(caught.value)


async def test_file_without_a_row_is_ignored(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths
) -> None:
    await three_rows(db, lease, paths)
    stage_file(paths, "review", b"written, never committed")
    (paths.stages / ".evidence.abc.tmp").write_bytes(b"half")
    await journal.verify(RUN, paths)


@pytest.mark.parametrize("path", ["../../other/stages/x.json", "/etc/hostname", "stages/../../x"])
async def test_file_outside_of_the_run_is_refused(
    db: Database, journal: Journal, lease: Lease, paths: RunPaths, path: str
) -> None:
    file = JournalFile("evidence", path, OTHER, OTHER, "evidence", 1)
    await append(db, lease, new_row("write", 1, file))
    with pytest.raises(CorruptRun, match="not inside it"):
        await journal.verify(RUN, paths)
