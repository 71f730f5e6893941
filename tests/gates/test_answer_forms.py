"""A value as an answer states it, up to as many digits as a figure may have."""

from decimal import Decimal

import pytest

from contracts.comparison import NumberComparison
from contracts.number_text import MAX_DIGITS
from gates.answer_forms import as_form
from tests.builders import texas_evidence


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        (Decimal("9" * MAX_DIGITS), Decimal("9" * MAX_DIGITS)),
        (Decimal("9" * (MAX_DIGITS + 1)), None),
        (Decimal("-0.0"), Decimal("0.0")),
    ],
)
def test_as_form(value: Decimal, stated: Decimal | None) -> None:
    comparison = texas_evidence().targets[0].comparison
    assert isinstance(comparison, NumberComparison)
    form = as_form(comparison, value)
    assert (form and str(form.value)) == (None if stated is None else str(stated))
    if form is not None:
        assert (form.unit, form.scale) == (comparison.expected.unit, comparison.expected.scale)
