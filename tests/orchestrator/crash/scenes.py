"""What a child of the nursery does: play the example, or look at what is left of it."""

import shutil
from collections.abc import Callable, Coroutine
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select

from cli.options import SandboxChoice
from cli.wiring import open_sandbox
from contracts.contract import canonical
from contracts.decision import DecisionKind
from contracts.run_paths import RunPaths, database_file
from contracts.settings import load_settings
from escalations.invariant import check_blocked_iff_open
from escalations.item import open_item_of
from orchestrator import services as opening
from orchestrator.runner import advance
from records.clock import SystemClock
from records.database import Wait, open_database
from records.events import Events
from records.journal import Journal
from records.ledger import Ledger
from records.runs import Runs
from records.tables import LEASE
from sandboxes.sandbox import SandboxKind
from tests.orchestrator.crash.windows import Strike, Watch, patch
from tests.orchestrator.deciding import decided
from tests.orchestrator.play import EXAMPLE, RUN, example_query, played_services, start_example

HASTY = Wait(busy_ms=50, attempts=3, pause_s=0.01)


class Case(NamedTuple):
    """What one child does."""

    scene: str
    data: str
    strike: Strike | None = None
    hours: float = 0
    """What the clock has moved on since the run began."""
    day: str = "2026-01-09"
    """The cutoff of a run that begins."""
    example: str = str(EXAMPLE)
    sandbox: SandboxKind = "local"
    snapshots: str = ""
    """Where to copy the data folder to at each node boundary."""
    pid: int = 0
    """Of the stopped child to wake."""


class Scene(NamedTuple):
    """What is left of a run."""

    status: str | None
    open_item: str | None
    rows: list[list[object]]
    events: list[list[str]]
    unknown: int
    calls: int
    holder: str | None
    epoch: int


async def play(case: Case, watch: Watch) -> str | None:
    """Begin the run if it is not there, and take it as far as it goes."""
    data = Path(case.data)
    fresh = not database_file(data).exists()

    def enter(node: str) -> None:
        if case.snapshots:
            # A process's map of the log means nothing to another one.
            ignore = shutil.ignore_patterns("*-shm")
            shutil.copytree(data, Path(case.snapshots) / node, ignore=ignore)

    watch.install(enter)
    patch(opening, "open_database", partial(open_database, wait=HASTY))
    example = Path(case.example)
    watch.clock.skip(case.hours)
    if case.sandbox == "docker":
        # The way that `runs resume` goes; the sandbox itself is opened again below.
        _ = await open_sandbox(SandboxChoice.DOCKER, load_settings())
    async with played_services(
        data,
        example=example,
        sandbox=case.sandbox,
        clock=watch.clock,
    ) as services:
        if fresh:
            query = example_query(example, day=date.fromisoformat(case.day))
            await start_example(services, query=query, example=example)
        return await advance(services, RUN)


async def retry(case: Case, watch: Watch) -> None:
    """Decide, as a person does, that the run which waits is tried again."""
    watch.install(lambda _: None)
    watch.clock.skip(case.hours)
    data, example = Path(case.data), Path(case.example)
    async with played_services(data, example=example, clock=watch.clock) as services:
        await decided(services, DecisionKind.RETRY, guidance="Look at the date again.")


async def look(case: Case, _: Watch) -> Scene:
    """Read what exists, and check all that must hold at any time."""
    data = Path(case.data)
    async with open_database(f"sqlite+aiosqlite:///{database_file(data)}") as db:
        await check_blocked_iff_open(db)
        journal = Journal(db)
        await journal.verify(RUN, RunPaths(data, RUN))
        rows = await journal.rows(RUN)
        item = await open_item_of(db, RUN)
        totals = await Ledger(db, data, SystemClock()).totals(f"run:{RUN}")
        async with db.reading() as reading:
            lease = await reading.first(select(LEASE).where(LEASE.c.run == RUN))
        assert lease is not None
        return Scene(
            status=(await Runs(db).get(RUN)).status,
            open_item=item.id if item else None,
            rows=[
                [
                    row.seq,
                    row.stage,
                    row.verdict,
                    canonical(row.counters).decode(),
                    row.active_ms,
                    *(f"{file.path} {file.sha256}" for file in row.files),
                ]
                for row in rows
            ],
            events=[
                [event.kind, event.stage, event.detail]
                for event in await Events(db, SystemClock()).since(RUN, 0)
            ],
            unknown=totals.unknown,
            calls=totals.calls,
            holder=lease["holder"],
            epoch=lease["epoch"],
        )


SCENES: dict[str, Callable[[Case, Watch], Coroutine[None, None, object]]] = {
    "play": play,
    "retry": retry,
    "look": look,
}
