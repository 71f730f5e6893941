"""The runner that obeys: takes what waits in the records, drives each run, says what came of it.

People and pages write request rows and decisions; this process alone acts on them. What it was at
when it ended stays in its hand, and the next runner goes on with it. A run that fails is left until
somebody asks for it again, so nothing is tried in a loop.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from cli.archive import Archive, open_archive
from cli.cancelling import end_where_free
from cli.drive import Finished, resume_run
from cli.waiting import Cause, Work, found_work, take_up
from contracts.errors import DatabaseBusy, FinrubricError, RunHeld
from contracts.event import EventKind, Stop, stop_detail
from contracts.ids import RunId
from contracts.settings import Settings
from orchestrator.runner import kind_of_stop
from records.clock import SystemClock
from records.holder import this_process
from records.runners import BEAT_S, beat, end_job, leave
from reports.printable import one_line

MOST_TRIES = 3
"""Runners that may take a run up without coming to an end; the next one leaves it to a person."""
HELD_PAUSE = timedelta(seconds=10)
"""Time until a run that another process has is looked at again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How a runner works."""

    poll_s: float = 1.0
    workers: int = 1
    """Runs that are driven side by side."""
    is_once: bool = False
    """End when nothing waits any more."""


async def work(
    settings: Settings, choice: Choice, say: Callable[[str], None], *, holder: str = ""
) -> None:
    """Obey until a signal comes, or with `is_once` until nothing waits.

    Args:
        settings: where the records lie.
        choice: how to work.
        say: is given a line for each thing that is done.
        holder: name of the runner in the records; else this process.

    Raises:
        InputError: no run was ever started there.
        EnvironmentFault: the records cannot be used.
    """
    async with open_archive(settings) as archive:
        runner = _Runner(archive, settings, choice, say, holder or this_process())
        beating = asyncio.create_task(runner.keep_beating())
        say(f"runner {runner.holder} looks every {choice.poll_s:g} s")
        try:
            await runner.obey(beating)
        except asyncio.CancelledError:
            say("a signal came: what is under way stops, and the next runner goes on with it")
        finally:
            await runner.put_down(beating)


@dataclass(slots=True)
class _Runner:
    archive: Archive
    settings: Settings
    choice: Choice
    say: Callable[[str], None]
    holder: str
    busy: dict[RunId, asyncio.Task[None]] = field(default_factory=dict[RunId, asyncio.Task[None]])
    done: set[str] = field(default_factory=set[str])
    """What was obeyed, whatever came of it: it is not obeyed twice."""
    held_until: dict[RunId, datetime] = field(default_factory=dict[RunId, datetime])

    async def keep_beating(self) -> None:
        """Say now and then that there is somebody to obey."""
        while True:
            with suppress(DatabaseBusy):
                async with self.archive.database.unit() as uow:
                    await beat(uow, self.holder, SystemClock().now())
            await asyncio.sleep(BEAT_S)

    async def obey(self, beating: asyncio.Task[None]) -> None:
        """Take up what waits, as long as there is a hand free."""
        while True:
            for thing in (await self._waiting())[: self.choice.workers - len(self.busy)]:
                self.busy[thing.run] = asyncio.create_task(self._drive(thing))
            if self.choice.is_once and not self.busy:
                return
            await asyncio.wait(
                {beating, *self.busy.values()},
                timeout=self.choice.poll_s,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if beating.done():
                beating.result()
            await self._clear()

    async def put_down(self, beating: asyncio.Task[None]) -> None:
        """Stop what is under way at its boundary and take the runner out of the records."""
        tasks = (beating, *self.busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(DatabaseBusy):
            async with self.archive.database.unit() as uow:
                await leave(uow, self.holder)

    async def _waiting(self) -> list[Work]:
        now = SystemClock().now()
        async with self.archive.database.reading() as reading:
            found = await found_work(reading, now)
        return [
            thing
            for thing in found
            if thing.run not in self.busy
            and thing.mark not in self.done
            and self.held_until.get(thing.run, now) <= now
        ]

    async def _clear(self) -> None:
        """Take finished tasks out; a bug met in one run is told and does not stop the others."""
        for run, task in [*self.busy.items()]:
            if not task.done():
                continue
            del self.busy[run]
            error = None if task.cancelled() else task.exception()
            if isinstance(error, DatabaseBusy):
                self.say(f"{run}: {error}")
                with suppress(DatabaseBusy):
                    await self._put_out_of_hand(run)
            elif error is not None:
                words = f"this is our bug: {type(error).__name__}: {error}"
                await self._tell_stopped(run, Stop.OTHER, words)
                await self._put_out_of_hand(run)
                self.say(f"{run}: {words}")

    async def _drive(self, thing: Work) -> None:
        try:
            job = await take_up(self.archive, thing, self.holder)
        except DatabaseBusy as error:
            # Nothing was taken in hand, so it still waits and is looked at again.
            self.say(f"{thing.run}: not now: {error}")
            return
        self.done.add(thing.mark)
        if job is None:
            return
        if job.tries > MOST_TRIES:
            words = f"{job.tries - 1} runners ended with it in hand; ask for it again to go on"
            await self._tell_stopped(thing.run, Stop.OTHER, words)
            await self._put_out_of_hand(thing.run)
            self.say(f"{thing.run}: left alone: {words}")
            return
        self.say(f"{thing.run}: {thing.words}")
        try:
            came = await self._carried_out(thing)
        except RunHeld as error:
            self._look_again(thing)
            came = f"not now: {error}"
        except FinrubricError as error:
            await self._tell_stopped(thing.run, kind_of_stop(error), str(error))
            came = f"stopped: {error}"
        await self._put_out_of_hand(thing.run)
        self.say(f"{thing.run}: {came}")

    async def _carried_out(self, thing: Work) -> str:
        if thing.cause is Cause.CANCEL:
            if await end_where_free(self.archive, thing.run):
                return "cancelled"
            raise RunHeld("the process that has it ends it at its next step")
        row = await self.archive.runs.get(thing.run)
        if row.status is not None:
            return f"has its word already: {row.status.value}"
        return _ended(await resume_run(thing.run, self.settings, sandbox=None, is_quiet=True))

    def _look_again(self, thing: Work) -> None:
        self.held_until[thing.run] = SystemClock().now() + HELD_PAUSE
        self.done.discard(thing.mark)

    async def _put_out_of_hand(self, run: RunId) -> None:
        async with self.archive.database.unit() as uow:
            await end_job(uow, run, self.holder)

    async def _tell_stopped(self, run: RunId, stop: Stop, reason: str) -> None:
        """Add the event where the run has not said it itself: pages read why from there."""
        last = await self.archive.events.last(run)
        detail = stop_detail(stop, one_line(reason))[:2000]
        if last is None or (last.kind, last.detail[:200]) != (EventKind.STOPPED, detail[:200]):
            await self.archive.events.add(run, EventKind.STOPPED, detail=detail)


def _ended(finished: Finished) -> str:
    if finished.escalation is not None:
        return f"{finished.status.value}, waits for {finished.escalation.id}"
    return finished.status.value


def say(line: str) -> None:
    """Print what was done, with the time, at once: who reads it may be a file."""
    print(f"{SystemClock().now():%Y-%m-%d %H:%M:%S} {one_line(line)}", flush=True)
