"""Faults of public scorers, one test each, under the thread that reported it.

Only those that arithmetic can commit; parsing, retries, prices and prompts are tested with the
judges' clients.
"""

import math
from fractions import Fraction

import pytest
from pydantic import ValidationError

from contracts.covered_query import MatchVote
from scoring.metrics.absolute_error import mean_absolute_error
from scoring.metrics.bootstrap import draw_queries, marginal_interval, paired_difference
from scoring.metrics.judge_agreement import flips, judge_agreement
from scoring.metrics.kendall import mean_tau_b
from scoring.metrics.paired_scores import ScoredAnswer
from scoring.metrics.pairwise_accuracy import pairwise_accuracy
from scoring.metrics.percent import AnsweredQuery, GradedRow, mean_percent, percent_of_maximum
from tests.scoring.metrics.tables import ballots, figure, scored


def test_autorubric_failed_calls_do_not_leave_a_full_score() -> None:
    """5 of 20 criteria vanished with their call, and the answer scored 1.0 without an error."""
    rows = tuple(
        GradedRow(row_id=f"R{at}", points=500, verdict="not_judged" if at < 5 else "pass")
        for at in range(20)
    )
    found = percent_of_maximum(rows)
    assert found.percent is None
    assert (found.low, found.high, found.unjudged_rows) == (75, 100, 5)


def test_rubric_missing_verdicts_are_not_failed_rows() -> None:
    """A judge that answered 15 of 20 left the other five unmet: 0.75 instead of no score."""
    rows = [GradedRow(row_id=f"R{at}", points=500, verdict="pass") for at in range(15)]
    rows += [GradedRow(row_id=f"R{at}", points=500, verdict="not_judged") for at in range(15, 20)]
    assert percent_of_maximum(rows).percent is None


def test_rubric_nan_weight_is_refused() -> None:
    """`weight: NaN` was accepted, and the score was 1.0."""
    with pytest.raises(ValidationError, match="points"):
        GradedRow.model_validate({"row_id": "R1", "points": math.nan, "verdict": "pass"})


def test_gandalf_the_word_false_is_not_true() -> None:
    """`{"met": "false"}` was read as met."""
    with pytest.raises(ValidationError, match="demand"):
        MatchVote.model_validate({"judge": "j", "demand": "false", "value": True})


def test_archipelago_97_an_unreadable_judgement_is_no_zero() -> None:
    """A right answer scored 0.0 after ten replies that could not be parsed."""
    queries = (
        AnsweredQuery(query_id="read", percents=(Fraction(80),)),
        AnsweredQuery(query_id="unread", percents=(None,)),
    )
    found = mean_percent(queries)
    assert (found.value, found.items, found.unjudged) == (80, 1, 1)


def test_vllm_omni_7317_a_missing_score_is_neither_zero_nor_ok() -> None:
    """Missing or invalid scores became 0 or passed."""
    queries = (scored("q", (80, 80), (80, None)),)
    found = mean_absolute_error(queries, failed="count")
    assert (found.value, found.items, found.unjudged) == (0, 1, 1)
    assert pairwise_accuracy(queries, failed="count").figure.items == 0


@pytest.mark.parametrize("verdict", [None, "", True, 1, "PASS"])
def test_promptfoo_2084_a_verdict_must_be_said(verdict: object) -> None:
    """A reply without `pass` counted as passed."""
    with pytest.raises(ValidationError, match="verdict"):
        GradedRow.model_validate({"row_id": "R1", "points": 100, "verdict": verdict})


def test_promptfoo_7040_grader_errors_have_a_count_of_their_own() -> None:
    """Errors of the grader were counted as successes of the attack: among the judged."""
    found = judge_agreement(ballots([["pass", "fail", None], ["pass", "pass", None]]))
    assert found.missing_votes == 2
    assert (found.pairs.count, found.pairs.of) == (1, 2)


