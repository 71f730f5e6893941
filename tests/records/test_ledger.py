import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import delete, select, update

from contracts.errors import (
    CorruptRun,
    CostReached,
    LedgerConflict,
    ModelError,
    ModelFault,
    RunHeld,
)
from contracts.model import ModelRequest, ModelResponse, UserMessage
from records.call_key import of_call
from records.database import Database
from records.lease import Lease, Leases
from records.ledger import Answered, Exchange, Ledger, Totals
from records.tables import CALL
from tests.records.material import RUN, SCOPE, TickingClock, call_key, request, response


@dataclass
class Provider:
    """Answers every request and counts what it would charge for."""

    clock: TickingClock
    asked: list[ModelRequest] = field(default_factory=list[ModelRequest])
    fails: Callable[[], BaseException] | None = None
    text: str = "11.8 %"

    async def send(self, sent: ModelRequest) -> ModelResponse:
        self.asked.append(sent)
        self.clock.seconds += 4
        if self.fails is not None:
            raise self.fails()
        return response(self.text)


@pytest.fixture
def provider(clock: TickingClock) -> Provider:
    return Provider(clock)


@pytest.fixture
def ledger(db: Database, tmp_path: Path, clock: TickingClock) -> Ledger:
    return Ledger(db, tmp_path, clock)


async def state(db: Database) -> dict[str, object]:
    async with db.reading() as reading:
        row = await reading.first(select(CALL).where(of_call(CALL, call_key())))
    assert row is not None
    return {name: row[name] for name in ("state", "attempt", "unknown", "active_ms", "error")}


def answers(data: Path) -> list[Path]:
    return sorted((data / "calls").rglob("*.json"))


async def test_answer_is_asked_for_once(
    db: Database, ledger: Ledger, provider: Provider, tmp_path: Path
) -> None:
    first = await ledger.once(request(), provider.send, lease=None)
    assert first == Answered(response(), active_ms=5000, reused=False)
    again = await Ledger(db, tmp_path, TickingClock()).once(request(), provider.send, lease=None)
    assert again == Answered(response(), active_ms=5000, reused=True)
    assert provider.asked == [request()]
    assert await state(db) == {
        "state": "ok",
        "attempt": 1,
        "unknown": 0,
        "active_ms": 5000,
        "error": None,
    }


async def test_row_says_sent_while_the_provider_is_asked(db: Database, ledger: Ledger) -> None:
    async def send(_: ModelRequest) -> ModelResponse:
        assert (await state(db))["state"] == "sent"
        return response()

    await ledger.once(request(), send, lease=None)


async def test_other_request_under_the_same_key_is_a_conflict(
    ledger: Ledger, provider: Provider
) -> None:
    await ledger.once(request(), provider.send, lease=None)
    with pytest.raises(LedgerConflict, match=r"call run:run-1 writer 1\.1\.1 was asked with"):
        await ledger.once(request(text="What was capex ?"), provider.send, lease=None)
    assert len(provider.asked) == 1


@pytest.mark.parametrize("other", [call_key(2), call_key(turn=2), call_key(role="reviewer")])
async def test_other_key_is_another_call(ledger: Ledger, provider: Provider, other: object) -> None:
    await ledger.once(request(), provider.send, lease=None)
    await ledger.once(request().model_copy(update={"key": other}), provider.send, lease=None)
    assert len(provider.asked) == 2


async def test_error_is_recorded_raised_and_may_be_tried_again(
    db: Database, ledger: Ledger, provider: Provider
) -> None:
    provider.fails = lambda: ModelError("overloaded\x00 \ud800" + "!" * 9000, ModelFault.OVERLOADED)
    with pytest.raises(ModelError, match="overloaded"):
        await ledger.once(request(), provider.send, lease=None)
    recorded = await state(db)
    assert (recorded["state"], recorded["attempt"], recorded["active_ms"]) == ("error", 1, 5000)
    assert str(recorded["error"]).startswith("ModelError: overloaded")
    provider.fails = None
    answered = await ledger.once(request(), provider.send, lease=None)
    assert answered == Answered(response(), active_ms=10_000, reused=False)
    assert await state(db) == {
        "state": "ok",
        "attempt": 2,
        "unknown": 0,
        "active_ms": 10_000,
        "error": None,
    }


@pytest.mark.parametrize("fault", ModelFault)
async def test_every_request_that_left_is_counted_and_what_may_be_charged_for_nothing(
    ledger: Ledger, provider: Provider, fault: ModelFault
) -> None:
    provider.fails = lambda: ModelError("no answer", fault)
    for _ in range(3):
        with pytest.raises(ModelError):
            await ledger.once(request(), provider.send, lease=None)
    provider.fails = None
    await ledger.once(request(), provider.send, lease=None)
    await ledger.once(request(), provider.send, lease=None)
    totals = await ledger.totals(SCOPE)
    assert (totals.calls, totals.sent) == (1, 4)
    assert totals.sent == len(provider.asked)
    assert totals.unknown == (3 if fault.may_be_charged else 0)


