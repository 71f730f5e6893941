"""Comparisons in words: what is expected and how it is compared."""

from datetime import date

import pytest

from contracts.comparison import (
    Comparison,
    DateComparison,
    expected_text,
    rule_text,
)
from tests.contracts.comparisons import (
    ALL,
    CHOICE,
    EXACT,
    EXACT_ONES,
    GUIDANCE,
    JUDGED,
    RANK,
    TWO,
    absolute,
    number,
    relative,
)

WORDS = [
    (
        number("11.768121%"),
        "11.8 %",
        "rounded half up to 1 decimal place; no other tolerance",
    ),
    (
        EXACT_ONES,
        "USD 13,289 thousand",
        "rounded half up to a whole number; no other tolerance",
    ),
    (
        number("349.99", 0, "floor"),
        "349",
        "rounded to the lower value to a whole number; no other tolerance",
    ),
    (
        number("$13,289,412", -3, "half_even"),
        "USD 13,289,000",
        "rounded half to even to a multiple of 1,000; no other tolerance",
    ),
    (
        number("$2.7249 per share", 2, "down"),
        "USD 2.72 per share",
        "cut off to 2 decimal places; no other tolerance",
    ),
    (
        number("11.8%", band=absolute("0.1")),
        "11.8 %",
        "at most 0.1 percentage points away from the expected value (the source rounds)",
    ),
    (
        number("USD 13,289 thousand", 0, band=absolute("5")),
        "USD 13,289 thousand",
        "at most USD 5 thousand away from the expected value (the source rounds)",
    ),
    (
        number("USD 13,289 thousand", 0, band=relative("0.5")),
        "USD 13,289 thousand",
        "at most 0.5 % of the expected value away from it (a ratio of rounded figures)",
    ),
    (
        GUIDANCE,
        "USD 2.10 billion to USD 2.3 billion",
        "both ends must be stated; the ends are included",
    ),
    (
        GUIDANCE.model_copy(update={"inclusive": False}),
        "USD 2.10 billion to USD 2.3 billion",
        "both ends must be stated; the ends are not included",
    ),
    (
        DateComparison(value=date(2026, 1, 9), precision="month"),
        "2026-01",
        "the month must be right; a more precise date may be given",
    ),
    (DateComparison(value=date(2026, 1, 9), precision="year"), "2026", None),
    (DateComparison(value=date(2026, 1, 9), precision="day"), "2026-01-09", None),
    (CHOICE, "Mean of ratios", "one of: Mean of ratios; Ratio of sums"),
    (ALL, "Ohio; Texas; Utah", "all 3 must be named; others may be named"),
    (TWO, "Ohio; Texas; Utah", "at least 2 of 3 must be named; no others may be named"),
    (EXACT, "Ohio, then Texas, then Utah", "in this order; no others"),
    (RANK, "Ohio, then Texas, then Utah", "in this order; others may stand between"),
    (
        JUDGED[0],
        "Traffic drove the increase",
        "must say: traffic grew; more than check. Must not say: menu prices fell",
    ),
    (JUDGED[1], "Traffic grew", "must say: traffic grew"),
    (
        JUDGED[2],
        "one of these positions: yes; no",
        "must weigh: growth; leverage. Passes: weighs both. Fails: names a price only",
    ),
    (
        JUDGED[3],
        "not determinable: not disclosed by the cutoff",
        "say so and name the nearest figure",
    ),
    (
        JUDGED[4],
        "a forecast from 3 % to 5 %",
        "from what was known on 2026-01-09; later actual values are not accepted. "
        "Method: uses the company's guidance",
    ),
    (
        JUDGED[5],
        "a forecast from 3 % to 5 %",
        "from what was known on 2026-01-09; later actual values are not accepted",
    ),
]


@pytest.mark.parametrize(("comparison", "expected", "rule"), WORDS)
def test_comparisons_in_words(comparison: Comparison, expected: str, rule: str | None) -> None:
    assert expected_text(comparison) == expected
    if rule is not None:
        assert rule_text(comparison) == rule