def test_ragas_1856_no_figure_is_ever_nan() -> None:
    """Scores were NaN without a warning."""
    empty = (scored("q", (None, None)),)
    rank, error, accuracy = (
        mean_tau_b(empty, failed="count").figure,
        mean_absolute_error(empty, failed="count"),
        pairwise_accuracy(empty, failed="count").figure,
    )
    assert [found.value for found in (rank, error, accuracy)] == [None] * 3
    assert [found.unjudged for found in (rank, error, accuracy)] == [1] * 3
    found = judge_agreement(ballots([["pass", "pass"], ["pass", "pass"]]))
    assert (found.alpha, found.kappa, found.pairs.rate) == (None, None, 1.0)


@pytest.mark.parametrize("score", ["0.8", 0.8, 8, True, math.nan])
def test_uqlm_468_scores_are_exact_numbers_not_texts_or_floats(score: object) -> None:
    """ "0.8" was parsed as 0.08."""
    with pytest.raises(ValidationError, match="generated"):
        ScoredAnswer.model_validate({"answer_id": "a", "reference": None, "generated": score})


def test_deepeval_1265_verdicts_that_change_from_run_to_run_are_shown() -> None:
    """The same answer got another verdict with each run, and nothing said so."""
    found = flips(ballots([["pass"], ["pass"]]), ballots([["pass"], ["fail"]]))
    assert found.all.rate == 0.5


def test_scipy_5755_constant_generated_scores_count_zero_by_rule() -> None:
    """tau of a constant side was NaN, which drops the query or spoils the mean."""
    found = mean_tau_b(
        (scored("a", (0, 50), (90, 50)), scored("b", (0, 1), (9, 2))), failed="count"
    )
    assert found.figure.value == 0.5
    assert found.constant_generated == 1


def test_skordinal_127_constant_reference_scores_are_no_zero() -> None:
    """tau of a constant side became 0 on either side: no source could have done better."""
    found = mean_tau_b(
        (scored("a", (50, 0), (50, 90)), scored("b", (0, 1), (9, 2))), failed="count"
    )
    assert found.figure.value == 1
    assert found.constant_reference == 1


def test_scipy_14351_data_without_variation_has_an_interval() -> None:
    """BCa intervals were NaN on degenerate data."""
    same = figure(*[40] * 8)
    interval = marginal_interval(same, draw_queries([p.query_id for p in same.parts], seed=1))
    assert interval is not None
    assert (interval.low, interval.high, interval.with_value) == (40, 40, 10_000)


def test_lm_evaluation_harness_3831_paired_data_get_a_paired_test() -> None:
    """An unpaired test on the same items hid a difference that every item shows."""
    levels = range(0, 100, 10)
    first, second = figure(*(level + 1 for level in levels)), figure(*levels)
    resample = draw_queries([part.query_id for part in first.parts], seed=1)
    found = paired_difference(first, second, resample).interval
    alone = marginal_interval(second, resample)
    assert found is not None
    assert alone is not None
    assert (found.low, found.high) == (1, 1)
    assert alone.high - alone.low > 30


def test_arena_hard_8_identical_copies_have_identical_intervals_and_are_tied() -> None:
    """Without a seed, two copies of one model had different intervals."""
    one, copy = figure(*range(12)), figure(*range(12))
    ids = [part.query_id for part in one.parts]
    first, second = draw_queries(ids, seed=5), draw_queries(ids, seed=5)
    assert marginal_interval(one, first) == marginal_interval(copy, second)
    found = paired_difference(one, copy, first)
    assert (found.value, found.separation) == (0, "tied")
    assert found.interval is not None
    assert (found.interval.low, found.interval.high) == (0, 0)


def test_cryptoanalystbench_f1_failed_judgements_never_make_a_ranking() -> None:
    """Every judge call failed, every system scored 1, and the first one shown won."""
    nothing = figure(*[None] * 20)
    found = paired_difference(
        nothing, nothing, draw_queries([part.query_id for part in nothing.parts], seed=1)
    )
    assert (found.value, found.interval, found.separation, found.queries) == (None, None, None, 0)
