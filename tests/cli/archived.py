"""Runs in a data folder as the orchestrator leaves them: accepted, blocked, stopped."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

from contracts.contract import Contract, Header, Stamped, canonical, fingerprint, sha256_of
from contracts.counters import Counters
from contracts.escalation import Escalation, Reason
from contracts.event import EventKind, Stop, stop_detail
from contracts.finding import Finding, Severity
from contracts.lock import Lock
from contracts.request import RunRequest
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths, database_file
from escalations.item import open_item
from gates.acceptance import check_acceptance
from gates.composition import check_composition
from orchestrator.lock import find_all, lock_of
from records.clock import SystemClock
from records.database import Database, open_database
from records.events import Events
from records.files import Blobs, write_once
from records.holder import this_process
from records.journal import Journal, NewRow
from records.journal_chain import JournalFile
from records.lease import Lease, Leases
from records.runs import RunRow, Runs, RunStatus, set_lock, set_status
from tests import builders
from tests.empty import laid
from tests.reports.sample import sample_rubric
from tests.texas_review import (
    texas_acceptance_input,
    texas_composition,
    texas_composition_input,
    texas_review,
)

AT = datetime(2026, 11, 30, 14, 5, tzinfo=UTC)
UNCOUNTED = Counters()
NAMES = {"writer": "replay/played-writer", "reviewer": "replay/played-reviewer"}


DISK = stop_detail(Stop.ENVIRONMENT, "the \x1b[31mdisk\x1b[0m is full")


async def add_run(data: Path, run: str, *, status: RunStatus | None, stopped: str = DISK) -> Lock:
    """Put a run into the records: its lock, and what its status asks for."""
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(laid(data)))
        lock = await _begin(database, data, run)
        events = Events(database, SystemClock())
        lease = await Leases(database, SystemClock()).take(run, this_process(), 60)
        await _step(database, data, lease, stage="lock", bodies=(lock,))
        match status:
            case RunStatus.ACCEPTED:
                await _step(database, data, lease, stage="accept", bodies=(sample_rubric(),))
            case RunStatus.BLOCKED:
                async with database.unit() as uow:
                    await open_item(uow, escalation(run))
            case _:
                if stopped:
                    await events.add(run, EventKind.STOPPED, detail=stopped)
        async with database.unit() as uow:
            await set_lock(uow, run, fingerprint(lock))
            if status is not None:
                await set_status(uow, run, status)
        await Leases(database, SystemClock()).release(lease)
    return lock


async def add_stop(data: Path, run: str, detail: str) -> None:
    """Let a run's last event be that something stopped it."""
    async with open_database(f"sqlite+aiosqlite:///{database_file(data)}") as database:
        await Events(database, SystemClock()).add(run, EventKind.STOPPED, detail=detail)


async def _begin(database: Database, data: Path, run: str) -> Lock:
    blobs = Blobs(data)
    for item in builders.texas_corpus().items:
        _ = blobs.put(builders.texas_source_text(item.card.id).encode())
    found = find_all("default", NAMES)
    for item in found:
        if item.data is not None:
            _ = blobs.put(item.data)
    request = RunRequest(query=builders.texas_query(), corpus=builders.texas_corpus())
    row = RunRow(
        id=run,
        query_sha=blobs.put(canonical(request)),
        cutoff=request.query.cutoff.day,
        zone=request.query.cutoff.zone,
        profile="default",
        lock_sha=None,
        seed=run,
        sandbox="local (python 3.11)",
        models=f"replay:{data / 'no-recording'}",
        status=None,
        created=AT,
    )
    await Runs(database).create(row)
    events = Events(database, SystemClock())
    await events.add(run, EventKind.SANDBOX_CHOSEN, detail="local: isolates little")
    await events.add(run, EventKind.RECORDING_PLAYED, detail="hand")
    for name in ("writer.md", "writer.md"):
        await events.add(run, EventKind.PROMPT_CHANGED, detail=name)
    return lock_of(found)


