"""The call ledger: every model call is asked for once and paid for once.

A call goes intent → sent → ok or error. The answer's file stands under the call's key before the
row says `ok`. After a crash: `ok` is read back; `sent` with a file becomes `ok`; `sent` without
one may have been charged, is counted as unknown and sent again; `intent` was never sent; `error`
may be tried again. The key is logical and the request's hash is checked, so that drift between
start and resume shows as a conflict, never as a second payment.
"""

from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias

import rfc8785
from pydantic import ValidationError
from sqlalchemy import ColumnElement, RowMapping, func, insert, select, update

from contracts.contract import canonical
from contracts.errors import (
    CorruptRun,
    DeadlineReached,
    FinrubricError,
    LedgerConflict,
    ModelError,
    RunHeld,
)
from contracts.ids import Sha256
from contracts.model import CallKey, ModelRequest, ModelResponse
from records.answers import Answer, Answers, Stored
from records.blob_rows import keep
from records.call_key import key_of, of_activation, of_call, shown, summed_active_ms
from records.clock import Clock, active_ms_since
from records.database import Database
from records.files import Blobs
from records.lease import Lease, require_current
from records.tables import CALL

Send: TypeAlias = Callable[[ModelRequest], Awaitable[ModelResponse]]

MAX_ERROR_CHARACTERS = 2_000
_SUMMED = (
    "sent",
    "unknown",
    "input_tokens",
    "cached_tokens",
    "cache_write_tokens",
    "output_tokens",
    "reasoning_tokens",
)


class Answered(NamedTuple):
    """An answer, the active time of all its attempts, and whether it was there already."""

    response: ModelResponse
    active_ms: int
    reused: bool


class Exchange(NamedTuple):
    """One answered call, as a conversation is rebuilt from it."""

    key: CallKey
    request: ModelRequest
    response: ModelResponse


class TurnPlace(NamedTuple):
    """One turn of a scope."""

    role: str
    activation: int
    turn: int


class Totals(NamedTuple):
    """What a scope has used."""

    calls: int
    """Calls that were asked for, answered or not."""
    sent: int
    """Requests that were sent for them: more than calls where some were sent again."""
    turns: int
    """Turns in which a call was asked for."""
    unknown: int
    """Times a call was sent and its answer lost: each may have been charged twice."""
    input_tokens: int
    cached_tokens: int
    cache_write_tokens: int
    output_tokens: int
    reasoning_tokens: int
    cost: int | None
    """Millionths of a US dollar, over the answers that have a cost; None where none has."""
    unpriced: int
    """Answers that used tokens and have no cost: no provider said and no price is known."""


class Spent(NamedTuple):
    """What some scopes have cost so far."""

    cost: int
    """Millionths of a US dollar, over the answers that have a cost."""
    unsettled: int
    """Answers without a cost and calls whose answer was lost: each may have cost something."""


class _Open(NamedTuple):
    """A call that is not answered yet."""

    key: CallKey
    request_sha: Sha256
    attempt: int
    spent_ms: int


