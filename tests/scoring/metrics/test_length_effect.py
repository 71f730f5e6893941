"""The effect of length on scores, within queries."""

from fractions import Fraction

import pytest

from scoring.metrics.length_effect import MeasuredAnswer, MeasuredQuery, length_effect


def measured(query_id: str, *answers: tuple[int, int | None]) -> MeasuredQuery:
    return MeasuredQuery(
        query_id=query_id,
        answers=tuple(
            MeasuredAnswer(
                answer_id=f"a{index}",
                characters=characters,
                percent=None if percent is None else Fraction(percent),
            )
            for index, (characters, percent) in enumerate(answers)
        ),
    )


def test_slope_is_in_points_per_doubling() -> None:
    query = measured("a", (100, 20), (200, 25), (400, 30), (800, 35))
    assert length_effect((query,)).figure.value == pytest.approx(5)


def test_hard_queries_with_long_answers_do_not_make_length_look_bad() -> None:
    easy = measured("easy", (100, 90), (200, 95))
    hard = measured("hard", (6400, 10), (12800, 15))
    assert length_effect((easy, hard)).figure.value == pytest.approx(5)


def test_empty_and_unjudged_answers_are_left_out_and_counted() -> None:
    query = measured("a", (100, 20), (200, 25), (0, 0), (0, None), (300, None))
    found = length_effect((query,))
    assert found.figure.value == pytest.approx(5)
    assert (found.empty, found.figure.unjudged, found.figure.items) == (2, 1, 2)


def test_equal_lengths_have_no_say() -> None:
    found = length_effect((measured("a", (100, 20), (100, 90)),))
    assert found.figure.value is None
    assert found.figure.queries == 0
