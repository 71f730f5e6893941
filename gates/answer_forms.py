"""A value as an answer states it, in unit and scale of what is expected."""

from decimal import Decimal

from contracts.comparison import NumberComparison
from contracts.number_text import MAX_DIGITS
from contracts.quantity import plain_text
from contracts.stated import StatedNumber


def as_form(comparison: NumberComparison, value: Decimal) -> StatedNumber | None:
    """The value as an answer states it; None where it has more digits than a figure may have."""
    text = plain_text(value.copy_abs() if value.is_zero() else value)
    if sum(mark.isdigit() for mark in text) > MAX_DIGITS:
        return None
    expected = comparison.expected
    return StatedNumber(value=Decimal(text), unit=expected.unit, scale=expected.scale)
