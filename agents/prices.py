"""What calls cost: prices in force on a day, by arithmetic on integers and decimals only.

A price is US dollars per million tokens, so tokens times price are millionths of a dollar: the unit
that costs are kept in. Each call is rounded once, half up, to a whole millionth.
"""

from collections.abc import Iterable
from datetime import date
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal, localcontext

from contracts.model import Usage
from contracts.model_setup import Price

DIGITS = 60
"""More than price times tokens can have, so that nothing is rounded on the way."""


class PriceTable:
    """Dated prices, by `provider/model`."""

    def __init__(self, prices: Iterable[Price] = ()) -> None:
        """Take prices in any order."""
        self._prices = tuple(prices)

    def in_force(self, model: str, day: date, *, input_tokens: int = 0) -> Price | None:
        """The price of a call on a day; None where none is known.

        Of the newest prices by then the one for the longest input that the call exceeds.
        """
        known = [price for price in self._prices if price.model == model and price.since <= day]
        if not known:
            return None
        newest = max(price.since for price in known)
        fit = [
            price
            for price in known
            if price.since == newest
            and (price.above_input_tokens < input_tokens or price.above_input_tokens == 0)
        ]
        return max(fit, key=lambda price: price.above_input_tokens, default=None)


def cost_of(price: Price, usage: Usage) -> int | None:
    """Millionths of a dollar for a call; None where the provider did not count its tokens."""
    if usage.input_tokens is None or usage.output_tokens is None:
        return None
    cached = min(usage.cached_tokens or 0, usage.input_tokens)
    written = min(usage.cache_write_tokens or 0, usage.input_tokens - cached)
    with localcontext(prec=DIGITS):
        total = (
            (usage.input_tokens - cached - written) * price.input
            + cached * _or(price.cached_input, price.input)
            + written * _or(price.cache_write, price.input)
            + usage.output_tokens * price.output
        )
        return int(total.to_integral_value(rounding=ROUND_HALF_UP))


def worst_of(price: Price, *, input_tokens: int, output_tokens: int) -> int:
    """Millionths of a dollar that a call may cost: no cache helps, and all output is used."""
    with localcontext(prec=DIGITS):
        dearest = max(price.input, _or(price.cache_write, price.input))
        total = input_tokens * dearest + output_tokens * price.output
        return int(total.to_integral_value(rounding=ROUND_CEILING))


def _or(price: Decimal | None, otherwise: Decimal) -> Decimal:
    return otherwise if price is None else price


def dollars(millionths: int) -> str:
    """A cost in words: `1.25 USD`, with as many places as it needs below a cent."""
    value = Decimal(millionths) / 1_000_000
    return f"{value:.2f} USD" if millionths >= 10_000 or not millionths else f"{value:.6f} USD"