def as_it_is(body: Contract) -> Contract:
    """What was built, with nothing changed."""
    return body


async def add_unsigned(
    data: Path, run: str, *, told: Callable[[Contract], Contract] = as_it_is
) -> None:
    """Let a run wait for a signature, with everything that its rubric is put together from.

    `told` may change texts of what is kept.
    """
    given, accepting = builders.texas_input(), texas_acceptance_input()
    assert accepting.validation is not None
    assert accepting.review_check is not None
    assert accepting.audit is not None
    composition = texas_composition()
    report = check_composition(texas_composition_input(composition))
    steps: tuple[tuple[str, tuple[Contract, ...]], ...] = (
        ("lock", (given.query, given.corpus, lock_of(find_all("default", NAMES)))),
        ("factorize", (given.factorization,)),
        ("budget", (given.budget,)),
        ("contextualize", (given.context,)),
        ("write", (given.evidence, given.rows, given.scripts)),
        ("reproduce", (given.reproduction,)),
        ("validate", (accepting.validation,)),
        ("review", (texas_review(), accepting.review_check)),
        ("compose", (composition,)),
        ("gates", (report,)),
        ("accept", (accepting.audit, check_acceptance(accepting))),
    )
    async with open_database(f"sqlite+aiosqlite:///{database_file(data)}") as database:
        _ = await _begin(database, data, run)
        lease = await Leases(database, SystemClock()).take(run, this_process(), 60)
        counters = Counters(candidate=1)
        for stage, bodies in steps:
            await _step(
                database,
                data,
                lease,
                stage=stage,
                bodies=tuple(map(told, bodies)),
                counters=counters,
            )
        async with database.unit() as uow:
            await open_item(uow, _unsigned(run))
            await set_status(uow, run, RunStatus.BLOCKED)
        await Leases(database, SystemClock()).release(lease)


def _unsigned(run: str) -> Escalation:
    finding = Finding(
        code="ACC-sign-off",
        severity=Severity.BLOCKER,
        pointer="profile:/sign_offs/0",
        message="profile signing asks for a signature",
    )
    return escalation(run).model_copy(
        update={
            "id": f"{run}-a1-accept-1",
            "stage": "accept",
            "reason": Reason.SIGNATURE_NEEDED,
            "findings": (finding,),
        }
    )


async def _step(
    database: Database,
    data: Path,
    lease: Lease,
    *,
    stage: str,
    bodies: tuple[Contract, ...],
    counters: Counters = UNCOUNTED,
) -> None:
    new = NewRow(
        attempt=1,
        stage=stage,
        n=1,
        verdict="accepted" if any(isinstance(body, Rubric) for body in bodies) else "done",
        counters=counters,
        active_ms=1500,
        inputs_sha=fingerprint(bodies[0]),
        at=AT,
        files=tuple(_written(data, lease.run, body) for body in bodies),
    )
    async with database.unit() as uow:
        _ = await Journal(database).append(uow, lease, new)


def _written(data: Path, run: str, body: Contract) -> JournalFile:
    name = body.contract_name
    header = Header(contract=name, version=1, run=run, producer="code", inputs=())
    stamped = canonical(Stamped(header=header, body=body))
    paths = RunPaths(data, run)
    path = paths.stage_file(name, 1, 1, sha256_of(stamped))
    write_once(path, stamped)
    return JournalFile(
        name=name,
        path=path.relative_to(paths.root).as_posix(),
        sha256=sha256_of(stamped),
        fingerprint=fingerprint(body),
        contract=name,
        version=1,
    )


def escalation(run: str) -> Escalation:
    finding = Finding(
        code="CUT-after",
        severity=Severity.ERROR,
        pointer="evidence:/sources/0",
        message="published after the cutoff",
    )
    return Escalation(
        id=f"{run}-a1-validate-3",
        run=run,
        attempt=1,
        stage="validate",
        reason=Reason.TURNS_EXHAUSTED,
        findings=(finding,),
        state="open",
        opened=AT,
    )
