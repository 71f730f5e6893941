"""The runner that obeys: each thing once, nothing in a loop, and what another left is taken up."""

import asyncio
from contextlib import ExitStack
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import update

from cli import archive as opening
from cli.archive import Archive, open_archive
from cli.options import settings_of
from cli.waiting import found_work, take_up
from cli.work import MOST_TRIES, Choice, work
from contracts.decision import Decision, DecisionKind, DecisionReason, FindingRef
from contracts.escalation import Escalation, waivable_findings
from contracts.event import EventKind, Stop, stop_of
from contracts.ids import RunId
from escalations.cancels import ask_for_end
from escalations.claims import claim
from escalations.decisions import decide, next_decision_id
from escalations.item import open_item_of
from escalations.requests import ask_to_resume
from escalations.undo import UNDO_FOR
from records.clock import SystemClock
from records.database import open_database
from records.holder import this_process
from records.lease import Leases
from records.runners import beat, begin_job, last_seen, left_jobs
from records.runs import RunStatus
from records.tables import DECISION
from tests.cli.archived import add_run
from tests.cli.process import ROOT, called
from tests.records.lock import write_lock
from tests.records.material import HASTY, database_url

NOTE = "decided by a test of the runner"
GONE = "another-host:1:1"
EXAMPLE = ROOT / "examples" / "no_value" / "undisclosed"


async def obeyed(data: Path, holder: str = "") -> list[str]:
    """What a runner says that does what waits and ends; without its first line."""
    lines: list[str] = []
    choice = Choice(poll_s=0.05, is_once=True)
    await work(settings_of(data), choice, lines.append, holder=holder)
    assert lines[0].startswith("runner ")
    return lines[1:]


async def decided(archive: Archive, run: RunId, kind: DecisionKind, *, ago: timedelta) -> Decision:
    """A decision on what a run waits for, made some time ago."""
    item = await open_item_of(archive.database, run)
    assert item is not None
    at = SystemClock().now() - ago
    held = await claim(archive.database, item.id, holder="ada", lasting=timedelta(hours=1), at=at)
    made = Decision(
        id=await next_decision_id(archive.database, item.id),
        item=item.id,
        run=run,
        attempt=item.attempt,
        kind=kind,
        reason=DecisionReason.OTHER,
        note=NOTE,
        waived=_waived(item) if kind is DecisionKind.WAIVE else (),
        by="ada",
        at=at,
    )
    _ = await decide(archive.database, archive.audit, made, held.token, at)
    return made


def _waived(item: Escalation) -> tuple[FindingRef, ...]:
    return tuple(
        FindingRef(code=found.code, pointer=found.pointer) for found in waivable_findings(item)
    )


async def stops(archive: Archive, run: RunId) -> list[str]:
    """How often a run was stopped, and by what."""
    events = await archive.events.since(run, 0)
    return [event.detail for event in events if event.kind is EventKind.STOPPED]


async def test_a_run_that_fails_is_told_of_and_left_until_somebody_asks_again(
    tmp_path: Path,
) -> None:
    """Its recording is gone: whatever is decided, it cannot go on."""
    _ = await add_run(tmp_path, "waiting", status=RunStatus.BLOCKED)
    async with open_archive(settings_of(tmp_path)) as archive:
        _ = await decided(archive, "waiting", DecisionKind.RETRY, ago=UNDO_FOR)
        first = await obeyed(tmp_path)
        assert first[0] == "waiting: a decision is final"
        assert first[1].startswith("waiting: stopped: ")
        assert "no-recording" in first[1]
        assert await obeyed(tmp_path) == []
        (told,) = await stops(archive, "waiting")
        stop, reason = stop_of(told)
        assert stop is Stop.OTHER
        assert reason in first[1]
        async with archive.database.unit() as uow:
            now = SystemClock().now()
            _ = await ask_to_resume(uow, archive.audit, "waiting", "ada", now)
        again = await obeyed(tmp_path)
        assert again[0] == "waiting: somebody asked to go on"
        assert again[1] == first[1]
        assert await obeyed(tmp_path) == []


