"""Dates in all usual spellings, each with every way it can be read."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.date_mentions import Days, date_mentions

NINTH = date(2026, 1, 9)


def days(*found: date) -> list[Days]:
    return [Days(day, day) for day in found]


@pytest.mark.parametrize(
    "text",
    [
        "January 9, 2026",
        "JANUARY 9 2026",
        "Jan. 9th, 2026",
        "Jan 9 '26",
        "January the ninth of 2026",
        "9 Jan 2026",
        "9-Jan-2026",
        "9th of January, 2026",
        "the ninth of January 2026",
        "2026-01-09",
        "2026/1/9",
        "2026.01.09",
        "20260109",
        "\uff12\uff10\uff12\uff16\uff0d\uff10\uff11\uff0d\uff10\uff19",
        "2026\u201101\u201109",
        "January\u00a09,\u00a02026",
        "13/1/2026 is later than 2026-01-09",
    ],
)
def test_one_reading(text: str) -> None:
    assert [list(mention.readings) for mention in date_mentions(text)][-1] == days(NINTH)


@pytest.mark.parametrize("text", ["1/9/2026", "1/9/26", "01.09.2026", "1-9-2026", "1 / 9 / 2026"])
def test_day_and_month_can_change_places(text: str) -> None:
    (mention,) = date_mentions(f"as of {text}, what")
    assert list(mention.readings) == days(NINTH, date(2026, 9, 1))


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("13/1/2026", days(date(2026, 1, 13))),
        ("1/1/2026", days(date(2026, 1, 1))),
        ("29 February 2024", days(date(2024, 2, 29))),
        ("twenty first of May 2025", days(date(2025, 5, 21))),
        ("the thirtieth of June 2025", days(date(2025, 6, 30))),
        ("May the thirty-first, 2025", days(date(2025, 5, 31))),
        ("31 December '99", days(date(2099, 12, 31))),
        ("January 2026", [Days(date(2026, 1, 1), date(2026, 1, 31))]),
        ("Sept. 2025", [Days(date(2025, 9, 1), date(2025, 9, 30))]),
    ],
)
def test_other_readings(text: str, readings: list[Days]) -> None:
    (mention,) = date_mentions(text)
    assert list(mention.readings) == readings


@pytest.mark.parametrize(
    "text",
    ["2026-02-30", "13/13/2026", "May 5", "Q3 2025", "version 10.5.2", "29 February 2026", ""],
)
def test_no_date(text: str) -> None:
    assert date_mentions(text) == ()


def test_mentions_stand_in_order_and_do_not_overlap() -> None:
    text = "From March 31, 2024 to 5 April 2024, as of 2025-01-02"
    found = date_mentions(text)
    assert [mention.text for mention in found] == ["march 31, 2024", "5 april 2024", "2025-01-02"]
    assert all(text.casefold()[m.start : m.end] == m.text for m in found)


@given(st.dates(min_value=date(1990, 1, 1), max_value=date(2099, 12, 31)))
def test_every_day_is_read_in_every_spelling(day: date) -> None:
    name = day.strftime("%B")
    for text in (
        day.isoformat(),
        f"{name} {day.day}, {day.year}",
        f"{day.day} {name[:3]} {day.year}",
        f"{day.month}/{day.day}/{day.year}",
        f"{day.day}.{day.month}.{day.year}",
    ):
        (mention,) = date_mentions(text)
        assert Days(day, day) in mention.readings


@given(st.text(max_size=60))
def test_any_text_can_be_searched(text: str) -> None:
    assert all(mention.readings for mention in date_mentions(text))