async def test_call_that_is_held_back_was_never_sent(ledger: Ledger, provider: Provider) -> None:
    async def held_back() -> None:
        raise CostReached("the purse is empty")

    with pytest.raises(CostReached):
        await ledger.once(request(), provider.send, lease=None, ready=held_back)
    assert provider.asked == []
    assert (await ledger.totals(SCOPE)).sent == 0
    await ledger.once(request(), provider.send, lease=None)
    assert (await ledger.totals(SCOPE)).sent == 1
    answered = await ledger.once(request(), provider.send, lease=None, ready=held_back)
    assert answered.reused


@pytest.mark.parametrize("lost", [asyncio.CancelledError, RuntimeError])
async def test_lost_answer_is_counted_and_asked_for_again(
    db: Database, ledger: Ledger, provider: Provider, lost: type[BaseException]
) -> None:
    provider.fails = lost
    with pytest.raises(lost):
        await ledger.once(request(), provider.send, lease=None)
    assert (await state(db))["state"] == "sent"
    provider.fails = None
    answered = await ledger.once(request(), provider.send, lease=None)
    assert not answered.reused
    assert (await state(db))["unknown"] == 1
    assert (await state(db))["attempt"] == 2
    assert (await ledger.totals(SCOPE)).unknown == 1


async def test_answer_stored_before_a_crash_is_not_asked_for_again(
    db: Database, ledger: Ledger, provider: Provider
) -> None:
    await ledger.once(request(), provider.send, lease=None)
    crashed = {"state": "sent", "response_sha": None, "active_ms": 0, "t_end": None}
    async with db.unit() as uow:
        await uow.execute(update(CALL).values(crashed))
    again = await ledger.once(request(), provider.send, lease=None)
    assert again == Answered(response(), active_ms=5000, reused=True)
    assert len(provider.asked) == 1
    assert (await state(db))["unknown"] == 0


async def test_answer_is_found_although_its_row_was_lost_with_a_restore(
    db: Database, ledger: Ledger, provider: Provider
) -> None:
    await ledger.once(request(), provider.send, lease=None)
    async with db.unit() as uow:
        await uow.execute(delete(CALL))
    assert (await ledger.once(request(), provider.send, lease=None)).reused
    assert len(provider.asked) == 1


async def test_lost_row_and_another_request_is_a_conflict(
    db: Database, ledger: Ledger, provider: Provider
) -> None:
    await ledger.once(request(), provider.send, lease=None)
    async with db.unit() as uow:
        await uow.execute(delete(CALL))
    with pytest.raises(LedgerConflict, match=r"\.json answers request"):
        await ledger.once(request(text="Other?"), provider.send, lease=None)
    assert len(provider.asked) == 1


@pytest.mark.parametrize("damage", [b"", b"{}", None])
async def test_answer_that_a_row_names_must_be_there(
    ledger: Ledger, provider: Provider, tmp_path: Path, damage: bytes | None
) -> None:
    await ledger.once(request(), provider.send, lease=None)
    (path,) = answers(tmp_path)
    path.unlink() if damage is None else path.write_bytes(damage)
    with pytest.raises(CorruptRun, match=path.name):
        await ledger.once(request(), provider.send, lease=None)
    assert len(provider.asked) == 1


@pytest.mark.parametrize("damage", [b"", b"{}", b"[]"])
async def test_unreadable_answer_without_a_row_is_named(
    db: Database, ledger: Ledger, provider: Provider, tmp_path: Path, damage: bytes
) -> None:
    await ledger.once(request(), provider.send, lease=None)
    (path,) = answers(tmp_path)
    path.write_bytes(damage)
    async with db.unit() as uow:
        await uow.execute(delete(CALL))
    with pytest.raises(CorruptRun, match=path.name):
        await ledger.once(request(), provider.send, lease=None)
    assert len(provider.asked) == 1


async def test_stale_lease_pays_nothing(
    db: Database, ledger: Ledger, provider: Provider, lease: Lease, clock: TickingClock
) -> None:
    clock.skip(hours=1)
    await Leases(db, clock).take(RUN, "other:2:2", ttl_s=60)
    with pytest.raises(RunHeld, match="other:2:2"):
        await ledger.once(request(), provider.send, lease=lease)
    assert provider.asked == []