async def test_a_decision_that_can_be_undone_is_left_alone(tmp_path: Path) -> None:
    _ = await add_run(tmp_path, "waiting", status=RunStatus.BLOCKED)
    async with open_archive(settings_of(tmp_path)) as archive:
        _ = await decided(archive, "waiting", DecisionKind.RETRY, ago=timedelta(seconds=1))
        assert await obeyed(tmp_path) == []
        assert await stops(archive, "waiting") == []


async def test_an_end_that_was_asked_for_comes_where_nobody_has_the_run(tmp_path: Path) -> None:
    for run, status in (("stopped", None), ("waiting", RunStatus.BLOCKED), ("held", None)):
        _ = await add_run(tmp_path, run, status=status)
    async with open_archive(settings_of(tmp_path)) as archive:
        lease = await Leases(archive.database, SystemClock()).take("held", this_process(), 60)
        async with archive.database.unit() as uow:
            for run in ("stopped", "waiting", "held"):
                await ask_for_end(uow, archive.audit, run, "ada", SystemClock().now(), note=NOTE)
        said = await obeyed(tmp_path)
        assert said == [
            *("stopped: its end was asked for", "stopped: cancelled"),
            *("waiting: its end was asked for", "waiting: cancelled"),
        ]
        assert (await archive.runs.get("waiting")).status is RunStatus.CANCELLED
        assert await open_item_of(archive.database, "waiting") is None
        assert (await archive.runs.get("held")).status is None
        await Leases(archive.database, SystemClock()).release(lease)
        assert await obeyed(tmp_path) == ["held: its end was asked for", "held: cancelled"]


async def test_what_a_runner_left_in_hand_is_taken_up_a_few_times(tmp_path: Path) -> None:
    _ = await add_run(tmp_path, "left", status=None, stopped="")
    async with open_archive(settings_of(tmp_path)) as archive:
        for _ in range(MOST_TRIES):
            async with archive.database.unit() as uow:
                assert await begin_job(uow, "left", GONE, SystemClock().now()) is not None
        (said,) = await obeyed(tmp_path)
        assert said.startswith(f"left: left alone: {MOST_TRIES} runners ended with it in hand")
        assert len(await stops(archive, "left")) == 1
        assert await obeyed(tmp_path) == []
        async with archive.database.unit() as uow:
            _ = await begin_job(uow, "left", GONE, SystemClock().now())
        said = await obeyed(tmp_path)
        assert said[0] == "left: a runner left it in hand"
        async with archive.database.reading() as reading:
            assert await left_jobs(reading, SystemClock().now()) == ()


async def test_two_runners_take_a_run_once(tmp_path: Path) -> None:
    _ = await add_run(tmp_path, "waiting", status=RunStatus.BLOCKED)
    async with open_archive(settings_of(tmp_path)) as archive:
        _ = await decided(archive, "waiting", DecisionKind.RETRY, ago=UNDO_FOR)
        one, other = await asyncio.gather(obeyed(tmp_path, "one"), obeyed(tmp_path, "other"))
        assert sorted(map(len, (one, other))) == [0, 2], (one, other)
        assert len(await stops(archive, "waiting")) == 1


async def test_what_another_runner_is_done_with_is_not_taken_up_again(tmp_path: Path) -> None:
    """It looked before the other one began, and reaches for the run after that one's end."""
    for run in ("ends", "fails"):
        _ = await add_run(tmp_path, run, status=RunStatus.BLOCKED)
    async with open_archive(settings_of(tmp_path)) as archive:
        _ = await decided(archive, "fails", DecisionKind.RETRY, ago=UNDO_FOR)
        async with archive.database.unit() as uow:
            now = SystemClock().now()
            await ask_for_end(uow, archive.audit, "ends", "ada", now, note=NOTE)
            seen = await found_work(uow, SystemClock().now())
        assert {thing.run for thing in seen} == {"ends", "fails"}
        assert len(await obeyed(tmp_path)) == 4
        for thing in seen:
            assert await take_up(archive, thing, "other") is None, thing


