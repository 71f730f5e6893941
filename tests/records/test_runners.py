"""Runners as rows: seen, lost, and what one that is gone leaves to the next."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from records.database import Database, open_database
from records.holder import this_process
from records.runners import (
    LOST_AFTER,
    Job,
    beat,
    begin_job,
    end_job,
    last_seen,
    leave,
    left_jobs,
)
from records.runs import Runs
from tests.records.material import HASTY, NOON, RUN, database_url, run_row

ELSEWHERE = "another-host:12:34"
"""A holder of whom this machine cannot tell whether it lives."""
LATER = NOON + timedelta(seconds=5)
LOST = NOON + LOST_AFTER


@pytest.fixture
async def db(tmp_path: Path) -> AsyncGenerator[Database]:
    async with open_database(database_url(tmp_path), wait=HASTY) as database:
        await Runs(database).create(run_row())
        yield database


async def test_a_runner_is_seen_until_it_says_that_it_ends(db: Database) -> None:
    async with db.reading() as reading:
        assert await last_seen(reading) is None
    for at in (NOON, LATER):
        async with db.unit() as uow:
            await beat(uow, ELSEWHERE, at)
    async with db.unit() as uow:
        await beat(uow, "other:1:1", NOON)
    async with db.reading() as reading:
        assert await last_seen(reading) == LATER
    async with db.unit() as uow:
        await leave(uow, ELSEWHERE)
    async with db.reading() as reading:
        assert await last_seen(reading) == NOON


async def test_rows_of_runners_long_gone_are_taken_out(db: Database) -> None:
    async with db.unit() as uow:
        await beat(uow, ELSEWHERE, NOON)
        await beat(uow, "other:1:1", NOON + timedelta(days=2))
        await leave(uow, "other:1:1")
    async with db.reading() as reading:
        assert await last_seen(reading) is None


async def test_a_run_in_the_hand_of_a_living_runner_is_left_to_it(db: Database) -> None:
    async with db.unit() as uow:
        await beat(uow, ELSEWHERE, NOON)
        assert await begin_job(uow, RUN, ELSEWHERE, NOON) == Job(RUN, ELSEWHERE, NOON, 1)
        assert await begin_job(uow, RUN, "other:1:1", LATER) is None
    async with db.reading() as reading:
        assert await left_jobs(reading, LATER) == ()
        (left,) = await left_jobs(reading, LOST)
    assert left == Job(RUN, ELSEWHERE, NOON, 1)


async def test_the_next_runner_counts_how_often_a_run_was_left(db: Database) -> None:
    async with db.unit() as uow:
        _ = await begin_job(uow, RUN, ELSEWHERE, NOON)
        again = await begin_job(uow, RUN, this_process(), LATER)
        assert again == Job(RUN, this_process(), LATER, 2)
        await end_job(uow, RUN, ELSEWHERE)
    async with db.reading() as reading:
        assert await left_jobs(reading, LATER) == (again,), "it never said that it lives"
    async with db.unit() as uow:
        await end_job(uow, RUN, this_process())
    async with db.reading() as reading:
        assert await left_jobs(reading, LATER) == ()
