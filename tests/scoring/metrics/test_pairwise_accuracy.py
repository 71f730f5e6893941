"""Pairwise accuracy against human grades."""

import pytest
from hypothesis import given, settings

from scoring.metrics.kendall import mean_tau_b
from scoring.metrics.paired_scores import ScoredQuery
from scoring.metrics.pairwise_accuracy import pairwise_accuracy
from tests.scoring.metrics.tables import scored, scored_queries


def test_pairs_are_counted_right_tied_wrong_and_not_asked() -> None:
    queries = (
        scored("a", (90, 80), (50, 60), (10, 70)),  # right, right, wrong
        scored("b", (90, 40), (50, 40)),  # tied by the rubric
        scored("c", (50, 40), (50, 10)),  # tied by hand
    )
    found = pairwise_accuracy(queries, failed="count")
    assert (found.right, found.tied, found.wrong, found.human_ties) == (2, 1, 1, 1)
    assert found.figure.value == pytest.approx(2.5 / 4)
    assert (found.figure.items, found.figure.queries) == (4, 2)


def test_answers_are_never_paired_across_queries() -> None:
    queries = (scored("a", (10, 90)), scored("b", (90, 10)))
    assert pairwise_accuracy(queries, failed="count").figure.value is None


def test_failed_query_orders_nothing_unless_excluded() -> None:
    queries = (
        scored("a", (90, 90), (10, 10)),
        scored("b", (90, None), (10, None), (None, None), failed=True),
    )
    counted, excluded = (pairwise_accuracy(queries, failed=f) for f in ("count", "exclude"))
    assert (counted.figure.value, excluded.figure.value) == (0.75, 1.0)
    assert counted.figure.failed == excluded.figure.failed == 1
    assert counted.figure.unjudged == 1


def test_incomplete_answers_are_left_out_and_counted() -> None:
    found = pairwise_accuracy((scored("a", (90, 90), (10, 10), (50, None)),), failed="count")
    assert (found.figure.value, found.figure.items, found.figure.unjudged) == (1.0, 1, 1)


@settings(max_examples=25)
@given(scored_queries())
def test_accuracy_is_a_share_and_turns_round_with_the_scores(
    queries: tuple[ScoredQuery, ...],
) -> None:
    found = pairwise_accuracy(queries, failed="count")
    turned = tuple(
        scored(
            query.query_id,
            *(
                (a.reference, None if a.generated is None else 100 - a.generated)
                for a in query.answers
            ),
            failed=query.is_failed,
        )
        for query in queries
    )
    other = pairwise_accuracy(turned, failed="count")
    assert (found.right, found.tied, found.wrong) == (other.wrong, other.tied, other.right)
    assert found.figure.value is None or 0 <= found.figure.value <= 1


@pytest.mark.parametrize("pairs", [((90, 40), (50, 40)), ((90, None), (50, None))])
def test_what_orders_nothing_stands_at_half_where_tau_stands_at_zero(
    pairs: tuple[tuple[int, int | None], ...],
) -> None:
    query = scored("q", *pairs, failed=pairs[0][1] is None)
    assert pairwise_accuracy((query,), failed="count").figure.value == 0.5
    assert mean_tau_b((query,), failed="count").figure.value == 0
