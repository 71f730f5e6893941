"""Figures that are compared: a decimal from text, its unit and its scale, and rounding as a rule.

No value here ever passes through a float. `11.85` rounds half up to 11.9 because it is read from
its text; as a float it is 11.8499… and would round to 11.8.
"""

import re
from decimal import (
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    ROUND_UP,
    Context,
    Decimal,
)
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field, PlainSerializer, PlainValidator, WithJsonSchema

from contracts.contract import Contract
from contracts.number_text import MAX_DIGITS, QuantityParseError, read_number
from contracts.unit import (
    Dimension,
    Scale,
    Unit,
    UnitMismatch,
    power_between,
    quotient_unit,
    sum_unit,
)

__all__ = [
    "DecimalText",
    "Dimension",
    "Quantity",
    "QuantityParseError",
    "QuantityRangeError",
    "Rounding",
    "RoundingMode",
    "Scale",
    "Unit",
    "UnitMismatch",
    "decimal_from_text",
    "distance_between",
    "figure_text",
    "places_of",
    "plain_text",
    "product",
    "quotient_unit",
    "restated",
    "sum_unit",
]

_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_WIDE = Context(prec=400)
"""Wide enough that no figure of this project is ever rounded by arithmetic.

The default context rounds to 28 digits, even in `-value` and `abs(value)`, and can be changed.
"""
_MAX_POWER = 150


class QuantityRangeError(ValueError):
    """A figure too large, too fine or not finite: it does not fit the digits a contract allows."""


def decimal_from_text(text: str) -> Decimal:
    """Read plain decimal digits: optional minus, no exponent, no separators, ASCII only.

    Raises:
        ValueError: anything else, a negative zero, a leading zero, or more than 30 digits.
    """
    if not _PLAIN.fullmatch(text):
        msg = "must be plain decimal digits such as -12.30"
        raise ValueError(msg)
    if sum(mark.isdigit() for mark in text) > MAX_DIGITS:
        msg = f"more than {MAX_DIGITS} digits"
        raise ValueError(msg)
    value = Decimal(text)
    if value.is_zero() and value.is_signed():
        msg = "negative zero; write 0"
        raise ValueError(msg)
    return value


def plain_text(value: Decimal) -> str:
    """Digits of a finite decimal without exponent, trailing zeros kept."""
    return format(value, "f")


def places_of(value: Decimal) -> int:
    """Decimal places as stated: 2 for 1.20, 0 for 13, -3 for 13E+3."""
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        msg = "not a finite number"
        raise QuantityRangeError(msg)
    return -exponent


def _decimal_text(value: object) -> Decimal:
    if isinstance(value, Decimal):
        if abs(places_of(value)) > _MAX_POWER:
            msg = f"more than {MAX_DIGITS} digits"
            raise ValueError(msg)
        return decimal_from_text(plain_text(value))
    if isinstance(value, str):
        return decimal_from_text(value)
    msg = "must be a string of plain decimal digits, not a JSON number"
    raise ValueError(msg)


