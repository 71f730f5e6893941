"""What a process may not do to a run that another one has: `test_held.py` tries each.

`docs/refusals.md` is printed from it.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from contracts.model import ModelRequest, ModelResponse
from records.database import Database
from records.files import Blobs
from records.journal import Journal
from records.lease import Lease, Leases, require_current
from records.ledger import Ledger
from records.tool_log import ToolLog, ToolOutcome
from tests.records.material import RUN, TickingClock, call_key, new_row, request, response


@dataclass(frozen=True)
class Bench:
    """The records of one run, and what was done outside of them."""

    db: Database
    data: Path
    clock: TickingClock
    done: list[str] = field(default_factory=list[str])


Act = Callable[[Bench, Lease], Awaitable[object]]


@dataclass(frozen=True)
class Held:
    """One row: what the process does that had the lease before."""

    name: str
    act: Act


async def _take(bench: Bench, _: Lease) -> None:
    await Leases(bench.db, bench.clock).take(RUN, "third:3:3", ttl_s=60)


async def _renew(bench: Bench, old: Lease) -> None:
    await Leases(bench.db, bench.clock).renew(old, ttl_s=60)


async def _begin(bench: Bench, old: Lease) -> None:
    async with bench.db.unit() as uow:
        await require_current(uow, old)


async def _append(bench: Bench, old: Lease) -> None:
    async with bench.db.unit() as uow:
        _ = await Journal(bench.db).append(uow, old, new_row("write", 1))


async def _ask(bench: Bench, old: Lease) -> None:
    async def send(_: ModelRequest) -> ModelResponse:
        bench.done.append("a model was asked")
        return response()

    _ = await Ledger(bench.db, bench.data, bench.clock).once(request(), send, lease=old)


async def _run_tool(bench: Bench, old: Lease) -> None:
    async def action() -> ToolOutcome:
        bench.done.append("a tool was run")
        return ToolOutcome("11.8", failed=False)

    log = ToolLog(bench.db, Blobs(bench.data), bench.clock)
    _ = await log.once(call_key(), 0, "run_python", "{}", action, lease=old)


HELD = (
    Held("Take the run", _take),
    Held("Renew a lease that was taken over", _renew),
    Held("Begin a stage, or say what stopped it", _begin),
    Held("Commit a step", _append),
    Held("Ask a model", _ask),
    Held("Run a tool", _run_tool),
)
