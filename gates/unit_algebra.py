"""Which units a derivation can have, given the units of its inputs.

A script is not read, so a rule says what no computation could give: money in a currency that no
input has, a share without anything to divide, percentage points called percent.
"""

from collections import Counter
from itertools import permutations

from contracts.evidence import Derivation
from contracts.quantity import Unit
from contracts.unit import Dimension
from gates.lookup import Figure

_RATES = frozenset({Dimension.FRACTION, Dimension.MULTIPLE})


def misfit(item: Derivation, inputs: list[Figure]) -> str | None:
    """Why the unit of a derivation cannot come from its inputs; None when it can.

    Args:
        item: the derivation.
        inputs: the figures it takes, all of them.
    """
    units = Counter(figure.unit for figure in inputs)
    if _is_point_difference(item, inputs):
        return "the difference of two percentages is in percentage points, not percent"
    if item.unit in units or _is_derivable(item.unit, units):
        return _mixed_money(item.unit, units)
    names = ", ".join(sorted(unit.value for unit in units))
    return f"{item.unit.value} cannot come from {names}"


def _is_point_difference(item: Derivation, inputs: list[Figure]) -> bool:
    if item.unit is not Unit.PERCENT or len(inputs) != 2:
        return False
    if any(figure.unit is not Unit.PERCENT for figure in inputs):
        return False
    return any(left.value - right.value == item.result for left, right in permutations(inputs))


_PRODUCTS: dict[Unit, frozenset[Unit]] = {
    Unit.USD: frozenset({Unit.SHARES, Unit.USD_PER_SHARE}),
    Unit.USD_PER_SHARE: frozenset({Unit.USD, Unit.SHARES}),
    Unit.SHARES: frozenset({Unit.USD, Unit.USD_PER_SHARE}),
}
"""Units that a product or quotient of two others gives."""


def _is_derivable(unit: Unit, units: Counter[Unit]) -> bool:
    rates = sum(n for found, n in units.items() if found.dimension in _RATES)
    match unit.dimension:
        case Dimension.COUNT:
            return True
        case Dimension.FRACTION | Dimension.MULTIPLE:
            return rates > 0 or max(units.values()) > 1
        case Dimension.POINT:
            return rates > 1
        case Dimension.DURATION:
            # Days of inventory are one amount over another, times days that the script counts.
            has_duration = any(found.dimension is Dimension.DURATION for found in units)
            return has_duration or max(units.values()) > 1
        case _:
            return unit in _PRODUCTS and set(units) >= _PRODUCTS[unit]


def _mixed_money(unit: Unit, units: Counter[Unit]) -> str | None:
    """Amounts of two currencies need a rate between them."""
    currencies = sorted(found.value for found in units if found.dimension is Dimension.MONEY)
    has_rate = any(found.dimension in _RATES for found in units)
    if len(currencies) > 1 and not has_rate:
        return f"{unit.value} from {' and '.join(currencies)} needs an exchange rate as an input"
    return None
