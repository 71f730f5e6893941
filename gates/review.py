"""The content review as code sees it: is it complete, is it the reviewer's own, and does it agree.

`review_violations` says what a review lacks; it is what the one repair turn is for. `check_review`
turns a review and its rerun scripts into a verdict; a review that still lacks something blocks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from contracts.comparison import JudgementComparison, NumberComparison, accepts
from contracts.evidence import Evidence, Target
from contracts.finding import Finding, Question
from contracts.ids import TargetId
from contracts.review import (
    Failed,
    OwnComputation,
    OwnDetermination,
    RerunComputation,
    Review,
    ReviewCheck,
    ReviewFinding,
    ReviewSeverity,
)
from contracts.rows import Scripts
from contracts.stated import StatedNumber
from gates.codes import code_of
from gates.lookup import target_pointers
from gates.review_shape import DETERMINED, own_work, shape_violations
from gates.review_themes import NOWHERE, Located, lacking_themes, theme_problems

AGREEMENT = "REV-agreement"
"""The one code of a review that no revision can mend: only a human closes it, by a waiver."""


@dataclass(frozen=True, slots=True)
class Rerun:
    """One own result of the reviewer, its script run again by code in a clean sandbox."""

    target_id: TargetId
    outcome: Literal["equal", "different", "failed", "missing"]
    """`equal`: the script printed exactly the result that the review declares."""
    printed: str
    quotes_found: bool
    """Whether every input's quote stands in its source and holds its value or words."""


@dataclass(frozen=True, slots=True)
class ReviewInput:
    """One review and what it is held against."""

    evidence: Evidence
    questions: tuple[Question, ...]
    """What the validator handed on; every one needs an answer."""
    review: Review
    writer_scripts: Scripts
    own_scripts: Scripts
    """Scripts that the reviewer submitted."""
    reruns: tuple[Rerun, ...] = ()
    """Empty while only `review_violations` is asked."""
    located: Located = NOWHERE
    """Where the quotes of own and of graded themes stand; empty likewise."""


def review_violations(given: ReviewInput) -> tuple[Finding, ...]:
    """What the review lacks before its verdict counts; empty when it is complete.

    Every used source reopened; for every outcome target whose comparison code decides an own
    result, from what was read in reopened sources, by a script that is not the writer's; every
    criterion decided once, every question answered once. Statements and judgements, forecasts and
    what is indeterminate have no result that code could compare.
    """
    return shape_violations(
        evidence=given.evidence,
        questions=given.questions,
        review=given.review,
        writer_scripts=given.writer_scripts,
        own_scripts=given.own_scripts,
    )


def check_review(given: ReviewInput) -> ReviewCheck:
    """The verdict on one candidate, computed by code from the review and the reruns.

    Any blocker blocks; any material finding asks for a revision; minor findings pass. What a
    failed criterion names is material at least. An own result without a rerun counts as missing.
    """
    reruns = tuple(_rerun(given, item) for item in given.review.own_work)
    findings = (*_own_findings(given.review), *_coded_findings(given, reruns))
    return ReviewCheck(verdict=_verdict(findings), reruns=reruns, findings=findings)


def _own_findings(review: Review) -> Iterator[ReviewFinding]:
    """The reviewer's findings: who waives or agrees must see by them that a criterion failed."""
    failing = {item.finding_id for item in review.criteria if isinstance(item, Failed)}
    for item in review.findings:
        is_slight = item.severity == "minor" and item.id in failing
        yield item.model_copy(update={"severity": "material"}) if is_slight else item


def _verdict(findings: tuple[ReviewFinding, ...]) -> Literal["passed", "revise", "blocked"]:
    severities = {item.severity for item in findings}
    if "blocker" in severities:
        return "blocked"
    return "revise" if "material" in severities else "passed"


def _rerun(given: ReviewInput, work: OwnComputation | OwnDetermination) -> RerunComputation:
    target_id = work.target_id
    found = next((item for item in given.reruns if item.target_id == target_id), None)
    found = found or Rerun(target_id, outcome="missing", printed="", quotes_found=False)
    target = next((item for item in given.evidence.targets if item.id == target_id), None)
    return RerunComputation(
        target_id=target_id,
        outcome=found.outcome,
        printed=found.printed,
        accepted=_acceptance(target, work),
        quotes_found=found.quotes_found,
    )