async def test_zombie_that_wakes_with_an_answer_changes_nothing(
    db: Database, ledger: Ledger, provider: Provider, lease: Lease, clock: TickingClock
) -> None:
    async def sleep_through_a_takeover(_: ModelRequest) -> ModelResponse:
        clock.skip(hours=1)
        newer = await Leases(db, clock).take(RUN, "other:2:2", ttl_s=60)
        answered = await ledger.once(request(), provider.send, lease=newer)
        assert not answered.reused
        return response("the zombie's answer")

    with pytest.raises(RunHeld, match="taken over after its attempt 1"):
        await ledger.once(request(), sleep_through_a_takeover, lease=lease)
    again = await ledger.once(request(), provider.send, lease=None)
    assert (again.response, again.reused) == (response(), True)
    assert len(provider.asked) == 1


async def test_zombie_does_not_answer_for_a_call_that_is_under_way(
    db: Database, ledger: Ledger, lease: Lease, clock: TickingClock
) -> None:
    async def never_answer(_: ModelRequest) -> ModelResponse:
        raise asyncio.CancelledError

    async def sleep_through_a_takeover(_: ModelRequest) -> ModelResponse:
        clock.skip(hours=1)
        newer = await Leases(db, clock).take(RUN, "other:2:2", ttl_s=60)
        with pytest.raises(asyncio.CancelledError):
            await ledger.once(request(), never_answer, lease=newer)
        return response("the zombie's answer")

    with pytest.raises(RunHeld, match="taken over after its attempt 1"):
        await ledger.once(request(), sleep_through_a_takeover, lease=lease)
    assert await state(db) == {
        "state": "sent",
        "attempt": 2,
        "unknown": 1,
        "active_ms": 0,
        "error": None,
    }


@pytest.mark.parametrize("text", ["\x00 and \x1b[31m", "line\u2028end", "a" * 6_000_000])
async def test_whatever_json_carries_comes_back(
    ledger: Ledger, provider: Provider, text: str
) -> None:
    provider.text = text
    asked = request().model_copy(update={"messages": (UserMessage(text=text),)})
    await ledger.once(asked, provider.send, lease=None)
    assert (await ledger.once(asked, provider.send, lease=None)).response == response(text)
    assert await ledger.requests(SCOPE, "writer", 1) == (
        Exchange(call_key(), asked, response(text)),
    )


async def test_request_that_cannot_be_kept_is_not_sent(ledger: Ledger, provider: Provider) -> None:
    with pytest.raises(ModelError, match="is not sent"):
        await ledger.once(request(text="\ud800"), provider.send, lease=None)
    assert provider.asked == []


async def test_answer_that_cannot_be_kept_may_have_been_charged(
    db: Database, ledger: Ledger, provider: Provider
) -> None:
    provider.text = "\ud800"
    with pytest.raises(ModelError, match=r"answer to call .* cannot be kept"):
        await ledger.once(request(), provider.send, lease=None)
    assert (await state(db))["state"] == "sent"


async def test_conversation_is_rebuilt_in_order(ledger: Ledger, provider: Provider) -> None:
    keys = [call_key(1, turn=1), call_key(2, turn=1), call_key(1, turn=2), call_key(10, turn=2)]
    for key in reversed(keys):
        await ledger.once(request(key, f"{key.turn}.{key.call}"), provider.send, lease=None)
    await ledger.once(request(call_key(role="reviewer")), provider.send, lease=None)
    provider.fails = lambda: ModelError("down")
    with pytest.raises(ModelError):
        await ledger.once(request(call_key(11, turn=2)), provider.send, lease=None)
    found = await ledger.requests(SCOPE, "writer", 1)
    assert [exchange.key for exchange in found] == keys
    assert found[3].request.messages == (UserMessage(text="2.10"),)
    assert await ledger.requests(SCOPE, "writer", 2) == ()


async def test_totals_and_active_time_are_summed(ledger: Ledger, provider: Provider) -> None:
    empty = await ledger.totals(SCOPE)
    assert empty == Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, None, 0)
    for key in (call_key(1), call_key(2), call_key(1, role="reviewer")):
        await ledger.once(request(key), provider.send, lease=None)
    other = call_key().model_copy(update={"scope": "run:run-2"})
    await ledger.once(request(other), provider.send, lease=None)
    assert await ledger.totals(SCOPE) == Totals(
        calls=3,
        sent=3,
        turns=2,
        unknown=0,
        input_tokens=300,
        cached_tokens=120,
        cache_write_tokens=0,
        output_tokens=30,
        reasoning_tokens=0,
        cost=None,
        unpriced=3,
    )
    assert await ledger.active_ms(SCOPE, ("writer", "reviewer")) == 15_000
    assert await ledger.active_ms(SCOPE, ("writer",)) == 10_000
    assert await ledger.active_ms(SCOPE, ()) == 0
