"""Figures of a revealed study, by hand."""

from collections.abc import Sequence

import pytest

from console.studies.export import preferred_by
from console.studies.results import results_of
from contracts.study import (
    Choice,
    Dimension,
    ExportedDimension,
    ExportedPair,
    ExportedVerdict,
    Overall,
    Preferred,
    Side,
    StudyExport,
)
from tests.contracts.studies import AT, example_export, example_plan

HASH = "0" * 64
CHOICES: dict[str, Overall] = {"a": "a", "b": "b", "t": "tie", "n": "both_bad"}


def study(rows: Sequence[tuple[str, str]], *, dimension: Choice = "a") -> StudyExport:
    """One row per question: its benchmark, and a letter per reviewer, all with left as A."""
    pairs = [
        ExportedPair(
            pair=f"{n:016x}",
            query_id=f"Q{n}",
            benchmark=benchmark,
            question="What?",
            left_sha256=HASH,
            right_sha256=HASH,
        )
        for n, (benchmark, _) in enumerate(rows)
    ]
    verdicts = [
        _verdict(pair.pair, name, CHOICES[letter], dimension)
        for pair, (_, letters) in zip(pairs, rows, strict=True)
        for name, letter in zip(("Ada", "Ben", "Cleo"), letters, strict=True)
        if letter != "."
    ]
    return example_export().model_copy(update={"pairs": tuple(pairs), "verdicts": tuple(verdicts)})


def _verdict(pair: str, name: str, choice: Overall, dimension: Choice) -> ExportedVerdict:
    preferred = preferred_by(dimension, "left")
    return ExportedVerdict(
        pair=pair,
        reviewer=name,
        position=1,
        side_of_a="left",
        choice=choice,
        preferred=preferred_by(choice, "left"),
        dimensions=(ExportedDimension(name="scope", choice=dimension, preferred=preferred),),
        rationale="because of the rows",
        at=AT,
    )


@pytest.mark.parametrize(
    ("choice", "side", "meant"),
    [
        ("a", "left", "left"),
        ("b", "left", "right"),
        ("a", "right", "right"),
        ("b", "right", "left"),
        ("tie", "right", "tie"),
        ("both_bad", "right", "both_bad"),
        ("unsure", "left", "unsure"),
    ],
)
def test_a_choice_means_a_source(choice: Choice, side: Side, meant: Preferred) -> None:
    assert preferred_by(choice, side) == meant


def test_preferences_are_counted_and_tested_by_reviewer() -> None:
    found = results_of(
        study([("x", "aab"), ("x", "aan"), ("x", "atb"), ("x", "abb"), ("x", "aab")])
    )
    ada, ben, cleo = found.by_reviewer
    assert (ada.left, ada.right, ada.p, ada.total) == (5, 0, 0.0625, 5)
    assert (ben.left, ben.right, ben.tie, ben.p) == (3, 1, 1, 0.625)
    assert (cleo.left, cleo.right, cleo.both_bad, cleo.p) == (0, 4, 1, 0.125)
    assert [line.p_holm for line in found.by_reviewer] == [0.1875, 0.625, 0.25]
    assert found.by_reviewer_and_benchmark == ()


def test_a_benchmark_is_tested_over_questions_by_majority() -> None:
    rows = [("x", "aab"), ("x", "abb"), ("x", "abt"), ("y", "nnb"), ("y", "aa.")]
    found = results_of(study(rows))
    whole, x, y = found.by_benchmark
    assert (whole.benchmark, whole.left, whole.right, whole.split, whole.both_bad) == (
        "",
        2,
        1,
        1,
        1,
    )
    assert (x.benchmark, x.left, x.right, x.split, x.p) == ("x", 1, 1, 1, 1.0)
    assert (y.benchmark, y.left, y.both_bad, y.p) == ("y", 1, 1, 1.0)
    places = [(line.reviewer, line.benchmark) for line in found.by_reviewer_and_benchmark]
    assert places == [
        ("Ada", "x"),
        ("Ada", "y"),
        ("Ben", "x"),
        ("Ben", "y"),
        ("Cleo", "x"),
        ("Cleo", "y"),
    ]


def test_agreement_is_that_of_the_paper_s_table() -> None:
    found = results_of(
        study([("x", "aaa"), ("x", "aab"), ("x", "abt"), ("x", "bbb"), ("x", "a..")])
    )
    together = found.together
    assert (together.unanimous.count, together.unanimous.of) == (2, 4)
    assert together.at_least_two.count == 3
    assert together.unanimous_for == (("left", 1), ("right", 1))
    assert (together.pairwise.count, together.pairwise.of) == (7, 12)
    assert together.alpha is not None
    assert 0 < together.alpha < 1


def test_a_dimension_may_be_called_overall() -> None:
    found = study([("x", "aa."), ("x", "aa.")], dimension="b")
    plan = example_plan().model_copy(
        update={"dimensions": (Dimension(name="overall", question="Which is better?"),)}
    )
    verdicts = tuple(
        one.model_copy(
            update={"dimensions": (one.dimensions[0].model_copy(update={"name": "overall"}),)}
        )
        for one in found.verdicts
    )
    (own,) = results_of(found.model_copy(update={"plan": plan, "verdicts": verdicts})).dimensions
    assert [(line.left, line.right) for line in own.lines] == [(0, 2), (0, 2)]


def test_a_dimension_leaves_unsure_out_of_agreement_and_counts_it() -> None:
    (scope,) = results_of(study([("x", "aab"), ("x", "aaa")], dimension="unsure")).dimensions
    assert (scope.name, scope.lines[0].unsure, scope.lines[0].p) == ("scope", 2, None)
    assert (scope.together.alpha, scope.together.unanimous.of) == (None, 0)


def test_a_leaning_to_one_side_shows() -> None:
    sides = results_of(study([("x", "aaa"), ("x", "aaa")])).sides
    assert (sides.a, sides.b, sides.p) == (6, 0, 0.03125)


def test_a_study_closed_before_any_verdict_has_no_figures() -> None:
    empty = example_export().model_copy(update={"verdicts": (), "plan": example_plan()})
    found = results_of(empty)
    assert (found.by_reviewer, found.by_benchmark, found.sides.p) == ((), (), None)
    assert found.together.alpha is None