class Ledger:
    """The calls of every scope."""

    def __init__(self, db: Database, data_dir: Path, clock: Clock) -> None:
        self._db = db
        self._blobs = Blobs(data_dir)
        self._answers = Answers(data_dir)
        self._clock = clock

    async def once(
        self,
        request: ModelRequest,
        send: Send,
        *,
        lease: Lease | None,
        ready: Callable[[], Awaitable[None]] | None = None,
    ) -> Answered:
        """Give the answer to a request: the one received before, else send it once.

        Args:
            request: with its logical key.
            send: asks the provider once; who wants to send again calls `once` again, so that
                every request that leaves is counted.
            lease: the run's lease, checked before anything is paid; None outside of runs.
            ready: what must hold before anything leaves, such as a budget; what it raises leaves
                the call unsent.

        Raises:
            LedgerConflict: this key was asked with another request.
            RunHeld: the run or the call was taken over.
            FinrubricError: what `send` raised, recorded; the next `once` sends again.
        """
        data = _bytes_of(request)
        request_sha = self._blobs.put(data)
        row = await self._intend(request.key, data, lease)
        if row["state"] == "ok":
            answer = self._answers.get(request.key, row["attempt"], row["response_sha"])
            return Answered(answer.response, row["active_ms"], reused=True)
        call = _Open(request.key, request_sha, row["attempt"], row["active_ms"])
        stored = self._answers.find(call.key, call.attempt, request_sha)
        if stored is None and row["state"] != "intent":
            call = await self._intend_again(call, lease, is_unknown=row["state"] == "sent")
            stored = self._answers.find(call.key, call.attempt, request_sha)
        if stored is None:
            if ready is not None:
                await ready()
            stored = await self._send(call, request, send, lease)
            return await self._finish(call, stored, reused=False)
        return await self._finish(call, stored, reused=True)

    async def requests(self, scope: str, role: str, activation: int) -> tuple[Exchange, ...]:
        """Read the answered calls of an activation, in order.

        Raises:
            CorruptRun: a request or an answer is missing or is other bytes.
        """
        answered = (
            select(CALL)
            .where(of_activation(CALL, scope, role=role, activation=activation))
            .where(CALL.c.state == "ok")
            .order_by(CALL.c.turn, CALL.c.call)
        )
        async with self._db.reading() as reading:
            rows = await reading.rows(answered)
        return tuple(self._exchange(row) for row in rows)

    async def turns(self, scope: str) -> tuple[TurnPlace, ...]:
        """Every turn in which a call was asked for, in the order in which they began."""
        place = (CALL.c.role, CALL.c.activation, CALL.c.turn)
        begun = (
            select(*place)
            .where(CALL.c.scope == scope)
            .group_by(*place)
            .order_by(func.min(CALL.c.t_intent), *place)
        )
        async with self._db.reading() as reading:
            rows = await reading.rows(begun)
        return tuple(TurnPlace(row["role"], row["activation"], row["turn"]) for row in rows)

    async def given_up(self, key: CallKey) -> frozenset[int]:
        """Calls of a key's turn that failed for good while the turn went on after them."""
        this = of_activation(CALL, key.scope, role=key.role, activation=key.activation)
        calls = select(CALL.c.call, CALL.c.state).where(this & (CALL.c.turn == key.turn))
        async with self._db.reading() as reading:
            rows = await reading.rows(calls)
        last = max((row["call"] for row in rows), default=0)
        return frozenset(r["call"] for r in rows if r["state"] == "error" and r["call"] < last)

    async def totals(
        self, scope: str, *, role: str | None = None, until: datetime | None = None
    ) -> Totals:
        """Add up what a scope or one role in it has used, or had used by an aware instant."""
        these = CALL.c.scope == scope
        if role is not None:
            these &= CALL.c.role == role
        if until is not None:
            these &= CALL.c.t_intent <= until
        turns = select(CALL.c.role, CALL.c.activation, CALL.c.turn).where(these).distinct()
        summed = select(
            func.count().label("calls"),
            select(func.count()).select_from(turns.subquery()).scalar_subquery().label("turns"),
            *(func.coalesce(func.sum(CALL.c[name]), 0).label(name) for name in _SUMMED),
            func.sum(CALL.c.cost).label("cost"),
            func.count()
            .filter(CALL.c.cost.is_(None) & CALL.c.output_tokens.is_not(None))
            .label("unpriced"),
        ).where(these)
        async with self._db.reading() as reading:
            found = await reading.rows(summed)
        return Totals(**found[0])

    async def spent(self, scopes: Collection[str], roles: Collection[str]) -> Spent:
        """Add up what the calls of some roles have cost over some scopes."""
        without_cost = CALL.c.state.in_(("ok", "sent")) & CALL.c.cost.is_(None)
        summed = select(
            func.coalesce(func.sum(CALL.c.cost), 0).label("cost"),
            (func.count().filter(without_cost) + func.coalesce(func.sum(CALL.c.unknown), 0)).label(
                "unsettled"
            ),
        ).where(CALL.c.scope.in_(scopes), CALL.c.role.in_(roles))
        async with self._db.reading() as reading:
            found = await reading.rows(summed)
        return Spent(**found[0])

    async def answered_by(self, scope: str) -> Mapping[str, tuple[str, ...]]:
        """The models that answered each role of a scope, as they name themselves, in order.

        Raises:
            CorruptRun: an answer is missing or is other bytes.
        """
        answered = select(CALL).where(CALL.c.scope == scope, CALL.c.state == "ok")
        async with self._db.reading() as reading:
            rows = await reading.rows(answered.order_by(CALL.c.t_intent))
        found: dict[str, dict[str, None]] = {}
        for row in rows:
            answer = self._answers.get(key_of(row), row["attempt"], row["response_sha"])
            found.setdefault(row["role"], {})[answer.response.model] = None
        return {role: tuple(models) for role, models in found.items()}

    async def active_ms(
        self, scope: str, roles: Collection[str], *, before: int | None = None
    ) -> int:
        """Add up the active time of some roles' model calls, in activations below `before`."""
        return await summed_active_ms(self._db, CALL, scope, roles, before)

    def _exchange(self, row: RowMapping) -> Exchange:
        key = key_of(row)
        answer = self._answers.get(key, row["attempt"], row["response_sha"])
        return Exchange(key, _request(self._blobs.get(row["request_sha"]), key), answer.response)

    async def _intend(self, key: CallKey, data: bytes, lease: Lease | None) -> RowMapping:
        this = select(CALL).where(of_call(CALL, key))
        async with self._db.unit() as uow:
            if lease is not None:
                await require_current(uow, lease)
            request_sha = await keep(uow, data)
            if await uow.first(this) is None:
                await uow.execute(
                    insert(CALL).values(
                        **key.model_dump(),
                        attempt=1,
                        request_sha=request_sha,
                        state="intent",
                        sent=0,
                        unknown=0,
                        active_ms=0,
                        t_intent=self._clock.now(),
                    )
                )
            found = await uow.first(this)
            if found is None or found["request_sha"] != request_sha:
                asked = found["request_sha"] if found else "none"
                msg = (
                    f"{shown(key)} was asked with request {asked} and is asked now with "
                    f"{request_sha}: what is sent differs between start and resume"
                )
                raise LedgerConflict(msg)
        return found

    async def _intend_again(self, call: _Open, lease: Lease | None, *, is_unknown: bool) -> _Open:
        again = call._replace(attempt=call.attempt + 1)
        await self._move(
            call,
            lease,
            state="intent",
            attempt=again.attempt,
            unknown=CALL.c.unknown + int(is_unknown),
            t_intent=self._clock.now(),
            t_sent=None,
            t_end=None,
            error=None,
        )
        return again

    async def _send(
        self, call: _Open, request: ModelRequest, send: Send, lease: Lease | None
    ) -> Stored:
        await self._move(call, lease, state="sent", sent=CALL.c.sent + 1, t_sent=self._clock.now())
        start = self._clock.monotonic()
        try:
            response = await send(request)
        except FinrubricError as error:
            await self._move(
                call,
                None,
                state="error",
                unknown=CALL.c.unknown + int(_may_be_charged(error)),
                t_end=self._clock.now(),
                active_ms=call.spent_ms + active_ms_since(self._clock, start),
                error=_plain(error),
            )
            raise
        # A failure from here on leaves the row at `sent`: the provider has charged.
        active_ms = active_ms_since(self._clock, start)
        answer = Answer(request_sha=call.request_sha, active_ms=active_ms, response=response)
        return self._answers.put(call.key, call.attempt, answer)

    async def _finish(self, call: _Open, stored: Stored, *, reused: bool) -> Answered:
        active_ms = call.spent_ms + stored.answer.active_ms
        usage = stored.answer.response.usage
        await self._move(
            call,
            None,
            state="ok",
            t_end=self._clock.now(),
            active_ms=active_ms,
            response_sha=stored.sha256,
            cost_basis=stored.answer.response.cost_basis,
            **usage.model_dump(),
        )
        return Answered(stored.answer.response, active_ms, reused)

    async def _move(
        self,
        call: _Open,
        lease: Lease | None,
        **values: str | int | datetime | ColumnElement[int] | None,
    ) -> None:
        this = of_call(CALL, call.key) & (CALL.c.attempt == call.attempt) & (CALL.c.state != "ok")
        async with self._db.unit() as uow:
            if lease is not None:
                await require_current(uow, lease)
            if not await uow.execute(update(CALL).where(this).values(**values)):
                msg = f"{shown(call.key)} was taken over after its attempt {call.attempt}"
                raise RunHeld(msg)


def _bytes_of(request: ModelRequest) -> bytes:
    try:
        return canonical(request)
    except rfc8785.CanonicalizationError as error:
        msg = f"the request of {shown(request.key)} cannot be kept, so it is not sent: {error}"
        raise ModelError(msg) from None


def _request(data: bytes, key: CallKey) -> ModelRequest:
    # Our own bytes, read by their hash; tool results in them may hold what the guard refuses.
    try:
        return ModelRequest.model_validate_json(data)
    except ValidationError as error:
        msg = f"the request of {shown(key)} is not one of this version ({error.error_count()})"
        raise CorruptRun(msg) from None


def _may_be_charged(error: FinrubricError) -> bool:
    if isinstance(error, ModelError):
        return error.fault.may_be_charged
    return isinstance(error, DeadlineReached)  # ended by us, while the provider was at work


def _plain(error: FinrubricError) -> str:
    text = f"{type(error).__name__}: {error}".replace("\x00", "�")
    return text.encode(errors="replace").decode()[:MAX_ERROR_CHARACTERS]
