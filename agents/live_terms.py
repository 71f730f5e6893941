"""The terms of live calls: providers' rates, a limit of cost, and a dated table of prices."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date
from typing import Literal

from agents.asking import Sleep
from agents.jitter import later
from agents.models.model import ModelClient
from agents.prices import PriceTable, cost_of, dollars, worst_of
from contracts.contract import canonical
from contracts.errors import CostReached
from contracts.model import ModelRequest, ModelResponse
from records.clock import Clock
from records.ledger import Ledger
from records.rates import Limit, Rates

BYTES_PER_TOKEN = 4
"""How an input is estimated for rates: an average over English text and JSON."""
FEW_BYTES_PER_TOKEN = 3
"""How it is estimated for a limit of cost: with room, since a limit is a promise."""


@dataclass(frozen=True, slots=True)
class CostLimit:
    """How much calls may cost."""

    most: int
    """Millionths of a US dollar."""
    paid_roles: frozenset[str]
    """Roles whose calls cost something; who answers through files is not paid by us."""
    scopes: tuple[str, ...] = ()
    """Ledger scopes that share the limit, such as all runs of a batch; none: the call's own."""


@dataclass(frozen=True, slots=True)
class Purse:
    """Prices, and the limit, if there is one."""

    prices: PriceTable
    limit: CostLimit | None = None


class LiveTerms:
    """Holds calls back by rates and cost; prices what providers did not price."""

    def __init__(
        self,
        purse: Purse,
        rates: Mapping[str, Limit],
        *,
        ledger: Ledger,
        buckets: Rates,
        clock: Clock,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Hold calls to `purse` and, by provider, to `rates`."""
        self._purse = purse
        self._rates = rates
        self._ledger = ledger
        self._buckets = buckets
        self._clock = clock
        self._sleep = sleep

    async def admit(self, client: ModelClient, request: ModelRequest) -> None:
        """Wait until the provider's rates allow the call, and no pause holds it back.

        Raises:
            CostReached: what was spent and the most this call can cost pass the limit.
        """
        size = len(canonical(request))
        limit = self._purse.limit
        if limit is not None and request.key.role in limit.paid_roles:
            await self._require_affordable(client, request, limit, size)
        tokens, waits = -(-size // BYTES_PER_TOKEN), 0
        while wait_s := await self._buckets.take(
            client.provider, self._rates.get(client.provider), tokens=tokens
        ):
            await self._sleep(later(wait_s, request.key, waits))
            waits += 1

    async def pause(self, client: ModelClient, seconds: float) -> None:
        """Hold back what any run over this database would send to the client's provider."""
        await self._buckets.pause(client.provider, seconds)

    async def _require_affordable(
        self, client: ModelClient, request: ModelRequest, limit: CostLimit, size: int
    ) -> None:
        scopes = limit.scopes or (request.key.scope,)
        spent = await self._ledger.spent(scopes, limit.paid_roles)
        tokens = -(-size // FEW_BYTES_PER_TOKEN)
        price = self._purse.prices.in_force(_name(client), self._day(), input_tokens=tokens)
        place = f"{request.key.scope}: {request.key.role}"
        if price is None:
            raise CostReached(f"{place}: {_name(client)} has no price, so no limit can be kept")
        worst = worst_of(price, input_tokens=tokens, output_tokens=request.max_output_tokens)
        # An answer that was lost or has no cost may have cost as much as this call can.
        so_far = spent.cost + spent.unsettled * worst
        if so_far + worst <= limit.most:
            return
        lost = f", {spent.unsettled} calls of unknown cost among it" if spent.unsettled else ""
        raise CostReached(
            f"{place}: {dollars(so_far)} may be spent so far{lost}, and the next call can cost up "
            f"to {dollars(worst)}; that could pass --max-cost {dollars(limit.most)}, so it was not "
            "sent. A resume with a higher --max-cost goes on"
        )

    def priced(self, client: ModelClient, response: ModelResponse) -> ModelResponse:
        """The response with its cost: the provider's own, else by the price of today (UTC)."""
        usage = response.usage
        if usage.cost is not None:
            return _with_cost(response, usage.cost, "provider")
        day, tokens = self._day(), usage.input_tokens or 0
        price = self._purse.prices.in_force(_name(client), day, input_tokens=tokens)
        if price is None:
            return response
        cost = cost_of(price, usage)
        return response if cost is None else _with_cost(response, cost, "prices")

    def _day(self) -> date:
        return self._clock.now().astimezone(UTC).date()


def _with_cost(
    response: ModelResponse, cost: int, basis: Literal["provider", "prices"]
) -> ModelResponse:
    usage = response.usage.model_copy(update={"cost": cost})
    return response.model_copy(update={"usage": usage, "cost_basis": basis})


def _name(client: ModelClient) -> str:
    return f"{client.provider}/{client.model}"
