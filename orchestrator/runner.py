# pyright: reportUnknownMemberType=false
"""Runs from outside: start one, advance it as far as it goes, say where it stands.

The journal is the truth. LangGraph's checkpoint says only where to go on; without it the walk
begins at the first node and finds every finished stage in the journal.
Tracing to a third party is off whatever the environment says: sources may be restricted.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import langsmith
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from contracts.contract import canonical, parse_contract
from contracts.counters import MAX_FURTHER_TURNS, MAX_RECOVERIES, MAX_REVISIONS
from contracts.errors import CorruptRun, FinrubricError
from contracts.event import EventKind
from contracts.ids import RunId
from contracts.lock import Lock
from contracts.request import RunRequest
from contracts.run_paths import RunPaths, checkpoint_file
from escalations.invariant import check_blocked_iff_open
from orchestrator.deps import Deps, Services
from orchestrator.graph import RunGraph, build_graph
from orchestrator.lock import check_lock, find_all, model_names
from orchestrator.reader import read
from orchestrator.state import first_state
from records.holder import this_process
from records.lease import Lease
from records.runs import RunRow, RunStatus

LEASE_S = 60.0
"""Seconds a lease lives without renewal."""
STEP_LIMIT = 20 * (MAX_REVISIONS + 1) * (MAX_FURTHER_TURNS + 1) * (MAX_RECOVERIES + 1)
"""Second line behind the counters: more graph steps than any run can need."""


async def start(services: Services, run: RunId, request: RunRequest, *, models: str) -> None:
    """Create a run; nothing is asked of a model yet.

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
    await services.events.add(run, EventKind.RUN_STARTED, detail=query.text[:200])


async def advance(services: Services, run: RunId) -> RunStatus | None:
    """Take a run as far as it goes: to its word, or to where its environment stops it.

    Raises:
        RunHeld: another process has the run.
        LockChanged: the configuration is not that of the run's start.
        CorruptRun: journal and files disagree.
        EnvironmentFault: disk, engine, provider or database; the run can be resumed.
        DriftError: a replayed input differs from the recording.
    """
    row = await services.runs.get(run)
    async with _held(services, run) as lease:
        deps = Deps(services, RunPaths(services.data, run), lease, row.seed, row.query_sha)
        await _check(deps, row)
        if row.status is not None:
            return row.status
        sandboxes = services.sandboxes
        detail = f"{sandboxes.kind}: {sandboxes.isolation}"
        await services.events.add(run, EventKind.SANDBOX_CHOSEN, detail=detail)
        try:
            await _walk(deps)
        except (FinrubricError, asyncio.CancelledError) as error:
            reason = str(error) or type(error).__name__
            await services.events.add(run, EventKind.STOPPED, detail=reason[:2000])
            raise
    status = (await services.runs.get(run)).status
    if status is None:
        msg = f"run {run}: the graph ended but the run has no word"
        raise CorruptRun(msg)
    return status


async def _walk(deps: Deps) -> None:
    async with AsyncSqliteSaver.from_conn_string(str(checkpoint_file(deps.services.data))) as saver:
        graph = build_graph(saver)
        state = first_state(deps.run) if await _is_fresh(graph, deps.run) else None
        with langsmith.tracing_context(enabled=False):
            await graph.ainvoke(
                state,
                {"configurable": {"thread_id": deps.run}, "recursion_limit": STEP_LIMIT},
                context=deps,
                durability="sync",
            )


async def _is_fresh(graph: RunGraph, run: RunId) -> bool:
    """True when no checkpoint says where to go on.

    An empty `next` alone does not mean that a thread is finished: killed between two writes, it
    still has tasks.
    """
    snapshot = await graph.aget_state({"configurable": {"thread_id": run}})
    return not snapshot.next and not snapshot.tasks


async def _check(deps: Deps, row: RunRow) -> None:
    services = deps.services
    await check_blocked_iff_open(services.database)
    await services.journal.verify(deps.run, deps.paths)
    if row.lock_sha is not None and row.status in (None, RunStatus.BLOCKED):
        lock = (await read(deps, Lock, "lock")).body
        request = parse_contract(services.blobs.get(row.query_sha), RunRequest)
        names = model_names(services.models)
        check_lock(lock, find_all(request.query.profile, names), run=deps.run)
        await services.events.add(deps.run, EventKind.RUN_RESUMED)


@asynccontextmanager
async def _held(services: Services, run: RunId) -> AsyncGenerator[Lease]:
    lease = await services.leases.take(run, this_process(), LEASE_S)
    renewal = asyncio.create_task(_renew(services, lease))
    try:
        yield lease
    finally:
        renewal.cancel()
        await services.leases.release(lease)


async def _renew(services: Services, lease: Lease) -> None:
    while True:
        await asyncio.sleep(LEASE_S / 3)
        await services.leases.renew(lease, LEASE_S)
