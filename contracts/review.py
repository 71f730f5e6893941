"""The content review: another family reopens the sources and computes by its own script."""

import operator
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from contracts.contract import Contract, Text, Words
from contracts.ids import FindingId, QuestionId, ScriptName, SourceId, TargetId
from contracts.quantity import DecimalText, Scale, Unit
from contracts.stated import StatedOther, printed

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


ReviewSeverity = Literal["blocker", "material", "minor"]
InputName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
OwnQuote = Annotated[Words, StringConstraints(max_length=600)]


class OwnInput(Contract):
    """A figure the reviewer read itself."""

    name: InputName
    value: DecimalText
    source_id: SourceId
    quote: OwnQuote


class OwnWords(Contract):
    """Words the reviewer read itself, such as a date or a name."""

    name: InputName
    text: Annotated[Words, StringConstraints(max_length=200)]
    """As the source prints them: they stand in `quote`."""
    source_id: SourceId
    quote: OwnQuote


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

    @property
    def declared(self) -> str:
        """What the script has to print."""
        return format(self.result, "f")


class OwnDetermination(Contract):
    """A target that is no single figure, determined by the reviewer's own script.

    The script is run like that of a computation, with figures and words by their names. It prints
    the result as `contracts.stated.printed` says: ends with a space between, an ISO date, the
    words of a choice, one member on a line.
    """

    target_id: TargetId
    script: ScriptName
    figures: tuple[OwnInput, ...] = ()
    words: tuple[OwnWords, ...] = ()
    result: StatedOther

    @model_validator(mode="after")
    def _inputs_are_named_once(self) -> Self:
        names = [item.name for item in self.inputs]
        if not names:
            msg = "figures or words: a determination rests on something that was read"
            raise ValueError(msg)
        if len(set(names)) != len(names):
            msg = "two inputs have one name"
            raise ValueError(msg)
        return self

    @property
    def inputs(self) -> tuple[OwnInput | OwnWords, ...]:
        """Figures, then words."""
        return (*self.figures, *self.words)

    @property
    def declared(self) -> str:
        """What the script has to print."""
        return printed(self.result)


class OwnPassage(Contract):
    """A passage that the reviewer found itself; code looks its words up."""

    source_id: SourceId
    quote: OwnQuote


class OwnTheme(Contract):
    """A theme that the reviewer found in the sources before it saw the writer's."""

    statement: Words
    passages: Annotated[tuple[OwnPassage, ...], Field(min_length=1)]


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
    severity: ReviewSeverity
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
    determinations: tuple[OwnDetermination, ...] = ()
    """Own results for targets that are an interval, a date, a choice, a set or a sequence."""
    themes: tuple[OwnTheme, ...] = Field(default=(), exclude_if=operator.not_)
    """Own themes, where an outcome target rests on a theme of the writer's."""
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

    @property
    def own_work(self) -> tuple[OwnComputation | OwnDetermination, ...]:
        """Computations, then determinations: what code runs again, in this order."""
        return (*self.computations, *self.determinations)


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
