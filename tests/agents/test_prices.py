"""Prices by the day, and costs to the millionth of a dollar."""

from datetime import date
from decimal import Decimal

import pytest

from agents.prices import PriceTable, cost_of, dollars, worst_of
from contracts.model import Usage
from contracts.model_setup import Price


def price(since: str = "2026-11-01", above: int = 0, model: str = "a/m", **dollars_: str) -> Price:
    found = {"input": "4.00", "output": "20.00"} | dollars_
    return Price(
        model=model,
        since=date.fromisoformat(since),
        above_input_tokens=above,
        input=Decimal(found["input"]),
        cached_input=Decimal(found["cached"]) if "cached" in found else None,
        cache_write=Decimal(found["write"]) if "write" in found else None,
        output=Decimal(found["output"]),
        source="a test",
    )


def priced(changed: dict[str, str]) -> Price:
    return price("2026-11-01", above=0, model="a/m", **changed)


OLD, NEW = price("2026-07-09", input="5"), price("2026-08-21")
LONG = price("2026-08-21", above=272_000, input="8")
TABLE = PriceTable((LONG, NEW, OLD, price("2026-08-21", model="a/other")))


@pytest.mark.parametrize(
    ("model", "day", "tokens", "expected"),
    [
        ("a/m", "2026-07-08", 0, None),
        ("a/m", "2026-07-09", 0, OLD),
        ("a/m", "2026-08-20", 10**6, OLD),
        ("a/m", "2026-08-21", 0, NEW),
        ("a/m", "2027-01-01", 272_000, NEW),
        ("a/m", "2027-01-01", 272_001, LONG),
        ("b/m", "2027-01-01", 0, None),
        ("m", "2027-01-01", 0, None),
    ],
)
def test_price_in_force(model: str, day: str, tokens: int, expected: Price | None) -> None:
    found = TABLE.in_force(model, date.fromisoformat(day), input_tokens=tokens)
    assert found == expected


def test_a_price_for_long_inputs_alone_prices_no_short_one() -> None:
    table = PriceTable((LONG,))
    assert table.in_force("a/m", date(2026, 12, 1), input_tokens=10) is None


@pytest.mark.parametrize(
    ("usage", "changed", "expected"),
    [
        (Usage(input_tokens=1_000_000, output_tokens=1_000_000), {}, 24_000_000),
        (Usage(input_tokens=1, output_tokens=0), {"input": "0.4"}, 0),
        (Usage(input_tokens=1, output_tokens=0), {"input": "0.5"}, 1),
        (Usage(input_tokens=3, output_tokens=0), {"input": "0.5"}, 2),
        (Usage(input_tokens=100, cached_tokens=40, output_tokens=10), {}, 600),
        (
            Usage(input_tokens=100, cached_tokens=40, cache_write_tokens=50, output_tokens=10),
            {"cached": "0.40", "write": "5.00"},
            40 + 16 + 250 + 200,
        ),
        (Usage(input_tokens=10, cached_tokens=50, output_tokens=0), {"cached": "1"}, 10),
        (Usage(input_tokens=10, output_tokens=5, reasoning_tokens=4), {}, 140),
        (Usage(input_tokens=10), {}, None),
        (Usage(output_tokens=10), {}, None),
        (Usage(), {}, None),
    ],
)
def test_cost_of_a_call(usage: Usage, changed: dict[str, str], expected: int | None) -> None:
    assert cost_of(priced(changed), usage) == expected


def test_no_digit_is_lost_on_the_way() -> None:
    fine = price(input="0.000000000000000000000000001", output="123456789.123456789")
    usage = Usage(input_tokens=5 * 10**26, output_tokens=10**9)
    assert cost_of(fine, usage) == 123456789123456790  # half a millionth is rounded up


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({}, 4 * 1_000 + 20 * 500),
        ({"write": "5"}, 5 * 1_000 + 20 * 500),
        ({"cached": "0.4", "write": "1"}, 4 * 1_000 + 20 * 500),
        ({"input": "0.0001", "output": "0"}, 1),
    ],
)
def test_the_worst_case_takes_the_dearest_input_and_all_output(
    changed: dict[str, str], expected: int
) -> None:
    assert worst_of(priced(changed), input_tokens=1_000, output_tokens=500) == expected


@pytest.mark.parametrize(
    ("millionths", "words"),
    [(0, "0.00 USD"), (1, "0.000001 USD"), (9_999, "0.009999 USD"), (1_254_999, "1.25 USD")],
)
def test_dollars_in_words(millionths: int, words: str) -> None:
    assert dollars(millionths) == words
