"""Mean absolute error: over pairs, with failures at the reference score."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from pydantic import ValidationError

from contracts.errors import InputError
from scoring.metrics.absolute_error import mean_absolute_error
from scoring.metrics.paired_scores import ScoredAnswer, ScoredQuery, on_common_answers
from tests.scoring.metrics.tables import scored, scored_queries


def test_pairs_weigh_equally_not_queries() -> None:
    queries = (scored("a", (0, 30)), scored("b", (50, 50), (50, 40), (10, 10)))
    assert mean_absolute_error(queries, failed="count").value == 10  # (30 + 0 + 10 + 0) / 4


def test_error_is_exact_until_it_is_printed() -> None:
    thirds = scored("a", (Fraction(100, 3), Fraction(200, 3)), (0, 0), (0, 0))
    assert mean_absolute_error((thirds,), failed="count").value == float(Fraction(100, 9))


def test_error_of_a_failed_query_is_the_reference_score_never_zero() -> None:
    queries = (scored("a", (40, 40)), scored("b", (80, None), (60, None), failed=True))
    counted = mean_absolute_error(queries, failed="count")
    assert counted.value == pytest.approx(140 / 3)
    assert (counted.failed, counted.items) == (1, 3)
    excluded = mean_absolute_error(queries, failed="exclude")
    assert excluded.value == 0
    assert (excluded.failed, excluded.items) == (1, 1)


def test_incomplete_answers_are_left_out_and_counted() -> None:
    queries = (
        scored("a", (100, None), (None, 0), (20, 10)),
        scored("b", (None, None), (70, None), failed=True),
    )
    found = mean_absolute_error(queries, failed="count")
    assert found.value == 40  # (10 + 70) / 2
    assert found.unjudged == 3
    assert mean_absolute_error(queries, failed="exclude").unjudged == 2


@settings(max_examples=25)
@given(scored_queries())
def test_error_is_bounded_and_blind_to_the_side_and_to_order(
    queries: tuple[ScoredQuery, ...],
) -> None:
    found = mean_absolute_error(queries, failed="count")
    assert found == mean_absolute_error(queries[::-1], failed="count")
    assert found.value is None or 0 <= found.value <= 100
    swapped = tuple(
        scored(query.query_id, *((a.generated, a.reference) for a in query.answers))
        for query in queries
        if not query.is_failed
    )
    both = mean_absolute_error(queries, failed="exclude")
    assert mean_absolute_error(swapped, failed="exclude").value == both.value


def test_pairing_keeps_only_answers_complete_in_both_sources() -> None:
    first = (scored("a", (0, 10), (0, None)), scored("b", (40, None), (60, None), failed=True))
    second = (scored("a", (0, 20), (0, 90)), scored("b", (40, 40), (60, None)))
    one, other = on_common_answers(first, second)
    left, right = (mean_absolute_error(side, failed="count") for side in (one, other))
    assert (left.value, right.value) == (25, 10)  # (10 + 40) / 2 and (20 + 0) / 2
    assert left.items == right.items == 2


@pytest.mark.parametrize(
    ("second", "word"),
    [
        (scored("a", (0, 10)), "one side only"),
        (scored("b", (0, 10), (50, 10)), "one side only"),
        (scored("a", (0, 10), (51, 10)), "two reference scores"),
    ],
)
def test_pairing_refuses_other_answers_and_other_references(second: ScoredQuery, word: str) -> None:
    with pytest.raises(InputError, match=word):
        on_common_answers((scored("a", (0, 10), (50, 10)),), (second,))


def test_contradictory_queries_are_refused() -> None:
    answer = ScoredAnswer(answer_id="a", reference=Fraction(1), generated=Fraction(2))
    with pytest.raises(ValidationError, match="'q' failed but has scores"):
        ScoredQuery(query_id="q", answers=(answer,), is_failed=True)
    with pytest.raises(ValidationError, match="'q' has an answer twice"):
        ScoredQuery(query_id="q", answers=(answer, answer))
