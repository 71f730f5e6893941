"""Terms of live calls, through the ledger: held to rates and cost before anything leaves."""

import asyncio
import re
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker, Sleep
from agents.jitter import MOST
from agents.live_terms import CostLimit, LiveTerms, Purse
from agents.models.anthropic import AnthropicClient
from agents.models.route import Route
from agents.prices import PriceTable
from agents.roles import WRITER
from contracts.errors import CostReached
from contracts.model import CallKey, ModelRequest, UserMessage
from contracts.model_setup import Price
from records.clock import Clock, SystemClock
from records.database import open_database
from records.files import Blobs
from records.ledger import Ledger
from records.rates import Limit, Rates
from records.tool_log import ToolLog
from tests.agents.models.live import Waits
from tests.records.material import SetClock, database_url
from tests.servers import messages
from tests.servers.provider import Provider, serve
from tests.servers.script import Fault, Said, Tokens, first

PRICE = Price(
    model="a/m",
    since=date(2026, 1, 1),
    input=Decimal(3),
    output=Decimal(10),
    source="a test",
)
OUTPUT = 1_000
DOLLAR = 1_000_000
DATED = "m-2026-01-01"
COUNTED = Tokens(input=50, output=OUTPUT)
SLOW = Fault(
    "slow", 429, {"Retry-After": "0"}, messages.error_body("rate_limit_error", "slow down")
)
BROKEN = Fault("broken", events=3, then="break")
SYSTEM = SystemClock()
SILENCE = Fault("silence", events=0, then="stall")


@dataclass(frozen=True)
class Counted:
    """A client, and the server that counts the requests that leave it."""

    server: Provider
    client: AnthropicClient

    @property
    def left(self) -> int:
        return self.server.log.sent


@asynccontextmanager
async def counting(
    *faults: Fault,
    provider: str = "a",
    tokens: Tokens | None = COUNTED,
    cost: float | None = None,
) -> AsyncGenerator[Counted]:
    """Answers that count `tokens`, after some faults."""
    said = Said(tokens=tokens, model=DATED, cost=cost)
    async with serve(lambda _: said, first(*faults), protocol="anthropic") as server:
        route = Route(
            provider=provider,
            protocol="anthropic",
            model="m",
            family="writer",
            key="key",
            base_url=server.base_url,
            timeout_s=0.5 if SILENCE in faults else 20.0,
        )
        yield Counted(server, AnthropicClient(route))


@dataclass
class Desk:
    """A ledger with terms over one data folder."""

    ledger: Ledger
    tool_log: ToolLog
    buckets: Rates
    clock: Clock

    def asker(
        self,
        counted: Counted,
        *,
        most: int | None = None,
        prices: tuple[Price, ...] = (PRICE,),
        rates: dict[str, Limit] | None = None,
        scopes: tuple[str, ...] = (),
        scope: str = "run:r",
        sleep: Sleep | None = None,
    ) -> Asker:
        paid = frozenset({"writer", "reviewer"})
        limit = None if most is None else CostLimit(most, paid, scopes)
        terms = LiveTerms(
            Purse(PriceTable(prices), limit),
            rates or {},
            ledger=self.ledger,
            buckets=self.buckets,
            clock=self.clock,
            sleep=sleep or asyncio.sleep,
        )
        allowance = Allowance(WRITER.budget)
        watch = Stopwatch(allowance, scope, ledger=self.ledger, tool_log=self.tool_log)
        return Asker(
            counted.client,
            self.ledger,
            stopwatch=watch,
            terms=terms,
            lease=None,
            sleep=sleep or Waits(),
        )


@asynccontextmanager
async def opened(tmp_path: Path, clock: Clock = SYSTEM) -> AsyncGenerator[Desk]:
    async with open_database(database_url(tmp_path)) as db:
        ledger = Ledger(db, tmp_path, clock)
        yield Desk(ledger, ToolLog(db, Blobs(tmp_path), clock), Rates(db, clock), clock)


def asked(
    call: int, *, role: str = "writer", scope: str = "run:r", text: str = "?"
) -> ModelRequest:
    return ModelRequest(
        key=CallKey(scope=scope, role=role, activation=1, turn=1, call=call),
        model="m",
        messages=(UserMessage(text=text),),
        tools=(),
        max_output_tokens=OUTPUT,
    )


