"""The content review: another family reopens the sources and computes by its own script."""

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from contracts.contract import Contract, Text, Words
from contracts.ids import FindingId, QuestionId, ScriptName, SourceId, TargetId
from contracts.quantity import DecimalText, Scale, Unit

ReviewCriterion = Literal[
    "sources_say_it",
    "window_and_entity",
    "computation",
    "conventions",
    "obligation_coverage",
    "no_later_knowledge",
    "roles_fit",
]
"""What the content reviewer must decide, each on its own."""


class Reopened(Contract):
    """A source the reviewer opened itself."""

    source_id: SourceId
    agrees: bool
    note: Text


class OwnInput(Contract):
    """A figure the reviewer read itself."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
    value: DecimalText
    source_id: SourceId
    quote: Annotated[Words, StringConstraints(max_length=600)]


class OwnComputation(Contract):
    """A target recomputed by the reviewer's own script from figures it read itself.

    The script is run as `python -I -S scripts/NAME inputs.json`, which maps names to decimal text.
    """

    target_id: TargetId
    script: ScriptName
    inputs: Annotated[tuple[OwnInput, ...], Field(min_length=1)]
    result: DecimalText
    unit: Unit
    scale: Scale


class Passed(Contract):
    """A criterion that holds."""

    verdict: Literal["passed"]
    criterion: ReviewCriterion
    note: Text


class Failed(Contract):
    """A criterion that does not hold; it must name its finding."""

    verdict: Literal["failed"]
    criterion: ReviewCriterion
    finding_id: FindingId


CriterionVerdict = Annotated[Passed | Failed, Field(discriminator="verdict")]


class ReviewFinding(Contract):
    """What a reviewer or composer has against the candidate."""

    id: FindingId
    severity: Literal["blocker", "material", "minor"]
    pointer: str
    """File word and JSON pointer, such as `rows:/rows/0`."""
    statement: Words
    needs_research: bool = False
    """True when only new sources can mend it: the revision is given research tools."""


class Answer(Contract):
    """The reviewer's answer to a question that code could not decide."""

    question_id: QuestionId
    acceptable: bool
    answer: Words


class Review(Contract):
    """One content review as the reviewer submits it."""

    contract_name = "review"

    reopened: Annotated[tuple[Reopened, ...], Field(min_length=1)]
    computations: tuple[OwnComputation, ...]
    criteria: Annotated[tuple[CriterionVerdict, ...], Field(min_length=1)]
    findings: tuple[ReviewFinding, ...]
    answers: tuple[Answer, ...]

    @model_validator(mode="after")
    def _failures_name_their_finding(self) -> Self:
        known = {finding.id for finding in self.findings}
        for item in self.criteria:
            if isinstance(item, Failed) and item.finding_id not in known:
                msg = f"criterion {item.criterion} names {item.finding_id}, which is not listed"
                raise ValueError(msg)
        return self


class RerunComputation(Contract):
    """The reviewer's script, run again by code, against the target."""

    target_id: TargetId
    outcome: Literal["equal", "different", "failed", "missing"]
    printed: Text
    accepted: Literal["accepted", "refused", "undecided"]
    """Whether the candidate's own comparison takes the reviewer's result."""
    quotes_found: bool


class ReviewCheck(Contract):
    """What code made of a review."""

    contract_name = "review-check"

    verdict: Literal["passed", "revise", "blocked"]
    reruns: tuple[RerunComputation, ...]
    findings: tuple[ReviewFinding, ...]
    """The reviewer's own and those that code adds, such as a differing result."""
