"""Which observations are of one series, and which lengths a named period may have."""

from datetime import date, timedelta

import pytest

from contracts.contract import Json
from contracts.evidence import Observation
from contracts.period import Period
from gates.series import odd_length, series_of
from tests.builders import texas_evidence
from tests.contract_edit import NewValue, with_body

FIRST = date(2023, 1, 1)


@pytest.mark.parametrize(
    ("kind", "days", "is_odd"),
    [
        ("fiscal_quarter", 69, True),
        ("fiscal_quarter", 70, False),
        ("fiscal_quarter", 119, False),
        ("fiscal_quarter", 120, True),
        ("fiscal_year", 349, True),
        ("fiscal_year", 350, False),
        ("fiscal_year", 378, False),
        ("fiscal_year", 379, True),
        ("month", 27, True),
        ("month", 28, False),
        ("month", 31, False),
        ("month", 32, True),
        ("entity", 1, False),
    ],
)
def test_lengths(kind: str, days: int, *, is_odd: bool) -> None:
    period = Period(start=FIRST, end=FIRST + timedelta(days=days - 1))
    found = odd_length(kind, period)
    assert (found is not None) is is_odd
    if found is not None:
        assert found == f"{days} days are no {kind.replace('_', ' ')}"


def test_an_instant_has_no_length() -> None:
    assert odd_length("month", Period(start=None, end=FIRST)) is None


READ = texas_evidence().observations[0]
BASIS: list[Json] = [
    {"key": "recast", "value": "As reported"},
    {"key": "accounting", "value": "yes"},
]


def changed(path: str, value: NewValue, item: Observation = READ) -> Observation:
    return with_body(item, path, value)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/subject/scheme", "series"),
        ("/subject/id", "0000000002"),
        ("/subject/part", "Jaggers"),
        ("/measure", "revenue"),
        ("/basis", BASIS),
    ],
)
def test_what_makes_another_series(path: str, value: NewValue) -> None:
    assert series_of(changed(path, value)) != series_of(READ)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/value", "1"),
        ("/id", "OBS99"),
        ("/period/fiscal_quarter", 4),
        ("/subject/part", READ.subject.part.upper()),
        ("/measure", READ.measure.upper()),
        ("/vintage", "2025-12-18"),
    ],
)
def test_what_leaves_the_series_as_it_is(path: str, value: NewValue) -> None:
    assert series_of(changed(path, value)) == series_of(READ)


def test_a_basis_counts_whatever_its_order_and_case() -> None:
    one = changed("/basis", BASIS)
    other = changed(
        "/basis", [{"key": "accounting", "value": "Yes"}, {"key": "recast", "value": "as reported"}]
    )
    assert series_of(one) == series_of(other)
    third = changed(
        "/basis", [{"key": "accounting", "value": "no"}, {"key": "recast", "value": "so"}]
    )
    assert series_of(one) != series_of(third)