def _acceptance(
    target: Target | None, work: OwnComputation | OwnDetermination
) -> Literal["accepted", "refused", "undecided"]:
    """A computed figure says nothing on a target that is not a number."""
    if target is None:
        return "undecided"
    if isinstance(work, OwnDetermination):
        return accepts(target.comparison, work.result).value
    if not isinstance(target.comparison, NumberComparison):
        return "undecided"
    stated = StatedNumber(value=work.result, unit=work.unit, scale=work.scale)
    return accepts(target.comparison, stated).value


def _coded_findings(
    given: ReviewInput, reruns: tuple[RerunComputation, ...]
) -> Iterator[ReviewFinding]:
    start = max((int(item.id[1:]) for item in given.review.findings), default=0) + 1
    violations = [(item.code, item.pointer, item.message) for item in review_violations(given)]
    problems = (
        *_rerun_problems(given, reruns),
        *theme_problems(given.evidence, given.review, given.located),
        *_refused_answers(given.review),
        *_agreements(given.evidence),
    )
    remarks = lacking_themes(given.evidence, given.review, given.located)
    weighed = (
        *_weighed("blocker", violations),
        *_weighed("material", problems),
        *_weighed("minor", remarks),
    )
    for number, (severity, code, pointer, message) in enumerate(weighed, start=start):
        yield ReviewFinding(
            id=f"F{number}",
            severity=severity,
            pointer=pointer,
            statement=f"{code_of(code).code}: {message}",
        )


def _weighed(
    severity: ReviewSeverity, found: Iterable[tuple[str, str, str]]
) -> Iterator[tuple[ReviewSeverity, str, str, str]]:
    return ((severity, *item) for item in found)


def waits_for_agreement(check: ReviewCheck) -> bool:
    """Whether nothing is left for the writer to mend, and a human must agree to an outcome."""
    material = [item.statement for item in check.findings if item.severity == "material"]
    return check.verdict == "revise" and all(
        statement.startswith(f"{AGREEMENT}: ") for statement in material
    )


def _agreements(evidence: Evidence) -> Iterator[tuple[str, str, str]]:
    for pointer, target in target_pointers(evidence):
        if target.role != "outcome":
            continue
        if target.status == "indeterminate":
            tried = len(target.search.documents) if target.search else 0
            why = f"has no value by the cutoff after a search in {tried} sources"
            yield AGREEMENT, pointer, f"{target.id} {why}: a human must agree"
        elif isinstance(target.comparison, JudgementComparison):
            why = "rests on a judgement that the sources do not settle"
            yield AGREEMENT, f"{pointer}/comparison", f"{target.id} {why}: a human must agree"


def _rerun_problems(
    given: ReviewInput, reruns: tuple[RerunComputation, ...]
) -> Iterator[tuple[str, str, str]]:
    targets = {item.id: item.comparison for item in given.evidence.targets}
    for (pointer, work), item in zip(own_work(given.review), reruns, strict=True):
        compared = isinstance(targets.get(item.target_id), _compared_kinds(work))
        if item.outcome != "equal":
            message = f"the own script of {item.target_id} ran `{item.outcome}`: {item.printed!r}"
            yield "REV-rerun-differs", pointer, message
        if not item.quotes_found:
            message = f"an input of {item.target_id} does not stand in its source as quoted"
            yield "REV-quote-absent", pointer, message
        if compared and item.accepted != "accepted":
            message = f"the own result {work.declared!r} of {item.target_id} is {item.accepted}"
            yield "REV-result-refused", pointer, message


def _compared_kinds(work: OwnComputation | OwnDetermination) -> tuple[type, ...]:
    """A figure is held against numbers only; anything else against whatever code decides."""
    number = (NumberComparison,)
    return number if isinstance(work, OwnComputation) else (*DETERMINED, *number)


def _refused_answers(review: Review) -> Iterator[tuple[str, str, str]]:
    for n, item in enumerate(review.answers):
        if not item.acceptable:
            message = f"{item.question_id}: {item.answer}"
            yield "REV-answer-unacceptable", f"review:/answers/{n}", message
