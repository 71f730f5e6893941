"""The crash windows that exist below the graph, one by one, by the state they leave.

`test_every_place.py` meets most of them by dying there; here each has its name, and those that no
death of a process makes are here only: a zombie, a restored backup, hours in which nothing ran.
Window 15 (power cut) stands in `test_sqlite.py` and `test_postgres.py` (full sync) and
`test_files.py` (order of syncs), window 18 in `test_snapshots.py`; 9, 11 and 12 lie above.
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from contracts.contract import sha256_of
from contracts.errors import CorruptRun, LedgerConflict, RunHeld
from contracts.event import EventKind
from contracts.model import ModelRequest, ModelResponse
from contracts.run_paths import RunPaths
from escalations.invariant import check_blocked_iff_open
from escalations.item import open_item
from records.database import Database, open_database
from records.events import Events
from records.files import Blobs, write_once
from records.journal import Journal
from records.lease import Lease, Leases
from records.ledger import Ledger
from records.runs import Runs, RunStatus, set_status
from records.tool_log import ToolLog, ToolOutcome
from tests.records.crash.conftest import Play
from tests.records.crash.nursery import Case
from tests.records.material import (
    RUN,
    SCOPE,
    TickingClock,
    call_key,
    database_url,
    escalation,
    new_row,
    request,
    response,
    run_row,
    stage_file,
)


class Crash(BaseException):
    """The process ends here, as far as the records can tell."""


class Provider:
    def __init__(self, *, crashes: bool = False) -> None:
        self.paid = 0
        self.crashes = crashes

    async def send(self, _: ModelRequest) -> ModelResponse:
        self.paid += 1
        if self.crashes:
            raise Crash
        return response()


@pytest.fixture
def ledger(db: Database, tmp_path: Path, clock: TickingClock) -> Ledger:
    return Ledger(db, tmp_path, clock)


async def test_1_charged_but_not_stored_is_paid_twice_and_shown(ledger: Ledger) -> None:
    provider = Provider(crashes=True)
    with pytest.raises(Crash):
        await ledger.once(request(), provider.send, lease=None)
    provider.crashes = False
    await ledger.once(request(), provider.send, lease=None)
    assert provider.paid == 2
    assert (await ledger.totals(SCOPE)).unknown == 1


async def test_2_stored_but_not_ok_is_found_under_its_key(
    db: Database, ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = Provider()

    def store_and_crash(path: Path, data: bytes) -> None:
        write_once(path, data)
        raise Crash

    with monkeypatch.context() as patched:
        patched.setattr("records.answers.write_once", store_and_crash)
        with pytest.raises(Crash):
            await ledger.once(request(), provider.send, lease=None)
    answered = await Ledger(db, tmp_path, TickingClock()).once(request(), provider.send, lease=None)
    assert answered == (response(), 1000, True)
    assert provider.paid == 1


async def test_3_request_rebuilt_differently_is_a_conflict_and_no_payment(ledger: Ledger) -> None:
    provider = Provider()
    await ledger.once(request(text="as of 12:00"), provider.send, lease=None)
    with pytest.raises(LedgerConflict):
        await ledger.once(request(text="as of 12:01"), provider.send, lease=None)
    assert provider.paid == 1


async def test_4_conversation_is_told_from_rows_alone(
    db: Database, ledger: Ledger, tmp_path: Path
) -> None:
    await ledger.once(request(), Provider().send, lease=None)
    told = await ledger.requests(SCOPE, "writer", 1)
    later = await Ledger(db, tmp_path, TickingClock()).requests(SCOPE, "writer", 1)
    assert told == later == ((call_key(), request(), response()),)


async def test_5_tool_that_ran_unrecorded_runs_again_in_the_same_workspace(
    db: Database, tmp_path: Path, clock: TickingClock, paths: RunPaths
) -> None:
    workspace = paths.work("writer", 1, 1)
    crashes = [Crash()]

    async def write_file() -> ToolOutcome:
        write_once(workspace / "mean.py", b"print(11.8)")
        if crashes:
            raise crashes.pop()
        return ToolOutcome("written", failed=False)

    tools = ToolLog(db, Blobs(tmp_path), clock)
    with pytest.raises(Crash):
        await tools.once(call_key(), 0, "write_file", "{}", write_file)
    assert read_text(workspace / "mean.py") == "print(11.8)", "it outlives the container"
    assert await tools.once(call_key(), 0, "write_file", "{}", write_file) == ("written", False)


def read_text(path: Path) -> str:
    return path.read_text()


async def test_6_file_without_its_row_costs_no_turn(
    db: Database, lease: Lease, paths: RunPaths
) -> None:
    file = stage_file(paths)

    async def crash_before_the_commit() -> None:
        async with db.unit() as uow:
            await Journal(db).append(uow, lease, new_row("write", 1, file))
            raise Crash

    with pytest.raises(Crash):
        await crash_before_the_commit()
    assert await Journal(db).rows(RUN) == ()
    assert stage_file(paths) == file, "written again without a complaint"
    async with db.unit() as uow:
        row = await Journal(db).append(uow, lease, new_row("write", 1, file))
    assert (row.seq, row.counters.candidate, row.active_ms) == (1, 1, 1500)


async def test_7_step_with_other_inputs_is_not_done(
    db: Database, lease: Lease, paths: RunPaths
) -> None:
    async with db.unit() as uow:
        await Journal(db).append(uow, lease, new_row("write", 1, stage_file(paths)))
    guided = sha256_of(b"the same inputs and a human's guidance")
    assert await Journal(db).find(RUN, stage="write", inputs_sha=guided) is None


async def test_8_file_that_was_never_gated_has_no_verdict(
    db: Database, lease: Lease, paths: RunPaths
) -> None:
    async with db.unit() as uow:
        await Journal(db).append(uow, lease, new_row("write", 1, stage_file(paths)))
    assert await Journal(db).newest(RUN, attempt=1, stage="validate", n=1) is None


async def test_10_no_run_is_blocked_in_silence(
    db: Database, lease: Lease, clock: TickingClock
) -> None:
    async def crash_before_the_commit() -> None:
        async with db.unit() as uow:
            await Journal(db).append(uow, lease, new_row("validate"))
            await open_item(uow, escalation())
            await Events(db, clock).add_in(uow, RUN, EventKind.ESCALATED)
            raise Crash

    with pytest.raises(Crash):
        await crash_before_the_commit()
    assert (await Runs(db).get(RUN)).status is None
    assert await Journal(db).rows(RUN) == ()
    assert await Events(db, clock).since(RUN, 0) == ()
    await check_blocked_iff_open(db)


async def test_13_print_of_a_rubric_accepts_nothing(db: Database, paths: RunPaths) -> None:
    write_once(paths.export / "rubric.json", b"{}")
    assert (await Runs(db).get(RUN)).status is None
    await Journal(db).verify(RUN, paths)


async def test_14_zombie_neither_commits_nor_pays(
    db: Database, ledger: Ledger, lease: Lease, clock: TickingClock, paths: RunPaths
) -> None:
    clock.skip(hours=1)
    newer = await Leases(db, clock).take(RUN, "other:2:2", ttl_s=60)
    provider = Provider()
    file = stage_file(paths, data=b"the zombie's candidate")

    async def wake_up() -> None:
        async with db.unit() as uow:
            await set_status(uow, RUN, RunStatus.FAILED)
            await Journal(db).append(uow, lease, new_row("write", 1, file))

    with pytest.raises(RunHeld):
        await wake_up()
    with pytest.raises(RunHeld):
        await ledger.once(request(), provider.send, lease=lease)
    assert provider.paid == 0
    assert (await Runs(db).get(RUN)).status is None
    async with db.unit() as uow:
        row = await Journal(db).append(uow, newer, new_row("write", 1, stage_file(paths)))
    assert row.epoch == newer.epoch
    await Journal(db).verify(RUN, paths)


async def test_16_restored_backup_ignores_newer_files(tmp_path: Path, clock: TickingClock) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.db"
    paths = RunPaths(data, RUN)
    provider = Provider()

    async def one_step(n: int) -> None:
        async with open_database(database_url(data)) as db:
            lease = await Leases(db, clock).take(RUN, f"elsewhere:{n}:1", ttl_s=0)
            await Ledger(db, data, clock).once(request(call_key(n)), provider.send, lease=lease)
            file = stage_file(paths, "evidence", b"candidate %d" % n)
            async with db.unit() as uow:
                await Journal(db).append(uow, lease, new_row("write", n, file))

    async with open_database(database_url(data)) as db:
        await Runs(db).create(run_row())
    await one_step(1)
    back_up(data / "finrubric.db", backup)
    await one_step(2)
    restore(backup, data / "finrubric.db")
    async with open_database(database_url(data)) as db:
        assert [row.n for row in await Journal(db).rows(RUN)] == [1]
        await Journal(db).verify(RUN, paths)
    await one_step(2)
    assert provider.paid == 2, "the answer of the lost row was not paid for again"
    async with open_database(database_url(data)) as db:
        await Journal(db).verify(RUN, paths)


async def test_16_newer_database_with_older_files_is_corrupt(
    db: Database, lease: Lease, paths: RunPaths
) -> None:
    file = stage_file(paths)
    async with db.unit() as uow:
        await Journal(db).append(uow, lease, new_row("write", 1, file))
    shutil.rmtree(paths.stages)
    with pytest.raises(CorruptRun, match=Path(file.path).name):
        await Journal(db).verify(RUN, paths)


def back_up(database: Path, copy: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))


def restore(copy: Path, database: Path) -> None:
    for suffix in ("-wal", "-shm"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    copy.replace(database)


async def test_17_hours_in_which_nothing_ran_are_not_charged(
    db: Database, ledger: Ledger, tmp_path: Path, clock: TickingClock
) -> None:
    tools = ToolLog(db, Blobs(tmp_path), clock)

    async def use() -> ToolOutcome:
        return ToolOutcome("11.8", failed=False)

    await ledger.once(request(call_key(1)), Provider().send, lease=None)
    clock.skip(hours=5)
    crashing = Provider(crashes=True)
    with pytest.raises(Crash):
        await ledger.once(request(call_key(2)), crashing.send, lease=None)
    clock.skip(hours=5)
    await ledger.once(request(call_key(2)), Provider().send, lease=None)
    await tools.once(call_key(2), 0, "run_python", "{}", use)
    assert await ledger.active_ms(SCOPE, ("writer",)) == 2000
    assert await tools.active_ms(SCOPE, ("writer",)) == 1000


def test_full_disk_stops_the_run_and_leaves_database_and_files_whole(
    play: Play, fresh: Callable[[Path], Path], tmp_path: Path
) -> None:
    data = fresh(tmp_path / "data")
    ended = play(Case("full disk", str(data)))
    assert ended.status == 0, ended.error
    assert isinstance(ended.said, list)
    committed, refused_row, refused_file, kept, integrity = ended.said
    assert committed > 1
    assert refused_row.startswith(f"{data}/finrubric.db cannot be written")
    assert refused_row.endswith("make room on the disk, then resume")
    assert refused_file.startswith(f"{data}/large.json cannot be read or written (File too large)")
    assert not list(data.glob("*large*"))
    assert (kept, integrity) == (committed + 1, "ok")
