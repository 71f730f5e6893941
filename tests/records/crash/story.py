"""A run in miniature, as the orchestrator makes it: ask, use a tool, write a file, commit a row.

Every step is looked up before it is done, so the story can be told again after any crash.
"""

import json
import resource
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from contracts.contract import sha256_of
from contracts.counters import Counters
from contracts.errors import EnvironmentFault
from contracts.event import EventKind
from contracts.model import ModelRequest, ModelResponse
from contracts.run_paths import RunPaths
from escalations.invariant import check_blocked_iff_open
from escalations.item import open_item, open_item_of
from records.database import Database, open_database
from records.events import Events
from records.files import Blobs, write_once
from records.holder import this_process
from records.journal import Journal, NewRow
from records.journal_chain import GENESIS, JournalFile, JournalRow
from records.lease import Lease, Leases
from records.ledger import Ledger
from records.runs import Runs, RunStatus, set_status
from records.tool_log import ToolLog, ToolOutcome
from tests.records.material import (
    NOON,
    RUN,
    SCOPE,
    TickingClock,
    call_key,
    database_url,
    escalation,
    request,
    response,
    run_row,
)

STAGES = ("write", "validate", "accept")
ASKING = ("write",)
"""Stages that ask a model and use a tool; the others are code."""


@dataclass(frozen=True, slots=True)
class World:
    """What lies outside of our process: it counts, and it cannot be undone."""

    data: Path

    def note(self, what: str) -> None:
        with (self.data / "world.log").open("a") as log:
            log.write(f"{what}\n")

    def counts(self) -> dict[str, int]:
        path = self.data / "world.log"
        lines = path.read_text().splitlines() if path.exists() else []
        return {line: lines.count(line) for line in lines}


class Services(NamedTuple):
    db: Database
    paths: RunPaths
    clock: TickingClock
    world: World

    @property
    def ledger(self) -> Ledger:
        return Ledger(self.db, self.paths.data, self.clock)

    @property
    def tools(self) -> ToolLog:
        return ToolLog(self.db, Blobs(self.paths.data), self.clock)


class Outcome(NamedTuple):
    """What is left of a run, without anything that two tellings may differ in."""

    status: str | None
    item: str | None
    rows: list[list[object]]
    files: list[str]
    events: list[str]
    unknown: int
    calls: int


async def prepare(data: Path) -> None:
    async with open_database(database_url(data)) as db:
        await Runs(db).create(run_row())


async def tell(data: Path, ending: RunStatus) -> Outcome:
    """Take the run from wherever it stands to its end, and look at what is left."""
    clock = TickingClock()
    async with open_database(database_url(data)) as db:
        await check_blocked_iff_open(db)
        services = Services(db, RunPaths(data, RUN), clock, World(data))
        lease = await Leases(db, clock).take(RUN, this_process(), ttl_s=3600)
        await Journal(db).verify(RUN, services.paths)
        before: JournalRow | None = None
        for stage in STAGES:
            before = await step(services, lease, stage, before, ending)
        write_once(services.paths.export / "rubric.json", b"a print of an accepted rubric")
        await Leases(db, clock).release(lease)
        return await look(services)


async def step(
    services: Services, lease: Lease, stage: str, before: JournalRow | None, ending: RunStatus
) -> JournalRow:
    inputs_sha = before.files[0].fingerprint if before else GENESIS
    done = await Journal(services.db).find(RUN, stage=stage, inputs_sha=inputs_sha)
    if done is not None:
        return done
    body = await work(services, lease, stage) if stage in ASKING else b"a verdict"
    file = put_file(services, stage, body)
    return await commit(services, lease, stage, before, inputs_sha, file, ending)


