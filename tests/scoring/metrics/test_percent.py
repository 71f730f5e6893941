"""Percent of the maximum: exact, unclipped, and a range while a row is open."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.errors import InputError
from scoring.metrics.percent import (
    AnsweredQuery,
    GradedRow,
    RowVerdict,
    mean_percent,
    percent_of_maximum,
)

VERDICTS: st.SearchStrategy[RowVerdict] = st.sampled_from(["pass", "fail", "not_judged"])


def rows(*graded: tuple[int, RowVerdict]) -> tuple[GradedRow, ...]:
    return tuple(
        GradedRow(row_id=f"R{index}", points=points, verdict=verdict)
        for index, (points, verdict) in enumerate(graded)
    )


@pytest.mark.parametrize(
    ("graded", "low", "high"),
    [
        (rows((6000, "pass"), (2000, "fail"), (2000, "pass")), 80, 80),
        (rows((6000, "fail"), (2000, "fail"), (2000, "fail")), 0, 0),
        (rows((6000, "pass"), (2000, "not_judged"), (2000, "fail")), 60, 80),
        (rows((100, "pass"), (100, "fail"), (100, "fail")), Fraction(100, 3), Fraction(100, 3)),
        # Points taken away: the maximum is that of the positive rows, and nothing is clipped.
        (rows((400, "fail"), (-200, "pass")), -50, -50),
        (rows((400, "pass"), (-200, "not_judged")), 50, 100),
    ],
)
def test_percent_is_exact_and_a_range_while_a_row_is_open(
    graded: tuple[GradedRow, ...], low: Fraction, high: Fraction
) -> None:
    found = percent_of_maximum(graded)
    assert (found.low, found.high) == (low, high)
    assert found.percent == (low if low == high else None)


def test_a_row_not_judged_gives_no_score_even_where_it_holds_no_points() -> None:
    assert percent_of_maximum(rows((100, "pass"), (0, "not_judged"))).percent is None


@pytest.mark.parametrize(
    ("graded", "word"),
    [
        ((), "no row has positive points"),
        (rows((-100, "pass")), "no row has positive points"),
        (rows((100, "pass")) * 2, "graded twice"),
    ],
)
def test_rows_without_a_maximum_or_twice_are_refused(
    graded: tuple[GradedRow, ...], word: str
) -> None:
    with pytest.raises(InputError, match=word):
        percent_of_maximum(graded)


@pytest.mark.parametrize("points", [60.0, "60", True, float("nan"), None])
def test_points_are_integers_and_nothing_else(points: object) -> None:
    with pytest.raises(ValidationError, match="points"):
        GradedRow.model_validate({"row_id": "R1", "points": points, "verdict": "pass"})


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(1, 10_000), VERDICTS), min_size=1, max_size=8))
def test_percent_stays_in_range_and_judging_an_open_row_stays_within_its_bounds(
    graded: list[tuple[int, RowVerdict]],
) -> None:
    before = percent_of_maximum(rows(*graded))
    assert 0 <= before.low <= before.high <= 100
    words: tuple[RowVerdict, ...] = ("pass", "fail")
    for settled in words:
        closed: list[tuple[int, RowVerdict]] = [
            (points, settled if verdict == "not_judged" else verdict) for points, verdict in graded
        ]
        after = percent_of_maximum(rows(*closed)).percent
        assert after is not None
        assert before.low <= after <= before.high


def test_mean_leaves_incomplete_answers_out_and_counts_them() -> None:
    queries = (
        AnsweredQuery(query_id="b", percents=(Fraction(100), None)),
        AnsweredQuery(query_id="a", percents=(Fraction(0), Fraction(50))),
        AnsweredQuery(query_id="c", percents=(None,)),
    )
    found = mean_percent(queries)
    assert found.value == 50
    assert (found.items, found.unjudged, found.queries) == (3, 2, 2)


def test_mean_of_nothing_is_nothing() -> None:
    assert mean_percent((AnsweredQuery(query_id="a", percents=(None,)),)).value is None


def test_mean_refuses_a_query_twice() -> None:
    query = AnsweredQuery(query_id="a", percents=(Fraction(0),))
    with pytest.raises(InputError, match="'a' stands twice"):
        mean_percent((query, query))
