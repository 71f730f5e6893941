"""Walking the graph of a run. LangGraph's checkpoints only say where to go on.

What they say is never a fact: without them, or with ones that cannot be read or do not fit the
journal, the walk begins at the first node and finds every finished stage in the journal.
Only plain values come back from it (strict msgpack), whatever the environment says.
Tracing to a third party is off whatever the environment says: sources may be restricted.
"""

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.types import Command

from agents.models.untraced import untraced
from contracts.counters import MAX_FURTHER_TURNS, MAX_RECOVERIES, MAX_REVISIONS
from contracts.errors import DatabaseBusy, EnvironmentFault
from contracts.run_paths import checkpoint_file
from orchestrator.deps import Deps
from orchestrator.graph import RunGraph, build_graph
from orchestrator.pending import decision_on
from orchestrator.state import RunState, first_state

STEP_LIMIT = 20 * (MAX_REVISIONS + 1) * (MAX_FURTHER_TURNS + 1) * (MAX_RECOVERIES + 1)
"""Second line behind the counters: more graph steps than any run can need."""

_UNREADABLE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR})
"""Damaged, no database at all, or one with other tables."""
_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


async def walk(deps: Deps) -> None:
    """Take a run from where its cursor stands to the end of the graph or to its interrupt.

    Raises:
        EnvironmentFault: the checkpoint file cannot be written.
    """
    path = checkpoint_file(deps.services.data)
    with _named_faults(path):
        try:
            await _walk(deps, path)
        except sqlite3.DatabaseError as error:
            if _code(error) not in _UNREADABLE:
                raise
            _remove(path)
            await _walk(deps, path)


async def _walk(deps: Deps, path: Path) -> None:
    async with AsyncSqliteSaver.from_conn_string(str(path)) as saver:
        saver.serde = JsonPlusSerializer(allowed_msgpack_modules=None)
        graph = build_graph(saver)
        state = None if await _is_good(graph, deps) else first_state(deps.run)
        if state is not None:
            await saver.adelete_thread(deps.run)
        going: RunState | Command[None] | None = state
        with untraced():
            while True:
                # The library leaves a part of its own type open.
                await graph.ainvoke(  # pyright: ignore[reportUnknownMemberType]
                    going,
                    {"configurable": {"thread_id": deps.run}, "recursion_limit": STEP_LIMIT},
                    context=deps,
                    durability="sync",
                )
                decided = await _decided(graph, deps)
                if decided is None:
                    return
                going = Command(resume=decided)


async def _decided(graph: RunGraph, deps: Deps) -> str | None:
    """The id of the decision on what the walk waits for; None when it has ended or must wait."""
    snapshot = await graph.aget_state({"configurable": {"thread_id": deps.run}})
    if not snapshot.interrupts:
        return None
    row_sha = snapshot.values["row_sha"]
    for row in await deps.services.journal.rows(deps.run):
        if row.row_sha == row_sha:
            decision = await decision_on(deps, row)
            return decision and decision.id
    return None


async def _is_good(graph: RunGraph, deps: Deps) -> bool:
    """Whether a checkpoint says where to go on, and stands on a row that the journal has.

    The journal may be an older one than the checkpoint, put back from a backup. An empty `next`
    alone does not mean that a thread is finished: killed between two writes, it still has tasks.
    """
    try:
        snapshot = await graph.aget_state({"configurable": {"thread_id": deps.run}})
    except ValueError:  # bytes in its rows that are no state
        return False
    if not snapshot.next and not snapshot.tasks:
        return False
    stands_on = snapshot.values.get("row_sha", "")
    rows = await deps.services.journal.rows(deps.run)
    return stands_on in {"", *(row.row_sha for row in rows)}


def _remove(path: Path) -> None:
    # Other runs lose their cursors, too, and nothing else.
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _code(error: sqlite3.Error) -> int | None:
    # The low byte is the primary code; only errors that SQLite itself raised have one.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


@contextmanager
def _named_faults(path: Path) -> Generator[None]:
    """Name the checkpoint file; the records have typed errors of their own by then."""
    try:
        yield
    except sqlite3.Error as error:
        code = _code(error)
        if code is None:
            raise
        if code in _BUSY:
            raise DatabaseBusy(f"{path} is locked by another process; try again") from error
        msg = f"{path} cannot be used ({error}); mend that or delete it, then resume"
        raise EnvironmentFault(msg) from error
