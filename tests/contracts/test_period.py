"""Periods: intervals of days, and the algebra that replaces fiscal labels."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.contract import canonical, parse_contract
from contracts.errors import ContractError
from contracts.period import Period, PeriodError


def period(start: str | None, end: str, label: str | None = None) -> Period:
    first = None if start is None else date.fromisoformat(start)
    return Period(start=first, end=date.fromisoformat(end), label=label)


FY2024 = period("2023-12-27", "2024-12-31", "FY2024")
WEEKS_39 = period("2023-12-27", "2024-09-24", "39 weeks")
INSTANT = period(None, "2024-12-31")


def days() -> st.SearchStrategy[date]:
    return st.dates(min_value=date(1990, 1, 1), max_value=date(2100, 12, 31))


def periods() -> st.SearchStrategy[Period]:
    return st.builds(
        lambda first, length: Period(start=first, end=first + timedelta(days=length)),
        days(),
        st.integers(0, 800),
    )


def test_texas_roadhouse_fourth_quarter_2024_has_14_weeks() -> None:
    assert (FY2024.days, FY2024.weeks) == (371, 53)
    assert WEEKS_39.weeks == 39
    fourth = FY2024.minus(WEEKS_39)
    assert fourth == period("2024-09-25", "2024-12-31")
    assert fourth.weeks == 14
    assert WEEKS_39.union(fourth).same_interval(FY2024)
    assert WEEKS_39.union(fourth).label is None


@pytest.mark.parametrize(
    ("found", "number", "weeks"),
    [
        (period("2024-01-01", "2024-12-31"), 366, None),
        (period("2025-01-01", "2025-12-31"), 365, None),
        (period("2024-02-29", "2024-02-29"), 1, None),
        (period("2024-01-01", "2024-01-07"), 7, 1),
        (INSTANT, 0, None),
    ],
)
def test_lengths(found: Period, number: int, weeks: int | None) -> None:
    assert (found.days, found.weeks) == (number, weeks)


YEAR = period("2024-01-01", "2024-12-31")
Q1 = period("2024-01-01", "2024-03-31")
Q2 = period("2024-04-01", "2024-06-30")
Q3 = period("2024-07-01", "2024-09-30")
Q4 = period("2024-10-01", "2024-12-31")


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), YEAR),
        ((Q1,), period("2024-04-01", "2024-12-31")),
        ((Q4, Q1), period("2024-04-01", "2024-09-30")),
        ((Q3, Q1, Q2), Q4),
        ((Q1, Q3, Q4), Q2),
    ],
)
def test_minus(others: tuple[Period, ...], expected: Period) -> None:
    assert YEAR.minus(*others) == expected


@pytest.mark.parametrize(
    ("whole", "others", "message"),
    [
        (YEAR, (Q2,), "2 intervals"),
        (YEAR, (Q1, Q3), "2 intervals"),
        (YEAR, (YEAR,), "0 intervals"),
        (YEAR, (Q1, Q2, Q3, Q4), "0 intervals"),
        (YEAR, (Q1, Q1), "overlaps"),
        (YEAR, (Q1, period("2024-03-31", "2024-06-30")), "overlaps"),
        (Q1, (YEAR,), "not inside"),
        (Q1, (Q2,), "not inside"),
        (Q2, (period("2024-03-31", "2024-04-30"),), "not inside"),
        (YEAR, (INSTANT,), "not an interval"),
        (INSTANT, (), "not an interval"),
    ],
)
def test_minus_refuses(whole: Period, others: tuple[Period, ...], message: str) -> None:
    with pytest.raises(PeriodError, match=message):
        whole.minus(*others)


def test_union() -> None:
    assert Q2.union(Q4, Q1, Q3) == YEAR
    assert Q1.union() == Q1


@pytest.mark.parametrize(
    ("first", "others", "message"),
    [
        (Q1, (Q3,), "gap"),
        (Q1, (Q1,), "overlaps"),
        (Q1, (YEAR,), "overlaps"),
        (Q1, (INSTANT,), "not an interval"),
        (INSTANT, (), "not an interval"),
    ],
)
def test_union_refuses(first: Period, others: tuple[Period, ...], message: str) -> None:
    with pytest.raises(PeriodError, match=message):
        first.union(*others)


def test_overlap_and_order() -> None:
    assert YEAR.overlaps(Q3)
    assert Q3.overlaps(YEAR)
    assert not Q1.overlaps(Q2)
    assert Q4.overlaps(INSTANT)
    assert not INSTANT.overlaps(Q3)
    assert Q1.precedes(Q2)
    assert not Q2.precedes(Q1)
    assert not Q1.precedes(Q3)
    assert period(None, "2023-12-31").precedes(Q1)
    assert not Q4.precedes(period(None, "2025-01-01"))
    assert Q4.same_interval(period("2024-10-01", "2024-12-31", "the fourth quarter"))
    assert not INSTANT.same_interval(Q4)


@pytest.mark.parametrize(
    "data",
    [
        b'{"start":"2024-01-02","end":"2024-01-01"}',
        b'{"start":"2024-02-30","end":"2024-03-01"}',
        b'{"end":"2024-03-01"}',
        b'{"start":null,"end":"0001-01-01"}',
        b'{"start":null,"end":"9999-12-31"}',
        b'{"start":null,"end":"2024-1-1"}',
        b'{"start":null,"end":1704067200}',
        b'{"start":null,"end":"2024-01-01","fiscal_quarter":5}',
        b'{"start":null,"end":"2024-01-01","fiscal_quarter":"1"}',
        b'{"start":null,"end":"2024-01-01","fiscal_year":true}',
        b'{"start":null,"end":"2024-01-01","label":" "}',
    ],
)
def test_faulty_periods_are_refused(data: bytes) -> None:
    with pytest.raises(ContractError):
        parse_contract(data, Period)


def test_a_fiscal_year_may_end_in_the_next_calendar_year() -> None:
    found = Period(
        start=date(2025, 2, 2),
        end=date(2026, 1, 31),
        label="FY2025",
        fiscal_year=2025,
        fiscal_quarter=4,
    )
    assert found.weeks == 52
    assert parse_contract(canonical(found), Period) == found


def test_start_after_end_is_refused_in_python_too() -> None:
    with pytest.raises(ValidationError, match="after its end"):
        period("2024-01-02", "2024-01-01")


@given(periods(), st.data())
def test_minus_and_union_undo_each_other(whole: Period, data: st.DataObject) -> None:
    if whole.days < 2:
        return
    cut = whole.first + timedelta(days=data.draw(st.integers(1, whole.days - 1)))
    head = Period(start=whole.start, end=cut - timedelta(days=1))
    tail = Period(start=cut, end=whole.end)
    assert whole.minus(head) == tail
    assert whole.minus(tail) == head
    assert tail.union(head) == whole
    assert head.days + tail.days == whole.days
    assert head.precedes(tail)


@given(periods(), periods())
def test_overlap_is_symmetric_and_excludes_order(first: Period, second: Period) -> None:
    assert first.overlaps(second) is second.overlaps(first)
    if first.precedes(second):
        assert not first.overlaps(second)
        assert first.union(second).days == first.days + second.days


@given(periods())
def test_periods_round_trip(found: Period) -> None:
    assert parse_contract(canonical(found), Period) == found