async def work(services: Services, lease: Lease, stage: str) -> bytes:
    async def send(asked: ModelRequest) -> ModelResponse:
        services.world.note(f"paid {stage}")
        return response(f"answer to {asked.messages[-1]}")

    async def use() -> ToolOutcome:
        services.world.note(f"used {stage}")
        return ToolOutcome(f"result for {stage}", failed=False)

    key = call_key(role=stage)
    answered = await services.ledger.once(request(key, stage), send, lease=lease)
    outcome = await services.tools.once(key, 0, "run_python", "{}", use)
    return json.dumps([answered.response.text, outcome.text]).encode()


def put_file(services: Services, stage: str, data: bytes) -> JournalFile:
    sha256 = sha256_of(data)
    path = services.paths.stage_file(stage, 1, 1, sha256)
    write_once(path, data)
    relative = path.relative_to(services.paths.root).as_posix()
    return JournalFile(stage, relative, sha256, sha256, stage, 1)


async def commit(
    services: Services,
    lease: Lease,
    stage: str,
    before: JournalRow | None,
    inputs_sha: str,
    file: JournalFile,
    ending: RunStatus,
) -> JournalRow:
    db, _, clock, _ = services
    active_ms = await services.ledger.active_ms(SCOPE, ASKING)
    active_ms += await services.tools.active_ms(SCOPE, ASKING)
    counters = Counters(candidate=before.counters.candidate + 1 if before else 1)
    new = NewRow(1, stage, 1, "done", counters, active_ms, inputs_sha, NOON, (file,))
    async with db.unit() as uow:
        row = await Journal(db).append(uow, lease, new)
        await Events(db, clock).add_in(uow, RUN, EventKind.STAGE_DONE, stage=stage)
        if stage == STAGES[-1]:
            if ending is RunStatus.BLOCKED:
                await open_item(uow, escalation())
            await set_status(uow, RUN, ending)
    return row


async def look(services: Services) -> Outcome:
    """Read what exists, and check all that must hold at any time."""
    db, paths, clock, _ = services
    await check_blocked_iff_open(db)
    await Journal(db).verify(RUN, paths)
    rows = await Journal(db).rows(RUN)
    item = await open_item_of(db, RUN)
    totals = await services.ledger.totals(SCOPE)
    return Outcome(
        status=(await Runs(db).get(RUN)).status,
        item=item.id if item else None,
        rows=[[row.seq, row.stage, row.counters.candidate, row.active_ms] for row in rows],
        files=[f"{file.path} {file.sha256}" for row in rows for file in row.files],
        events=[event.stage for event in await Events(db, clock).since(RUN, 0)],
        unknown=totals.unknown,
        calls=totals.calls,
    )


async def reopen(data: Path) -> None:
    """Open a database whose making may have been cut short."""
    async with open_database(database_url(data)):
        pass


async def fill_disk(data: Path) -> tuple[int, str, str, int, str]:
    """Let files grow no further than a limit, run into it, lift it, and look."""
    async with open_database(database_url(data)) as db:
        events = Events(db, TickingClock())
        resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
        committed, refused_row = 0, ""
        while not refused_row:
            try:
                await events.add(RUN, EventKind.TURN_STARTED, detail="d" * 20_000)
                committed += 1
            except EnvironmentFault as error:
                refused_row = str(error)
        refused_file = ""
        try:
            write_once(data / "large.json", b"l" * 500_000)
        except EnvironmentFault as error:
            refused_file = str(error)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        await events.add(RUN, EventKind.RUN_RESUMED)
        kept = len(await events.since(RUN, 0))
        async with db.reading() as reading:
            checked = await reading.first(text("PRAGMA integrity_check"))
    assert checked is not None
    return committed, refused_row, refused_file, kept, checked["integrity_check"]


Scenario = Callable[[Path], Awaitable[object]]

SCENARIOS: dict[str, Scenario] = {
    "prepare": prepare,
    "reopen": reopen,
    "full disk": fill_disk,
    "accepted": lambda data: tell(data, RunStatus.ACCEPTED),
    "blocked": lambda data: tell(data, RunStatus.BLOCKED),
}
