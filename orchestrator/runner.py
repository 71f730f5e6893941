"""Runs from outside: start one, advance it as far as it goes, say where it stands."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import asynccontextmanager, suppress

from contracts.contract import canonical, parse_contract
from contracts.errors import (
    AgentProtocolError,
    CorruptRun,
    DriftError,
    EnvironmentFault,
    FinrubricError,
    LedgerConflict,
    LockChanged,
    RunCancelled,
    RunHeld,
)
from contracts.event import EventKind, Stop, stop_detail
from contracts.ids import RunId
from contracts.left_out import left_out
from contracts.lock import Lock
from contracts.request import RunRequest
from contracts.run_paths import RunPaths
from escalations.decisions import void
from escalations.invariant import check_blocked_iff_open
from orchestrator.cursor import walk
from orchestrator.deps import Deps, Services
from orchestrator.lock import check_lock, find_all
from orchestrator.pending import decision_on
from orchestrator.recovery import read_newest
from records.holder import this_process
from records.lease import RUN_LEASE_S, Lease, require_current
from records.runs import RunRow, RunStatus

SIGNALLED = "a signal told the process to end; the run can be resumed"
_PAGES = "; pages of the web are opened with "
_CHANGED = ", other images than before"


async def start(services: Services, run: RunId, request: RunRequest, *, models: str) -> None:
    """Create a run and name the sources it leaves out; nothing is asked of a model yet.

    Args:
        services: what all runs share.
        run: id of the new run.
        request: question and corpus; its bytes are kept by hash.
        models: where the models come from, such as `replay:DIR`, for a later resume.

    Raises:
        InputError: a run of this id exists.
    """
    query = request.query
    sandboxes = services.sandboxes
    row = RunRow(
        id=run,
        query_sha=services.blobs.put(canonical(request)),
        cutoff=query.cutoff.day,
        zone=query.cutoff.zone,
        profile=query.profile,
        lock_sha=None,
        seed=run,
        sandbox=f"{sandboxes.kind} ({sandboxes.image})",
        models=models,
        status=None,
        created=services.clock.now(),
    )
    await services.runs.create(row)
    async with services.database.unit() as uow:
        await services.events.add_in(uow, run, EventKind.RUN_STARTED, detail=query.text[:200])
        for item in left_out(request.corpus, query.cutoff):
            detail = f"{item.card.id}: {item.reason}. {item.card.title}"[:2000]
            await services.events.add_in(uow, run, EventKind.SOURCE_LEFT_OUT, detail=detail)


async def advance(services: Services, run: RunId) -> RunStatus | None:
    """Take a run as far as it goes: to its word, or to where its environment stops it.

    Raises:
        RunHeld: another process has the run.
        LockChanged: the configuration is not that of the run's start.
        CorruptRun: journal and files disagree.
        EnvironmentFault: disk, engine, provider or database; the run can be resumed.
        DriftError: a replayed input differs from the recording.
    """
    _ = await services.runs.get(run)
    async with _held(services, run) as lease:
        # Read under the lease: until it was taken, the decision could be undone.
        row = await services.runs.get(run)
        deps = Deps(services, RunPaths(services.data, run), lease, row.seed, row.query_sha)
        try:
            await _check(deps, row)
            if row.status is not None:
                return row.status
            await tell_sandbox(services, run)
            await _while_held(deps, walk(deps))
        except RunCancelled:
            return RunStatus.CANCELLED
        except asyncio.CancelledError:
            await _say_stopped(deps, Stop.SIGNAL, SIGNALLED)
            raise
        except FinrubricError as error:
            await _say_stopped(deps, kind_of_stop(error), str(error))
            raise
    status = (await services.runs.get(run)).status
    if status is None:
        msg = f"run {run}: the graph ended but the run has no word"
        raise CorruptRun(msg)
    return status


async def _check(deps: Deps, row: RunRow) -> None:
    services = deps.services
    await check_blocked_iff_open(services.database)
    await services.journal.verify(deps.run, deps.paths)
    if row.lock_sha is not None and row.status in (None, RunStatus.BLOCKED):
        await _check_lock(deps, row)
        await services.events.add(deps.run, EventKind.RUN_RESUMED)


async def _check_lock(deps: Deps, row: RunRow) -> None:
    """Hold the configuration against the run's lock, or against the one a human put in its place.

    A decision that cannot be obeyed because the configuration has changed since is taken out of
    force and its item opened again, so that a human can put the bytes back or relock.

    Raises:
        LockChanged: names every changed file or part.
    """
    services = deps.services
    newest = (await services.journal.rows(deps.run))[-1]
    decision = await decision_on(deps, newest) if newest.verdict == "blocked" else None
    if decision is not None and decision.lock is not None:
        lock = parse_contract(services.blobs.get(decision.lock), Lock)
    else:
        lock = (await read_newest(deps, Lock, newest.attempt)).body
    request = parse_contract(services.blobs.get(row.query_sha), RunRequest)
    now = find_all(request.profile, services.cast.names(), request.guards, web=request.web)
    try:
        check_lock(lock, now, run=deps.run)
    except LockChanged as error:
        if decision is not None:
            async with services.database.unit() as uow:
                at = services.clock.now()
                await void(uow, services.audit, decision.id, str(error)[:500], at)
        raise


def kind_of_stop(error: FinrubricError) -> Stop:
    """What kind of thing an error that stopped a run is."""
    match error:
        case EnvironmentFault():
            return Stop.ENVIRONMENT
        case DriftError():
            return Stop.DRIFT
        case LockChanged():
            return Stop.LOCK
        case CorruptRun() | LedgerConflict():
            return Stop.RECORDS
        case AgentProtocolError():
            return Stop.MODEL
        case _:
            return Stop.OTHER


async def _say_stopped(deps: Deps, stop: Stop, reason: str) -> None:
    """Add the last event; who has lost the run has nothing more to say in it."""
    services = deps.services
    detail = stop_detail(stop, reason)[:2000]
    with suppress(RunHeld):
        async with services.database.unit() as uow:
            await require_current(uow, deps.lease)
            await services.events.add_in(uow, deps.run, EventKind.STOPPED, detail=detail)


async def tell_sandbox(services: Services, run: RunId) -> None:
    """Keep what a run works in from now on: its sandbox, and the images that open its pages.

    Images decide nothing of a rubric, so that other ones than before are told and not refused.
    """
    sandboxes, images = services.sandboxes, services.page_images
    detail = f"{sandboxes.kind}: {sandboxes.isolation}"
    if images:
        detail = f"{detail}{_PAGES}{images}"
        events = await services.events.since(run, 0)
        before = [event.detail for event in events if event.kind is EventKind.SANDBOX_CHOSEN]
        if before and f"{_PAGES}{images}" not in before[-1]:
            detail = f"{detail}{_CHANGED}"
    await services.events.add(run, EventKind.SANDBOX_CHOSEN, detail=detail)


@asynccontextmanager
async def _held(services: Services, run: RunId) -> AsyncGenerator[Lease]:
    lease = await services.leases.take(run, this_process(), RUN_LEASE_S)
    try:
        yield lease
    finally:
        await services.leases.release(lease)


async def _while_held(deps: Deps, work: Coroutine[None, None, None]) -> None:
    """Do the work while the lease is renewed; a lease that cannot be renewed ends it.

    Raises:
        RunHeld: another process took the run over.
    """
    working = asyncio.create_task(work)
    renewing = asyncio.create_task(_renew(deps.services, deps.lease))
    try:
        await asyncio.wait({working, renewing}, return_when=asyncio.FIRST_COMPLETED)
        ended = working if working.done() else renewing
    finally:
        for task in (working, renewing):
            task.cancel()
        await asyncio.gather(working, renewing, return_exceptions=True)
    ended.result()


async def _renew(services: Services, lease: Lease) -> None:
    while True:
        await asyncio.sleep(RUN_LEASE_S / 3)
        await services.leases.renew(lease, RUN_LEASE_S)
