"""What a content review must hold before its verdict counts."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from contracts.comparison import NumberComparison
from contracts.evidence import Evidence
from contracts.finding import Finding, Question
from contracts.review import Review, ReviewCriterion
from contracts.rows import Scripts
from gates.codes import finding

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
        *_decision_violations(review, questions),
    )


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
    computed = Counter(item.target_id for item in review.computations)
    for target in evidence.targets:
        is_number = isinstance(target.comparison, NumberComparison)
        if target.role == "outcome" and is_number and target.id not in computed:
            message = f"{target.id} is an outcome: compute it by a script of your own"
            yield finding("REV-no-own-computation", "review:/computations", message)
    known = {target.id for target in evidence.targets}
    for target_id, count in computed.items():
        if target_id not in known or count > 1:
            message = f"{target_id} is no target, or is computed more than once"
            yield finding("REV-computation-unfit", "review:/computations", message)


def _script_violations(review: Review, theirs: Scripts, own: Scripts) -> Iterator[Finding]:
    copied = {item.sha256 for item in theirs.scripts}
    scripts = {item.name: item for item in own.scripts}
    for n, item in enumerate(review.computations):
        pointer = f"review:/computations/{n}/script"
        script = scripts.get(item.script)
        if script is None:
            yield finding("REV-script-missing", pointer, f"{item.script} was not submitted")
        elif script.sha256 in copied:
            message = f"{item.script} has the bytes of a script of the writer: write your own"
            yield finding("REV-script-copied", pointer, message)


def _input_violations(review: Review) -> Iterator[Finding]:
    reopened = {item.source_id for item in review.reopened}
    for n, computation in enumerate(review.computations):
        for m, item in enumerate(computation.inputs):
            if item.source_id not in reopened:
                message = f"{item.name} comes from {item.source_id}, which was not reopened"
                pointer = f"review:/computations/{n}/inputs/{m}"
                yield finding("REV-input-not-own", pointer, message)


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