DecimalText = Annotated[
    Decimal,
    PlainValidator(_decimal_text),
    PlainSerializer(plain_text, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": f"^{_PLAIN.pattern}$", "maxLength": 32}),
]
"""A decimal that is a string in JSON: plain digits, at most 30, written back as they were read."""


class RoundingMode(StrEnum):
    """How a figure between two steps is moved to one of them."""

    HALF_UP = "half_up"
    """To the nearer step, a tie away from zero: -11.85 becomes -11.9."""
    HALF_EVEN = "half_even"
    """To the nearer step, a tie to the even one."""
    FLOOR = "floor"
    """To the lower step, also for negative figures; what issuers call conservative."""
    CEILING = "ceiling"
    """To the higher step."""
    DOWN = "down"
    """Towards zero: cut off."""
    UP = "up"
    """Away from zero."""


_MODES = {
    RoundingMode.HALF_UP: ROUND_HALF_UP,
    RoundingMode.HALF_EVEN: ROUND_HALF_EVEN,
    RoundingMode.FLOOR: ROUND_FLOOR,
    RoundingMode.CEILING: ROUND_CEILING,
    RoundingMode.DOWN: ROUND_DOWN,
    RoundingMode.UP: ROUND_UP,
}


class Rounding(Contract):
    """A rounding rule: mode and decimal places."""

    mode: RoundingMode
    places: Annotated[int, Field(ge=-12, le=12)]
    """Decimal places kept; -3 rounds to whole thousands."""

    def apply(self, value: Decimal) -> Decimal:
        """Round a finite decimal; a result of zero has no sign, none has a positive exponent.

        Raises:
            QuantityRangeError: the value is not finite or beyond 150 digits.
        """
        if not value.is_finite() or abs(value.adjusted()) > _MAX_POWER:
            msg = f"{value!s:.40} cannot be rounded"
            raise QuantityRangeError(msg)
        step = Decimal((0, (1,), -self.places))
        rounded = value.quantize(step, rounding=_MODES[self.mode], context=_WIDE)
        return Decimal(plain_text(rounded.copy_abs() if rounded.is_zero() else rounded))


def restated(value: Decimal, *, power: int) -> Decimal:
    """Move the decimal point by `power` places, exactly, keeping the digits as stated.

    The exponent of the result still says how precisely the figure was stated: 13.3 (million) is
    13.3E+3 in thousands, with fewer places than 13300.
    """
    return value.scaleb(power, context=_WIDE)


def distance_between(first: Decimal, second: Decimal) -> Decimal:
    """Absolute difference, exact whatever the caller's decimal context."""
    return _WIDE.subtract(first, second).copy_abs()


def product(first: Decimal, second: Decimal) -> Decimal:
    """Product, exact whatever the caller's decimal context."""
    return _WIDE.multiply(first, second)


class Quantity(Contract):
    """A figure as stated: 128,896 thousand US dollars has value 128896 and scale thousand."""

    value: DecimalText
    """The digits as the source states them, before unit and scale."""
    unit: Unit
    scale: Scale = Scale.ONE

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one figure from a phrase; without a unit it is a count, without a scale ones.

        Raises:
            QuantityParseError: the phrase is not one figure, or can be read in two ways.
        """
        found = read_number(text)
        return cls(
            value=found.value,
            unit=found.unit or Unit.COUNT,
            scale=found.scale or Scale.ONE,
        )

    @property
    def places(self) -> int:
        """Decimal places as stated, of the figure before its scale."""
        return places_of(self.value)

    def in_units(self) -> Decimal:
        """Value times scale, exact, in whole units (dollars, percents, days)."""
        return Decimal(plain_text(restated(self.value, power=self.scale.power)))

    def in_terms_of(self, unit: Unit, scale: Scale) -> Decimal:
        """The figure in another unit and scale, exact, its exponent as precise as it was stated.

        Raises:
            UnitMismatch: the units do not convert without an assumption.
        """
        power = power_between(self.unit, unit) + self.scale.power - scale.power
        return restated(self.value, power=power)

    def convert(self, unit: Unit, scale: Scale = Scale.ONE) -> "Quantity":
        """The same figure in another unit and scale, exact.

        Raises:
            UnitMismatch: the units do not convert without an assumption.
            QuantityRangeError: the digits do not fit.
        """
        value = Decimal(plain_text(self.in_terms_of(unit, scale)))
        if len(plain_text(value).strip("-").replace(".", "")) > MAX_DIGITS:
            msg = f"{plain_text(value)} has more than {MAX_DIGITS} digits"
            raise QuantityRangeError(msg)
        return Quantity(value=value, unit=unit, scale=scale)

    def text(self) -> str:
        """Print for people, such as `USD 13,289 thousand`, `11.8 %` or `7.5x`."""
        return figure_text(self.value, self.unit, self.scale)


def figure_text(value: Decimal, unit: Unit, scale: Scale) -> str:
    """Print a figure with thousands commas, scale word and unit."""
    number = f"{value:,f}" + ("" if scale is Scale.ONE else f" {scale.value}")
    if unit.dimension is Dimension.MONEY:
        return f"{unit.value} {number}"
    if unit is Unit.USD_PER_SHARE:
        return f"USD {number} per share"
    if unit is Unit.MULTIPLE and scale is not Scale.ONE:
        return f"{number} times"
    return number + _SUFFIXES[unit]


_SUFFIXES = {
    Unit.RATIO: "",
    Unit.COUNT: "",
    Unit.PERCENT: " %",
    Unit.PERCENTAGE_POINT: " percentage points",
    Unit.BASIS_POINT: " basis points",
    Unit.MULTIPLE: "x",
    Unit.DAYS: " days",
    Unit.WEEKS: " weeks",
    Unit.YEARS: " years",
    Unit.SHARES: " shares",
    Unit.INDEX_POINTS: " index points",
}