async def test_a_locked_database_stops_no_run_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process has the lock from the runner's first words to its first complaint."""
    _ = await add_run(tmp_path, "stopped", status=None)
    async with open_archive(settings_of(tmp_path)) as archive:
        async with archive.database.unit() as uow:
            now = SystemClock().now()
            await ask_for_end(uow, archive.audit, "stopped", "ada", now, note=NOTE)
        monkeypatch.setattr(opening, "open_database", partial(open_database, wait=HASTY))
        told: list[str] = []
        with ExitStack() as lock:

            def say(line: str) -> None:
                if not told:
                    _ = lock.enter_context(write_lock(database_url(tmp_path)))
                else:
                    lock.close()
                told.append(line)

            await work(settings_of(tmp_path), Choice(is_once=True), say)
        assert told[1].startswith("stopped: not now: ")
        assert told[2:] == ["stopped: its end was asked for", "stopped: cancelled"]
        assert len(await stops(archive, "stopped")) == 1, "the one it was made with"


async def test_a_run_in_the_hand_of_another_runner_is_left_to_it(tmp_path: Path) -> None:
    _ = await add_run(tmp_path, "stopped", status=None)
    async with open_archive(settings_of(tmp_path)) as archive:
        async with archive.database.unit() as uow:
            now = SystemClock().now()
            await beat(uow, GONE, now)
            _ = await begin_job(uow, "stopped", GONE, now)
            _ = await ask_to_resume(uow, archive.audit, "stopped", "ada", now)
        assert await obeyed(tmp_path) == []
        assert len(await stops(archive, "stopped")) == 1, "the one it was made with"


async def test_a_runner_is_seen_while_it_works_and_takes_its_leave(tmp_path: Path) -> None:
    _ = await add_run(tmp_path, "waiting", status=RunStatus.BLOCKED)
    async with open_archive(settings_of(tmp_path)) as archive:
        lines: list[str] = []
        working = asyncio.create_task(work(settings_of(tmp_path), Choice(), lines.append))
        for _ in range(200):
            await asyncio.sleep(0.02)
            async with archive.database.reading() as reading:
                if await last_seen(reading) is not None:
                    break
        else:
            pytest.fail("no runner was seen")
        working.cancel()
        await working
        async with archive.database.reading() as reading:
            assert await last_seen(reading) is None
        assert "a signal came" in lines[-1]


def test_a_decision_is_obeyed_when_it_is_final_and_the_run_is_accepted(tmp_path: Path) -> None:
    """A played run that waits for a person's agreement, from its question to its acceptance."""
    begun = called(
        *("generate", f"@{EXAMPLE / 'query.txt'}", "--cutoff", "2026-01-09", "--run", "agreed"),
        *("--sources", str(ROOT / "examples" / "texas_roadhouse" / "sources")),
        *("--models", f"replay:{EXAMPLE / 'recording'}", "--sandbox", "local"),
        *("--data", str(tmp_path)),
    )
    assert begun.code == 5, begun.err
    asyncio.run(_agreed(tmp_path))


async def _agreed(data: Path) -> None:
    async with open_archive(settings_of(data)) as archive:
        made = await decided(archive, "agreed", DecisionKind.WAIVE, ago=timedelta(0))
        assert await obeyed(data) == []
        then = SystemClock().now() - UNDO_FOR
        async with archive.database.unit() as uow:
            _ = await uow.execute(update(DECISION).where(DECISION.c.id == made.id).values(at=then))
        assert await obeyed(data) == [
            "agreed: a decision is final",
            "agreed: accepted_with_waiver",
        ]
        assert await archive.rubric("agreed") is not None
