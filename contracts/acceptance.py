"""Whether a stated value is the expected one: three-valued, pure, one function per kind.

What the text leaves open is completed in every possible way: when all readings are accepted the
value is, when all are refused it is refused, otherwise code does not decide.
"""

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum

from contracts.comparison_kind import (
    Absolute,
    AtPrecision,
    Band,
    ChoiceComparison,
    DateComparison,
    IntervalComparison,
    NumberComparison,
    SequenceComparison,
    SetComparison,
    folded,
)
from contracts.quantity import (
    Quantity,
    Rounding,
    Scale,
    Unit,
    UnitMismatch,
    distance_between,
    places_of,
    product,
    restated,
)
from contracts.stated import (
    StatedChoice,
    StatedDate,
    StatedInterval,
    StatedNumber,
    StatedSequence,
    StatedSet,
    to_precision,
)


class Acceptance(StrEnum):
    """The verdict of code on one stated value."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    """Certainly another value."""
    UNDECIDED = "undecided"
    """Code cannot tell; a judge reads the words."""


_SAME_FIGURE = frozenset(
    {
        frozenset({Unit.BASIS_POINT, Unit.PERCENTAGE_POINT}),
        frozenset({Unit.MULTIPLE, Unit.RATIO}),
    }
)
"""Units that do not convert, and yet may be two ways to say one thing: not decided by code."""


def _verdict(holds: bool) -> Acceptance:
    return Acceptance.ACCEPTED if holds else Acceptance.REFUSED


def _all_readings(verdicts: Iterable[Acceptance]) -> Acceptance:
    found = set(verdicts)
    return found.pop() if len(found) == 1 else Acceptance.UNDECIDED


def _readings(stated: StatedNumber) -> list[Quantity]:
    """Every complete figure that the stated one can be."""
    units = tuple(Unit) if stated.unit is None else (stated.unit,)
    return [
        Quantity(value=stated.value, unit=unit, scale=scale)
        for unit in units
        for scale in _scales(stated.scale, unit)
    ]


def _scales(scale: Scale | None, unit: Unit) -> tuple[Scale, ...]:
    if scale is not None:
        return (scale,)
    return tuple(Scale) if unit.takes_scale else (Scale.ONE,)


def accepts_number(comparison: NumberComparison, stated: StatedNumber) -> Acceptance:
    """Compare one figure by rounding and band, in the unit and scale of the expected one.

    A figure with more places than the rounding is rounded by it, one with fewer is refused; a band
    compares the figures as they stand.
    """
    return _all_readings(_number(comparison, reading) for reading in _readings(stated))


def _number(comparison: NumberComparison, stated: Quantity) -> Acceptance:
    expected = comparison.expected
    try:
        value = stated.in_terms_of(expected.unit, expected.scale)
    except UnitMismatch:
        return _other_unit(stated.unit, expected.unit)
    return _verdict(_within(comparison.band, comparison.rounding, expected.value, value))


def _other_unit(stated: Unit, expected: Unit) -> Acceptance:
    is_open = frozenset({stated, expected}) in _SAME_FIGURE
    return Acceptance.UNDECIDED if is_open else Acceptance.REFUSED


def _within(band: Band, rounding: Rounding, expected: Decimal, value: Decimal) -> bool:
    if isinstance(band, AtPrecision):
        if places_of(value) < rounding.places:
            return False
        return rounding.apply(value) == rounding.apply(expected)
    distance = distance_between(value, expected)
    if isinstance(band, Absolute):
        return distance <= band.amount
    return restated(distance, power=2) <= product(band.percent, expected).copy_abs()


def accepts_interval(comparison: IntervalComparison, stated: StatedInterval) -> Acceptance:
    """Compare both ends by value; ends said to belong or not must agree, when it is said."""
    if stated.inclusive is not None and stated.inclusive is not comparison.inclusive:
        return Acceptance.REFUSED
    ends = {_end(comparison.low, stated.low), _end(comparison.high, stated.high)}
    if Acceptance.REFUSED in ends:
        return Acceptance.REFUSED
    return _all_readings(ends)


def _end(expected: Quantity, stated: StatedNumber) -> Acceptance:
    return _all_readings(_same_figure(expected, reading) for reading in _readings(stated))


def _same_figure(expected: Quantity, stated: Quantity) -> Acceptance:
    try:
        return _verdict(stated.in_terms_of(expected.unit, expected.scale) == expected.value)
    except UnitMismatch:
        return _other_unit(stated.unit, expected.unit)


_FINENESS = ("year", "month", "day")


def accepts_date(comparison: DateComparison, stated: StatedDate) -> Acceptance:
    """Compare as far as the expected precision goes; a coarser date than asked is refused."""
    if _FINENESS.index(stated.precision) < _FINENESS.index(comparison.precision):
        return Acceptance.REFUSED
    precision = comparison.precision
    return _verdict(
        to_precision(stated.value, precision) == to_precision(comparison.value, precision)
    )


def accepts_choice(comparison: ChoiceComparison, stated: StatedChoice) -> Acceptance:
    """Find the option by its wordings; a wording that is not known is not decided."""
    option = comparison.option_of(stated.text)
    return Acceptance.UNDECIDED if option is None else _verdict(option == comparison.value)


def accepts_set(comparison: SetComparison, stated: StatedSet) -> Acceptance:
    """Count the members found, by folded wording, and look for others."""
    expected = {folded(member) for member in comparison.members}
    found = {folded(member) for member in stated.members}
    has_extras = not found <= expected
    is_clean = comparison.extras == "allowed" or not has_extras
    return _verdict(is_clean and len(found & expected) >= comparison.needed)


def accepts_sequence(comparison: SequenceComparison, stated: StatedSequence) -> Acceptance:
    """Compare members and order; for `rank` others may stand between, none may be repeated."""
    expected = [folded(member) for member in comparison.members]
    found = [folded(member) for member in stated.members]
    if comparison.order == "rank":
        found = [member for member in found if member in expected]
    return _verdict(found == expected)
