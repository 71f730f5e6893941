from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import update

from contracts.contract import sha256_of
from contracts.errors import CorruptRun, InputError
from records.database import Database
from records.runs import Runs, RunStatus, set_lock, set_status
from records.tables import RUN as RUN_TABLE
from tests.records.material import NOON, RUN, run_row

ENDED = tuple(set(RunStatus) - {RunStatus.BLOCKED})


async def give(db: Database, *words: RunStatus | None) -> None:
    for word in words:
        async with db.unit() as uow:
            await set_status(uow, RUN, word)


async def test_run_comes_back_as_it_was_created(db: Database) -> None:
    assert await Runs(db).get(RUN) == run_row()


async def test_runs_are_listed_newest_first(db: Database) -> None:
    newer = replace(run_row("run-0"), created=NOON + timedelta(days=1))
    same_time = run_row("run-2")
    for row in (same_time, newer):
        await Runs(db).create(row)
    assert await Runs(db).list() == (newer, run_row(), same_time)


async def test_run_is_created_once(db: Database) -> None:
    with pytest.raises(InputError, match="'run-1' exists already"):
        await Runs(db).create(replace(run_row(), seed="other"))
    assert await Runs(db).get(RUN) == run_row()


async def test_unknown_run_is_named(db: Database) -> None:
    with pytest.raises(InputError, match="no run 'nobody'"):
        await Runs(db).get("nobody")
    for change in (
        lambda uow: set_status(uow, "nobody", None),
        lambda uow: set_lock(uow, "nobody", sha256_of(b"lock")),
    ):
        with pytest.raises(InputError, match="no run 'nobody'"):
            async with db.unit() as uow:
                await change(uow)


async def test_lock_is_recorded(db: Database) -> None:
    async with db.unit() as uow:
        await set_lock(uow, RUN, sha256_of(b"lock"))
    assert await Runs(db).get(RUN) == replace(run_row(), lock_sha=sha256_of(b"lock"))


@pytest.mark.parametrize("word", RunStatus)
async def test_word_is_recorded_and_may_be_given_again(db: Database, word: RunStatus) -> None:
    await give(db, word, word)
    assert await Runs(db).get(RUN) == replace(run_row(), status=word)


@pytest.mark.parametrize("word", [None, *RunStatus])
async def test_blocked_run_may_go_anywhere(db: Database, word: RunStatus | None) -> None:
    await give(db, RunStatus.BLOCKED, word)
    assert (await Runs(db).get(RUN)).status is word


@pytest.mark.parametrize("word", sorted(ENDED))
async def test_ended_run_keeps_its_word(db: Database, word: RunStatus) -> None:
    await give(db, word)
    for other in {None, *RunStatus} - {word}:
        with pytest.raises(CorruptRun, match=f"has ended as {word}"):
            await give(db, other)
    assert (await Runs(db).get(RUN)).status is word


async def test_unknown_word_stops_the_reader(db: Database) -> None:
    async with db.unit() as uow:
        await uow.execute(update(RUN_TABLE).values(status="paused"))
    with pytest.raises(CorruptRun, match="unknown status 'paused'"):
        await Runs(db).get(RUN)
