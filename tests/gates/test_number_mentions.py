"""Numbers however they are written."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.number_mentions import number_mentions


def values(text: str) -> set[Decimal]:
    return {value for mention in number_mentions(text) for value in mention.values}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2,500 and 2500", {"2500"}),
        ("2.5 thousand", {"2500"}),
        ("two thousand five hundred", {"2500"}),
        ("1'234'567.5", {"1234567.5"}),
        ("1\u202f234 or 1\u00a0234", {"1234"}),
        ("$1.5bn", {"1500000000"}),
        ("1,500 million", {"1500000000"}),
        ("10-million", {"10000000"}),
        ("5m people", {"5000000"}),
        ("3 hundred", {"300"}),
        ("4 trillion", {"4000000000000"}),
        ("7k", {"7000"}),
        ("7mm", {"7000000"}),
        ("7 mn", {"7000000"}),
        ("7b", {"7000000000"}),
        ("7tn", {"7000000000000"}),
        ("12%", {"12", "0.12"}),
        ("12 per cent", {"12", "0.12"}),
        ("twelve percent", {"12", "0.12"}),
        ("twenty-five pct", {"25", "0.25"}),
        ("one hundred and five", {"105"}),
        ("seven billion two hundred million", {"7200000000"}),
        ("five or six", {"5", "6"}),
        ("7.5x", {"7.5"}),
        (".5", {"0.5"}),
        ("33.", {"33"}),
        ("\uff13\uff13", {"33"}),
        ("Q3 2025", {"2025"}),
        ("a 10-K and an 8-K", set[str]()),
        ("hundreds of them", set[str]()),
        ("3Q25 and FY24", set[str]()),
        ("1.2.3", set[str]()),
        ("no numbers", set[str]()),
    ],
)
def test_values(text: str, found: set[str]) -> None:
    assert values(text) == {Decimal(value) for value in found}


def test_spelled_numbers_are_told_from_figures() -> None:
    assert [mention.spelled for mention in number_mentions("1 or one")] == [False, True]


@given(st.integers(min_value=0, max_value=10**12))
def test_every_whole_number_is_read(number: int) -> None:
    assert values(f"spent {number:,} on it") == {Decimal(number)}
    assert values(f"spent {number} on it") == {Decimal(number)}
