"""Units and scales of a stated figure, and the algebra that says which of them combine.

Two units convert only when no assumption is needed. A percentage (a share of something) and a
percentage point (a difference of two percentages) therefore never do, and neither do two
currencies. Source of the rules: ISO 4217 for currency codes; one basis point is 0.01 %.
"""

from decimal import Decimal
from enum import StrEnum


class UnitMismatch(ValueError):
    """Two units that do not combine or convert; the caller compared two different things."""


class Dimension(StrEnum):
    """What a unit measures; units of different dimensions never combine by addition."""

    MONEY = "money"
    """An amount of one currency; each currency stands alone."""
    MONEY_PER_SHARE = "money_per_share"
    FRACTION = "fraction"
    """A share of something: ratio, percent or basis point."""
    POINT = "point"
    """A difference of two percentages, in percentage points."""
    MULTIPLE = "multiple"
    DURATION = "duration"
    COUNT = "count"
    SHARES = "shares"
    INDEX_POINTS = "index_points"


class Unit(StrEnum):
    """Unit of a figure; a currency by its ISO 4217 code, everything else by a word."""

    AUD = "AUD"
    BRL = "BRL"
    CAD = "CAD"
    CHF = "CHF"
    CNY = "CNY"
    DKK = "DKK"
    EUR = "EUR"
    GBP = "GBP"
    HKD = "HKD"
    ILS = "ILS"
    INR = "INR"
    JPY = "JPY"
    KRW = "KRW"
    MXN = "MXN"
    NOK = "NOK"
    NZD = "NZD"
    SEK = "SEK"
    SGD = "SGD"
    TWD = "TWD"
    USD = "USD"
    ZAR = "ZAR"
    USD_PER_SHARE = "usd_per_share"
    RATIO = "ratio"
    PERCENT = "percent"
    PERCENTAGE_POINT = "percentage_point"
    BASIS_POINT = "basis_point"
    MULTIPLE = "multiple"
    """Times, written `7.5x`."""
    DAYS = "days"
    WEEKS = "weeks"
    YEARS = "years"
    COUNT = "count"
    """Things counted, and any figure without a unit of its own."""
    SHARES = "shares"
    INDEX_POINTS = "index_points"

    @property
    def dimension(self) -> Dimension:
        """What the unit measures."""
        return _DIMENSIONS.get(self, Dimension.MONEY)

    @property
    def takes_scale(self) -> bool:
        """Whether figures of this unit are commonly stated in thousands or millions."""
        return self.dimension in _SCALED


_DIMENSIONS = {
    Unit.USD_PER_SHARE: Dimension.MONEY_PER_SHARE,
    Unit.RATIO: Dimension.FRACTION,
    Unit.PERCENT: Dimension.FRACTION,
    Unit.BASIS_POINT: Dimension.FRACTION,
    Unit.PERCENTAGE_POINT: Dimension.POINT,
    Unit.MULTIPLE: Dimension.MULTIPLE,
    Unit.DAYS: Dimension.DURATION,
    Unit.WEEKS: Dimension.DURATION,
    Unit.YEARS: Dimension.DURATION,
    Unit.COUNT: Dimension.COUNT,
    Unit.SHARES: Dimension.SHARES,
    Unit.INDEX_POINTS: Dimension.INDEX_POINTS,
}
_SCALED = frozenset({Dimension.MONEY, Dimension.COUNT, Dimension.SHARES})
_POWERS = {Unit.RATIO: 0, Unit.PERCENT: -2, Unit.BASIS_POINT: -4}
"""Power of ten of one unit of a fraction."""


class Scale(StrEnum):
    """The word that multiplies a figure, as a table head says it."""

    ONE = "one"
    THOUSAND = "thousand"
    MILLION = "million"
    BILLION = "billion"
    TRILLION = "trillion"

    @property
    def power(self) -> int:
        """Power of ten: 0, 3, 6, 9 or 12."""
        return _SCALE_POWERS[self]

    @property
    def factor(self) -> Decimal:
        """What the figure is multiplied by: 1 up to 1,000,000,000,000."""
        return Decimal(10**self.power)


_SCALE_POWERS = {
    Scale.ONE: 0,
    Scale.THOUSAND: 3,
    Scale.MILLION: 6,
    Scale.BILLION: 9,
    Scale.TRILLION: 12,
}


def power_between(found: Unit, wanted: Unit) -> int:
    """Power of ten that turns a figure in `found` into one in `wanted`.

    Raises:
        UnitMismatch: the two do not convert without an assumption.
    """
    if found is wanted:
        return 0
    if found in _POWERS and wanted in _POWERS:
        return _POWERS[found] - _POWERS[wanted]
    msg = f"{found.value} does not convert to {wanted.value}"
    raise UnitMismatch(msg)


def sum_unit(first: Unit, second: Unit) -> Unit:
    """Unit of a sum or difference; a percentage moved by percentage points stays a percentage.

    Raises:
        UnitMismatch: the two cannot be added as they are; convert one of them before.
    """
    if first is second:
        return first
    if {first, second} == {Unit.PERCENT, Unit.PERCENTAGE_POINT}:
        return Unit.PERCENT
    msg = f"{first.value} and {second.value} cannot be added"
    raise UnitMismatch(msg)


def quotient_unit(dividend: Unit, divisor: Unit) -> Unit:
    """Unit of a quotient: equal units give a ratio, a divisor that counts leaves the dividend.

    Raises:
        UnitMismatch: the quotient has no unit here; convert one of them before.
    """
    if dividend is divisor:
        return Unit.RATIO
    if divisor is Unit.COUNT:
        return dividend
    found = _QUOTIENTS.get((dividend, divisor))
    if found is None:
        msg = f"{dividend.value} divided by {divisor.value} has no unit"
        raise UnitMismatch(msg)
    return found


_QUOTIENTS = {
    (Unit.USD, Unit.SHARES): Unit.USD_PER_SHARE,
    (Unit.USD, Unit.USD_PER_SHARE): Unit.SHARES,
}
