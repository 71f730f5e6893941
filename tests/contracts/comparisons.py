"""Number comparisons made from text, for the tests of comparisons."""

from decimal import Decimal

from contracts.comparison import (
    Absolute,
    AtPrecision,
    Band,
    NumberComparison,
    Relative,
)
from contracts.quantity import Quantity, Rounding, RoundingMode, Scale, Unit


def number(
    expected: str, places: int = 1, mode: str = "half_up", band: Band | None = None
) -> NumberComparison:
    return NumberComparison(
        expected=Quantity.parse(expected),
        rounding=Rounding(mode=RoundingMode(mode), places=places),
        band=AtPrecision() if band is None else band,
    )


def absolute(amount: str) -> Absolute:
    return Absolute(amount=Decimal(amount), reason="the source rounds")


def relative(percent: str) -> Relative:
    return Relative(percent=Decimal(percent), reason="a ratio of rounded figures")


EXACT_ONES = NumberComparison(
    expected=Quantity(value=Decimal(13289), unit=Unit.USD, scale=Scale.THOUSAND),
    rounding=Rounding(mode=RoundingMode.HALF_UP, places=0),
)