ONE_CALL = 50 * 3 + OUTPUT * 10
"""What one answered call costs, in millionths; the worst case is a little more."""


async def test_answers_are_priced_in_the_ledger(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting() as client:
        _ = await desk.asker(client).ask(asked(1))
        totals = await desk.ledger.totals("run:r")
    assert (totals.cost, totals.unpriced) == (ONE_CALL, 0)


@pytest.mark.parametrize(
    ("tokens", "prices", "expected"),
    [
        (Tokens(input=1, output=1), (), (None, 1)),
        (None, (PRICE,), (None, 0)),
    ],
)
async def test_an_unknown_price_is_no_cost_and_not_zero(
    tmp_path: Path,
    tokens: Tokens | None,
    prices: tuple[Price, ...],
    expected: tuple[int | None, int],
) -> None:
    async with opened(tmp_path) as desk, counting(tokens=tokens) as client:
        _ = await desk.asker(client, prices=prices).ask(asked(1))
        totals = await desk.ledger.totals("run:r")
    assert (totals.cost, totals.unpriced) == expected


@pytest.mark.parametrize(
    ("told", "prices", "expected"),
    [
        (0.5, (PRICE,), (500_000, "provider")),
        (None, (PRICE,), (ONE_CALL, "prices")),
        (None, (), (None, None)),
    ],
)
async def test_a_cost_stands_with_what_it_rests_on(
    tmp_path: Path,
    told: float | None,
    prices: tuple[Price, ...],
    expected: tuple[int | None, str | None],
) -> None:
    async with opened(tmp_path) as desk, counting(cost=told) as client:
        _ = await desk.asker(client, prices=prices).ask(asked(1))
    with closing(sqlite3.connect(tmp_path / "finrubric.db")) as rows:
        assert rows.execute("SELECT cost, cost_basis FROM call").fetchall() == [expected]


async def test_a_call_that_could_pass_the_limit_never_leaves(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting() as client:
        asker = desk.asker(client, most=3 * ONE_CALL)
        for call in (1, 2):
            _ = await asker.ask(asked(call))
        with pytest.raises(CostReached, match=re.escape("--max-cost 0.03 USD")) as raised:
            _ = await asker.ask(asked(3))
        totals = await desk.ledger.totals("run:r")
        assert raised.value.exit_code == 7
        assert (client.left, totals.sent, totals.cost) == (2, 2, 2 * ONE_CALL)
        _ = await desk.asker(client, most=4 * ONE_CALL).ask(asked(3))
        assert client.left == 3


async def test_an_answer_in_the_ledger_costs_nothing_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting() as client:
        _ = await desk.asker(client, most=DOLLAR).ask(asked(1))
        _ = await desk.asker(client, most=0).ask(asked(1))
    assert client.left == 1


async def test_a_long_request_counts_with_its_length(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting() as client:
        with pytest.raises(CostReached):
            _ = await desk.asker(client, most=DOLLAR).ask(asked(1, text="x" * 1_100_000))
        _ = await desk.asker(client, most=DOLLAR).ask(asked(2, text="x" * 900_000))
    assert client.left == 1


@pytest.mark.parametrize("fault", [BROKEN, SILENCE], ids=["truncated", "timeout"])
async def test_a_lost_answer_may_have_cost_as_much_as_the_next_call(
    tmp_path: Path, fault: Fault
) -> None:
    async with opened(tmp_path) as desk, counting(fault) as client:
        with pytest.raises(CostReached, match="1 calls of unknown cost among it"):
            _ = await desk.asker(client, most=ONE_CALL + 1_000).ask(asked(1))
        assert client.left == 1
        _ = await desk.asker(client, most=2 * ONE_CALL + 2_000).ask(asked(1))
    assert client.left == 2


async def test_what_was_never_charged_is_not_counted(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting(SLOW) as client:
        _ = await desk.asker(client, most=ONE_CALL + 1_000).ask(asked(1))
    assert client.left == 2


async def test_an_answer_without_usage_counts_as_the_worst_case(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting(tokens=None) as client:
        asker = desk.asker(client, most=2 * ONE_CALL)
        _ = await asker.ask(asked(1))
        with pytest.raises(CostReached):
            _ = await asker.ask(asked(2))
    assert client.left == 1


async def test_runs_of_a_batch_share_one_limit(tmp_path: Path) -> None:
    both = ("run:r", "run:s")
    async with opened(tmp_path) as desk, counting() as client:
        _ = await desk.asker(client, most=2 * ONE_CALL, scopes=both).ask(asked(1))
        late = desk.asker(client, most=2 * ONE_CALL, scopes=both, scope="run:s")
        with pytest.raises(CostReached):
            _ = await late.ask(asked(1, scope="run:s"))
        alone = desk.asker(client, most=2 * ONE_CALL, scope="run:s")
        _ = await alone.ask(asked(1, scope="run:s"))
    assert client.left == 2


async def test_who_is_not_paid_by_us_is_never_held_back(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting(provider="files", tokens=None) as client:
        _ = await desk.asker(client, most=0, prices=()).ask(asked(1, role="confirmer"))
        with pytest.raises(CostReached, match="files/m has no price"):
            _ = await desk.asker(client, most=DOLLAR, prices=()).ask(asked(1))
    assert client.left == 1


async def test_waits_for_rates_are_no_active_seconds(tmp_path: Path) -> None:
    async with (
        opened(tmp_path) as desk,
        counting() as client,
        counting(provider="b") as other,
    ):
        limit = Limit(requests=20)  # one every 3 s
        asker = desk.asker(client, rates={"a": limit})
        while not (wait_s := await desk.buckets.take("a", limit, tokens=0)):
            pass
        told = datetime.now(UTC)
        _ = await asker.ask(asked(1))
        waited_s = (datetime.now(UTC) - told).total_seconds()
        active_ms = await desk.ledger.active_ms("run:r", ("writer",))
        _ = await desk.asker(other, rates={"a": limit}).ask(asked(2))
    assert waited_s >= wait_s - 0.5  # the look at the clock came a little after the bucket's own
    assert active_ms < 500
    assert (client.left, other.left) == (1, 1)


async def test_a_429_holds_back_every_run_over_the_database(tmp_path: Path) -> None:
    noon = SetClock()
    begun = noon.now()
    asked_s = 30.0
    slow = replace(SLOW, headers={"Retry-After": "30"})
    others: list[float] = []

    async def other_sleeps(seconds: float) -> None:
        others.append(seconds)
        noon.pass_s(seconds)

    async with (  # two connections, as two processes have
        opened(tmp_path, noon) as one,
        opened(tmp_path, noon) as two,
        counting(slow) as client,
        counting(provider="b") as elsewhere,
    ):

        async def one_sleeps(seconds: float) -> None:
            """While the refused run waits, another one asks."""
            assert asked_s <= seconds <= asked_s * (1 + MOST)
            free = two.asker(elsewhere, scope="run:s", sleep=other_sleeps)
            _ = await free.ask(asked(1, scope="run:s"))
            assert others == [], "another provider is not paused"
            held = two.asker(client, scope="run:t", sleep=other_sleeps)
            _ = await held.ask(asked(1, scope="run:t"))
            assert client.left == 2

        _ = await one.asker(client, sleep=one_sleeps).ask(asked(1))
        totals = [await one.ledger.totals(scope) for scope in ("run:r", "run:t")]
    assert [(found.sent, found.unknown) for found in totals] == [(2, 0), (1, 0)]
    assert client.left == 3
    (waited,) = others
    assert asked_s <= waited <= asked_s * (1 + MOST)
    assert (noon.now() - begun).total_seconds() >= asked_s


async def test_roles_are_added_up_apart(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk, counting() as client:
        asker = desk.asker(client)
        _ = await asker.ask(asked(1))
        _ = await asker.ask(asked(2))
        _ = await asker.ask(asked(1, role="reviewer"))
        each = [await desk.ledger.totals("run:r", role=role) for role in ("writer", "reviewer")]
        all_of_it = await desk.ledger.totals("run:r")
        assert await desk.ledger.answered_by("run:r") == dict.fromkeys(
            ("writer", "reviewer"), (DATED,)
        )
    assert [totals.calls for totals in each] == [2, 1]
    assert [totals.turns for totals in each] == [1, 1]
    assert all_of_it.cost == sum(totals.cost or 0 for totals in each) == 3 * ONE_CALL
    assert all_of_it.output_tokens == sum(totals.output_tokens for totals in each) == 3 * OUTPUT
