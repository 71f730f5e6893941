"""What a content review must hold before its verdict counts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from contracts.comparison import (
    ChoiceComparison,
    DateComparison,
    IntervalComparison,
    NumberComparison,
    SequenceComparison,
    SetComparison,
)
from contracts.evidence import Evidence
from contracts.finding import Finding, Question
from contracts.review import OwnComputation, OwnDetermination, Review, ReviewCriterion
from contracts.rows import Scripts
from gates.codes import finding
from gates.review_themes import graded_themes
from gates.script_form import script_form

DETERMINED = (
    IntervalComparison,
    DateComparison,
    ChoiceComparison,
    SetComparison,
    SequenceComparison,
)
"""Comparisons that code decides, of values that are no single figure."""
CRITERIA: tuple[ReviewCriterion, ...] = get_args(ReviewCriterion)


def shape_violations(
    *,
    evidence: Evidence,
    questions: tuple[Question, ...],
    review: Review,
    writer_scripts: Scripts,
    own_scripts: Scripts,
) -> tuple[Finding, ...]:
    """All violations of one review; empty when it is complete and the reviewer's own."""
    return (
        *_source_violations(evidence, review),
        *_computation_violations(evidence, review),
        *_script_violations(review, writer_scripts, own_scripts),
        *_input_violations(review),
        *_theme_violations(evidence, review),
        *_decision_violations(review, questions),
    )


def own_work(review: Review) -> Iterator[tuple[str, OwnComputation | OwnDetermination]]:
    """What code runs again, each with its pointer, in the order of `Review.own_work`."""
    for n, item in enumerate(review.computations):
        yield f"review:/computations/{n}", item
    for n, item in enumerate(review.determinations):
        yield f"review:/determinations/{n}", item


def _source_violations(evidence: Evidence, review: Review) -> Iterator[Finding]:
    reopened = {item.source_id for item in review.reopened}
    for source in evidence.sources:
        if source.id not in reopened:
            message = f"{source.id} carries the evidence and was not reopened"
            yield finding("REV-source-not-reopened", "review:/reopened", message)
    has_objection = any(item.severity != "minor" for item in review.findings)
    for n, item in enumerate(review.reopened):
        if not item.agrees and not has_objection:
            message = f"{item.source_id} does not agree, and no material finding says so"
            yield finding("REV-disagreement-silent", f"review:/reopened/{n}", message)


def _computation_violations(evidence: Evidence, review: Review) -> Iterator[Finding]:
    figures = {item.target_id for item in review.computations}
    others = {item.target_id for item in review.determinations}
    for target in evidence.targets:
        if target.role != "outcome":
            continue
        kind = target.comparison.kind
        if isinstance(target.comparison, NumberComparison) and target.id not in figures:
            message = f"{target.id} is an outcome: compute it by a script of your own"
            yield finding("REV-no-own-computation", "review:/computations", message)
        if isinstance(target.comparison, DETERMINED) and target.id not in others:
            message = f"{target.id} is an outcome: determine its {kind} by a script of your own"
            yield finding("REV-no-own-computation", "review:/determinations", message)
    known = {target.id for target in evidence.targets}
    for target_id, count in Counter(item.target_id for item in review.own_work).items():
        if target_id not in known or count > 1:
            message = f"{target_id} is no target, or is worked out more than once"
            yield finding("REV-computation-unfit", "review:/computations", message)


def _script_violations(review: Review, theirs: Scripts, own: Scripts) -> Iterator[Finding]:
    known = {script_form(item.text): item.name for item in theirs.scripts}
    forms = {item.name: script_form(item.text) for item in own.scripts}
    for place, item in own_work(review):
        form = forms.get(item.script)
        if form is None:
            message = f"{item.script} was not submitted"
            yield finding("REV-script-missing", f"{place}/script", message)
        elif form in known:
            message = (
                f"{item.script} is the writer's {known[form]} but for names, remarks and layout: "
                "write your own, by another route where there is one"
            )
            yield finding("REV-script-copied", f"{place}/script", message)


def _input_violations(review: Review) -> Iterator[Finding]:
    reopened = {item.source_id for item in review.reopened}
    for place, work in own_work(review):
        for item in work.inputs:
            if item.source_id not in reopened:
                message = f"{item.name} comes from {item.source_id}, which was not reopened"
                yield finding("REV-input-not-own", place, message)


def _theme_violations(evidence: Evidence, review: Review) -> Iterator[Finding]:
    if graded_themes(evidence) and not review.themes:
        message = "outcomes rest on themes: extract your own from the sources, with passages"
        yield finding("REV-no-own-themes", "review:/themes", message)
    reopened = {item.source_id for item in review.reopened}
    for place, theme in enumerate(review.themes):
        for step, item in enumerate(theme.passages):
            if item.source_id not in reopened:
                message = f"a passage comes from {item.source_id}, which was not reopened"
                where = f"review:/themes/{place}/passages/{step}"
                yield finding("REV-input-not-own", where, message)


def _decision_violations(review: Review, questions: tuple[Question, ...]) -> Iterator[Finding]:
    for code, pointer, wanted, found in (
        ("REV-criterion-undecided", "criteria", CRITERIA, (i.criterion for i in review.criteria)),
        (
            "REV-question-unanswered",
            "answers",
            tuple(item.id for item in questions),
            (item.question_id for item in review.answers),
        ),
    ):
        for item in _not_once(wanted, found):
            message = f"{item} must be decided once, and only what was asked"
            yield finding(code, f"review:/{pointer}", message)
    for item, count in Counter(item.id for item in review.findings).items():
        if count > 1:
            message = f"{item} stands twice: number findings anew"
            yield finding("REV-finding-repeated", "review:/findings", message)


def _not_once(wanted: Iterable[str], found: Iterable[str]) -> list[str]:
    counts = Counter(found)
    return [
        item
        for item in dict.fromkeys((*wanted, *counts))
        if counts[item] != 1 or item not in set(wanted)
    ]
