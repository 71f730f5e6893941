"""Terms of live calls, through the ledger: held to rates and cost before anything leaves."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker
from agents.live_terms import CostLimit, LiveTerms, Purse
from agents.models.model import Family
from agents.prices import PriceTable
from agents.roles import WRITER
from contracts.errors import CostReached, ModelError, ModelFault
from contracts.model import CallKey, ModelRequest, ModelResponse, Usage, UserMessage
from contracts.model_setup import Price
from records.clock import SystemClock
from records.database import open_database
from records.files import Blobs
from records.ledger import Ledger
from records.rates import Limit, Rates
from records.tool_log import ToolLog
from tests.records.material import database_url

PRICE = Price(
    model="a/m",
    since=date(2026, 1, 1),
    input=Decimal(3),
    output=Decimal(10),
    source="a test",
)
OUTPUT = 1_000
DOLLAR = 1_000_000


@dataclass
class Counting:
    """Counts the requests that leave; answers with the usage it is given."""

    provider: str = "a"
    model: str = "m"
    family: Family = "writer"
    usage: Usage = field(default_factory=lambda: Usage(input_tokens=50, output_tokens=OUTPUT))
    left: int = 0
    faults: list[ModelFault] = field(default_factory=list[ModelFault])

    async def complete(self, request: ModelRequest) -> ModelResponse:
        self.left += 1
        if self.faults:
            raise ModelError("it broke", self.faults.pop(), retry_after_s=0.0)
        return ModelResponse(model="m-1", text="", tool_calls=(), stop="end", usage=self.usage)


@dataclass
class Desk:
    """A ledger with terms over one data folder."""

    ledger: Ledger
    tool_log: ToolLog
    buckets: Rates

    def asker(
        self,
        client: Counting,
        *,
        most: int | None = None,
        prices: tuple[Price, ...] = (PRICE,),
        rates: dict[str, Limit] | None = None,
        scopes: tuple[str, ...] = (),
        scope: str = "run:r",
    ) -> Asker:
        paid = frozenset({"writer", "reviewer"})
        limit = None if most is None else CostLimit(most, paid, scopes)
        terms = LiveTerms(
            Purse(PriceTable(prices), limit),
            rates or {},
            ledger=self.ledger,
            buckets=self.buckets,
            clock=SystemClock(),
        )
        allowance = Allowance(WRITER.budget)
        watch = Stopwatch(allowance, scope, ledger=self.ledger, tool_log=self.tool_log)
        return Asker(client, self.ledger, stopwatch=watch, terms=terms, lease=None)


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncGenerator[Desk]:
    clock = SystemClock()
    async with open_database(database_url(tmp_path)) as db:
        ledger = Ledger(db, tmp_path, clock)
        yield Desk(ledger, ToolLog(db, Blobs(tmp_path), clock), Rates(db, clock))


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
    async with opened(tmp_path) as desk:
        _ = await desk.asker(Counting()).ask(asked(1))
        totals = await desk.ledger.totals("run:r")
    assert (totals.cost, totals.unpriced) == (ONE_CALL, 0)


@pytest.mark.parametrize(
    ("usage", "prices", "expected"),
    [
        (Usage(input_tokens=1, output_tokens=1, cost=7), (PRICE,), (7, 0)),
        (Usage(input_tokens=1, output_tokens=1), (), (None, 1)),
        (Usage(), (PRICE,), (None, 0)),
    ],
)
async def test_an_unknown_price_is_no_cost_and_not_zero(
    tmp_path: Path, usage: Usage, prices: tuple[Price, ...], expected: tuple[int | None, int]
) -> None:
    async with opened(tmp_path) as desk:
        _ = await desk.asker(Counting(usage=usage), prices=prices).ask(asked(1))
        totals = await desk.ledger.totals("run:r")
    assert (totals.cost, totals.unpriced) == expected


async def test_a_call_that_could_pass_the_limit_never_leaves(tmp_path: Path) -> None:
    client = Counting()
    async with opened(tmp_path) as desk:
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
    client = Counting()
    async with opened(tmp_path) as desk:
        _ = await desk.asker(client, most=DOLLAR).ask(asked(1))
        _ = await desk.asker(client, most=0).ask(asked(1))
    assert client.left == 1


async def test_a_long_request_counts_with_its_length(tmp_path: Path) -> None:
    client = Counting()
    async with opened(tmp_path) as desk:
        with pytest.raises(CostReached):
            _ = await desk.asker(client, most=DOLLAR).ask(asked(1, text="x" * 1_100_000))
        _ = await desk.asker(client, most=DOLLAR).ask(asked(2, text="x" * 900_000))
    assert client.left == 1


@pytest.mark.parametrize("fault", [ModelFault.TRUNCATED, ModelFault.TIMEOUT])
async def test_a_lost_answer_may_have_cost_as_much_as_the_next_call(
    tmp_path: Path, fault: ModelFault
) -> None:
    client = Counting(faults=[fault])
    async with opened(tmp_path) as desk:
        with pytest.raises(CostReached, match="1 calls of unknown cost among it"):
            _ = await desk.asker(client, most=ONE_CALL + 1_000).ask(asked(1))
        assert client.left == 1
        _ = await desk.asker(client, most=2 * ONE_CALL + 2_000).ask(asked(1))
    assert client.left == 2


async def test_what_was_never_charged_is_not_counted(tmp_path: Path) -> None:
    client = Counting(faults=[ModelFault.RATE_LIMIT])
    async with opened(tmp_path) as desk:
        _ = await desk.asker(client, most=ONE_CALL + 1_000).ask(asked(1))
    assert client.left == 2


async def test_an_answer_without_usage_counts_as_the_worst_case(tmp_path: Path) -> None:
    client = Counting(usage=Usage())
    async with opened(tmp_path) as desk:
        asker = desk.asker(client, most=2 * ONE_CALL)
        _ = await asker.ask(asked(1))
        with pytest.raises(CostReached):
            _ = await asker.ask(asked(2))
    assert client.left == 1


async def test_runs_of_a_batch_share_one_limit(tmp_path: Path) -> None:
    client, both = Counting(), ("run:r", "run:s")
    async with opened(tmp_path) as desk:
        _ = await desk.asker(client, most=2 * ONE_CALL, scopes=both).ask(asked(1))
        late = desk.asker(client, most=2 * ONE_CALL, scopes=both, scope="run:s")
        with pytest.raises(CostReached):
            _ = await late.ask(asked(1, scope="run:s"))
        alone = desk.asker(client, most=2 * ONE_CALL, scope="run:s")
        _ = await alone.ask(asked(1, scope="run:s"))
    assert client.left == 2


async def test_who_is_not_paid_by_us_is_never_held_back(tmp_path: Path) -> None:
    client = Counting(provider="files", usage=Usage())
    async with opened(tmp_path) as desk:
        _ = await desk.asker(client, most=0, prices=()).ask(asked(1, role="confirmer"))
        with pytest.raises(CostReached, match="files/m has no price"):
            _ = await desk.asker(client, most=DOLLAR, prices=()).ask(asked(1))
    assert client.left == 1


async def test_waits_for_rates_are_no_active_seconds(tmp_path: Path) -> None:
    client = Counting()
    async with opened(tmp_path) as desk:
        limit = Limit(requests=20)  # one every 3 s
        asker = desk.asker(client, rates={"a": limit})
        while not (wait_s := await desk.buckets.take("a", limit, tokens=0)):
            pass
        told = datetime.now(UTC)
        _ = await asker.ask(asked(1))
        waited_s = (datetime.now(UTC) - told).total_seconds()
        active_ms = await desk.ledger.active_ms("run:r", ("writer",))
        other = Counting(provider="b")
        _ = await desk.asker(other, rates={"a": limit}).ask(asked(2))
    assert waited_s >= wait_s - 0.5  # the look at the clock came a little after the bucket's own
    assert active_ms < 500
    assert (client.left, other.left) == (1, 1)


async def test_roles_are_added_up_apart(tmp_path: Path) -> None:
    async with opened(tmp_path) as desk:
        asker = desk.asker(Counting())
        _ = await asker.ask(asked(1))
        _ = await asker.ask(asked(2))
        _ = await asker.ask(asked(1, role="reviewer"))
        each = [await desk.ledger.totals("run:r", role=role) for role in ("writer", "reviewer")]
        all_of_it = await desk.ledger.totals("run:r")
        assert await desk.ledger.answered_by("run:r") == {"writer": ("m-1",), "reviewer": ("m-1",)}
    assert [totals.calls for totals in each] == [2, 1]
    assert [totals.turns for totals in each] == [1, 1]
    assert all_of_it.cost == sum(totals.cost or 0 for totals in each) == 3 * ONE_CALL
    assert all_of_it.output_tokens == sum(totals.output_tokens for totals in each) == 3 * OUTPUT
