"""The relay on its socket, with a client in place of a container: terms hold for agents' calls."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import httpx2

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker
from agents.live_terms import CostLimit, LiveTerms, Purse
from agents.models.relay import RelayClient
from agents.models.route import Route
from agents.prices import PriceTable
from agents.relay import Relay
from agents.roles import CONFIRMER
from contracts.errors import CostReached
from contracts.model import CallKey
from contracts.model_setup import Price
from records.rates import Rates
from tests.agents.bench import SCOPE, Bench
from tests.servers.provider import serve
from tests.servers.script import Said, Tokens, in_order

MODEL = "claude-opus-5"
PRICE = Price(
    model=f"stub/{MODEL}",
    since=date(2026, 1, 1),
    input=Decimal(3),
    output=Decimal(10),
    source="a test",
)
SAID = Said("So it is.", tokens=Tokens(input=100, output=20))
COST = 100 * 3 + 20 * 10
"""Of that answer, in millionths of a US dollar."""


def relay(bench: Bench, base_url: str, *, most: int) -> Relay:
    """The relay of one turn of the confirmer, whose calls may cost so much."""
    records = bench.records
    route = Route("stub", "anthropic", MODEL, "reviewer", "sk-canary-0123456789", base_url)
    terms = LiveTerms(
        Purse(PriceTable((PRICE,)), CostLimit(most, frozenset({CONFIRMER.name}))),
        {},
        ledger=records.ledger,
        buckets=Rates(bench.db, bench.clock),
        clock=bench.clock,
    )
    stopwatch = Stopwatch(
        Allowance(CONFIRMER.budget), SCOPE, ledger=records.ledger, tool_log=records.tool_log
    )
    asker = Asker(RelayClient(route), records.ledger, stopwatch=stopwatch, terms=terms, lease=None)

    def key_of(call: int) -> CallKey:
        return CallKey(scope=SCOPE, role=CONFIRMER.name, activation=1, turn=1, call=call)

    return Relay(route, asker.ask, key_of, "token")


async def ask(relayed: Relay, folder: Path, text: str) -> int:
    """The status that an agent gets."""
    body = {
        "model": MODEL,
        "max_tokens": 50,
        "messages": [{"role": "user", "content": text}],
    }
    socket = folder / "relay.sock"
    async with (
        relayed.serving(socket),
        httpx2.AsyncClient(transport=httpx2.AsyncHTTPTransport(uds=str(socket))) as line,
    ):
        answer = await line.post(
            "http://relay/v1/messages", content=json.dumps(body), headers={"x-api-key": "token"}
        )
    return answer.status_code


async def test_the_limit_of_cost_stops_an_agents_call_before_it_leaves(
    bench: Bench, tmp_path: Path
) -> None:
    async with serve(in_order(SAID, SAID), protocol="anthropic") as server:
        enough = relay(bench, server.base_url, most=COST * 3)
        assert await ask(enough, tmp_path, "Is it so?") == 200
        totals = await bench.records.ledger.totals(SCOPE)
        assert (totals.cost, server.log.sent) == (COST, 1)

        # An agent that begins again is given what was paid for; what is new does not leave.
        spent = relay(bench, server.base_url, most=COST)
        assert await ask(spent, tmp_path, "Is it so?") == 200
        assert await ask(spent, tmp_path, "Is that all?") == 503
        assert server.log.sent == 1
    stopped = spent.failed.result()
    assert isinstance(stopped, CostReached)
    assert "could pass --max-cost 0.000500 USD, so it was not sent" in str(stopped)
