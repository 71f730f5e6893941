"""Which figures only a later source can have taught."""

from decimal import Decimal

import pytest

from gates.later_figures import later_figures


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Revenue was 2,217 thousand crowns.", ["2217000"]),
        ("Revenue was 2,217, against 2,100 the year before.", ["2217"]),
        ("In 2026 there were 12 ships.", []),
        ("Revenue was 2,200.", []),
        ("2,217 here and 2.217 million there", ["2217"]),
        ("a margin of 12.5 %", ["12.5"]),
        ("from 1901 to 2101", ["2101"]),
        ("from 1899 to 2099", ["1899"]),
    ],
)
def test_telling_figures_that_no_known_source_prints(text: str, found: list[str]) -> None:
    known = ("Revenue in 2025: 2,100.", "How many ships?")
    later = later_figures(known, {"LATE": text})
    assert [item.value for item in later] == [Decimal(one) for one in found]
    assert {item.source_id for item in later} <= {"LATE"}


def test_each_later_source_is_named() -> None:
    later = later_figures((), {"A": "2,217", "B": "2,217 and 3,141"})
    assert [(item.source_id, int(item.value)) for item in later] == [
        ("A", 2217),
        ("B", 2217),
        ("B", 3141),
    ]
