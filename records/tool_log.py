"""Tool results as rows: recorded before the model sees them, reused on resume.

A call whose result was not recorded is run again; tools are written so that this is harmless.
"""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, RowMapping, insert, select, update

from contracts.errors import LedgerConflict
from contracts.model import CallKey
from records.blob_rows import keep
from records.call_key import key_of, of_activation, of_call, shown, summed_active_ms
from records.clock import Clock, active_ms_since
from records.database import Database
from records.files import Blobs
from records.lease import Lease, require_current
from records.tables import TOOL
from records.unit_of_work import UnitOfWork


class ToolOutcome(NamedTuple):
    """What a tool gives the model."""

    text: str
    failed: bool


Action: TypeAlias = Callable[[], Awaitable[ToolOutcome]]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One recorded tool call."""

    key: CallKey
    """Of the model call that asked for it."""
    index: int
    """Place among the tool calls of that answer, from 0."""
    name: str
    arguments: str
    outcome: ToolOutcome
    active_ms: int


def _none() -> int:
    return 0


class ToolLog:
    """The tool calls of every scope."""

    def __init__(self, db: Database, blobs: Blobs, clock: Clock) -> None:
        self._db = db
        self._blobs = blobs
        self._clock = clock

    async def once(
        self,
        key: CallKey,
        index: int,
        name: str,
        arguments: str,
        action: Action,
        *,
        lease: Lease | None = None,
        elsewhere_ms: Callable[[], int] = _none,
    ) -> ToolOutcome:
        """Give a tool call's result: the recorded one, else run `action` and record it.

        The run's `lease`, None outside of runs, is checked before the action and before its result
        is recorded. `elsewhere_ms` says afterwards how much of its time stands in other rows.

        Raises:
            RunHeld: the run was taken over.
            LedgerConflict: another tool or other arguments stand at this place.
            CorruptRun: the recorded result is missing or is other bytes.
        """
        this = of_call(TOOL, key) & (TOOL.c.position == index)
        row = await self._begin(this, key, index, name, arguments, lease)
        if row["state"] == "done":
            return self._outcome(row)
        start = self._clock.monotonic()
        outcome = await action()
        active_ms = max(0, active_ms_since(self._clock, start) - elsewhere_ms())
        result = outcome.text.encode()
        self._blobs.put(result)
        async with self._db.unit() as uow:
            await _check(uow, lease)
            done = {
                "state": "done",
                "result_sha": await keep(uow, result),
                "failed": outcome.failed,
                "active_ms": active_ms,
            }
            await uow.execute(update(TOOL).where(this).values(done))
        return outcome

    async def results(self, scope: str, role: str, activation: int) -> tuple[ToolResult, ...]:
        """Read the recorded tool calls of an activation, in order.

        Raises:
            CorruptRun: arguments or a result are missing or are other bytes.
        """
        done = (
            select(TOOL)
            .where(of_activation(TOOL, scope, role=role, activation=activation))
            .where(TOOL.c.state == "done")
            .order_by(TOOL.c.turn, TOOL.c.call, TOOL.c.position)
        )
        async with self._db.reading() as reading:
            rows = await reading.rows(done)
        return tuple(self._result(row) for row in rows)

    async def named(self, scope: str, name: str) -> tuple[ToolResult, ...]:
        """Read the recorded calls of one tool in a scope, in the order in which they were begun.

        Raises:
            CorruptRun: arguments or a result are missing or are other bytes.
        """
        done = (
            select(TOOL)
            .where(TOOL.c.scope == scope, TOOL.c.name == name, TOOL.c.state == "done")
            .order_by(TOOL.c.at, TOOL.c.call, TOOL.c.position)
        )
        async with self._db.reading() as reading:
            rows = await reading.rows(done)
        return tuple(self._result(row) for row in rows)

    async def active_ms(
        self, scope: str, roles: Collection[str], *, before: int | None = None
    ) -> int:
        """Add up the active time that some roles spent in tools, in activations below `before`."""
        return await summed_active_ms(self._db, TOOL, scope, roles, before)

    async def _begin(
        self,
        this: ColumnElement[bool],
        key: CallKey,
        index: int,
        name: str,
        arguments: str,
        lease: Lease | None,
    ) -> RowMapping:
        asked = arguments.encode()
        arguments_sha = self._blobs.put(asked)
        async with self._db.unit() as uow:
            await _check(uow, lease)
            if await uow.first(select(TOOL).where(this)) is None:
                await keep(uow, asked)
                await uow.execute(
                    insert(TOOL).values(
                        **key.model_dump(),
                        position=index,
                        name=name,
                        arguments_sha=arguments_sha,
                        state="started",
                        active_ms=0,
                        at=self._clock.now(),
                    )
                )
            found = await uow.first(select(TOOL).where(this))
            there = found and (found["name"], found["arguments_sha"])
            if found is None or there != (name, arguments_sha):
                msg = f"tool {index} of {shown(key)} was {there}, now {(name, arguments_sha)}"
                raise LedgerConflict(msg)
        return found

    def _outcome(self, row: RowMapping) -> ToolOutcome:
        return ToolOutcome(self._blobs.get(row["result_sha"]).decode(), row["failed"])

    def _result(self, row: RowMapping) -> ToolResult:
        arguments = self._blobs.get(row["arguments_sha"]).decode()
        return ToolResult(
            key_of(row),
            row["position"],
            row["name"],
            arguments,
            self._outcome(row),
            row["active_ms"],
        )


async def _check(uow: UnitOfWork, lease: Lease | None) -> None:
    if lease is not None:
        await require_current(uow, lease)
