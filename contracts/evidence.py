"""The evidence file: observations, derivations, populations, conventions and targets."""

import operator
from datetime import date
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from contracts.comparison import Comparison
from contracts.contract import Contract, Text, Words
from contracts.feature import ConventionKind
from contracts.ids import (
    AmbiguityId,
    ClaimId,
    ComponentId,
    ConventionId,
    DerivationId,
    EvidenceId,
    ObservationId,
    PopulationId,
    ReadingId,
    ScriptName,
    Sha256,
    SourceId,
    TargetId,
    ThemeId,
)
from contracts.passage import Claim, Passages, Synthesis
from contracts.passage import Quote as Quote
from contracts.period import Period
from contracts.quantity import DecimalText, Scale, Unit

Key = Annotated[str, StringConstraints(pattern=r"^\S(?:.{0,118}\S)?$", max_length=120)]
"""Key of a population member, such as `Q3 2025`."""


class Subject(Contract):
    """Whom an observation is about, in a named identifier scheme."""

    scheme: Literal["cik", "lei", "isin", "figi", "series", "chain_address", "fund", "document"]
    id: Words
    part: Text = ""
    """Segment, geography or product within the subject; empty for the whole."""


class Basis(Contract):
    """One closed key of how a measure was taken, such as `gaap: as_reported`."""

    key: Literal[
        "accounting", "consolidation", "recast", "share_basis", "seasonality", "price", "currency"
    ]
    value: Words


class Observation(Contract):
    """One figure read in one source."""

    id: ObservationId
    subject: Subject
    measure: Words
    basis: tuple[Basis, ...] = ()
    period: Period
    value: DecimalText
    unit: Unit
    scale: Scale
    vintage: date | None = None
    """For series that are rewritten: the vintage read. Else the source's own times rule."""
    source_id: SourceId
    quote: Quote


class Derivation(Contract):
    """One figure computed by a script from observations and other derivations.

    The script is run as `python -I -S scripts/NAME inputs.json`; `inputs.json` maps each input id
    to its value as decimal text. It prints one line: the result as plain decimal text.
    """

    id: DerivationId
    statement: Words
    script: ScriptName
    inputs: Annotated[tuple[EvidenceId, ...], Field(min_length=1)]
    result: DecimalText
    unit: Unit
    scale: Scale
    period: Period | None = None
    """The interval of a derived period: checked as set difference or union of its inputs'."""
    period_rule: Literal["none", "difference", "union", "same"] = "none"


class Explicit(Contract):
    """Exactly the keys that the request names."""

    kind: Literal["explicit"]
    keys: Annotated[tuple[Key, ...], Field(min_length=1)]


class LastN(Contract):
    """The last `n` items of the frame that were published by the cutoff."""

    kind: Literal["last_n"]
    n: Annotated[int, Field(ge=1, le=1000)]


class DateRange(Contract):
    """All items whose period lies within the range, both ends included."""

    kind: Literal["date_range"]
    start: date
    end: date


class AllOf(Contract):
    """Every item of the frame."""

    kind: Literal["all_of"]


class ConstituentsAsOf(Contract):
    """The constituents of a named list on a day."""

    kind: Literal["constituents_as_of"]
    list_name: Words
    day: date


class Screen(Contract):
    """Items that satisfy a stated condition."""

    kind: Literal["screen"]
    condition: Words


PopulationRule = Annotated[
    Explicit | LastN | DateRange | AllOf | ConstituentsAsOf | Screen | Passages,
    Field(discriminator="kind"),
]


class FrameItem(Contract):
    """One item of the declared frame, and the source that shows that it was published."""

    key: Key
    period: Period | None
    source_id: SourceId | None
    """None: no source of the corpus publishes it."""
    quote: Text = Field(default="", exclude_if=operator.not_)
    """Of a passage: words that stand in it verbatim and tell it from every other."""


class Frame(Contract):
    """What the population was chosen from: with local sources, the corpus index."""

    corpus: Sha256
    """Fingerprint of the corpus index that was searched."""
    items: Annotated[tuple[FrameItem, ...], Field(min_length=1)]
    """In order of time where items have periods."""


class Member(Contract):
    """One item taken into the population, with the evidence it brings."""

    key: Key
    evidence: Annotated[tuple[EvidenceId | ClaimId, ...], Field(min_length=1)]


class Exclusion(Contract):
    """One item of the frame that is left out."""

    key: Key
    reason: Text


class TieOut(Contract):
    """A total that the members must add up to: `total - sum(parts) = residual`."""

    total: EvidenceId
    parts: Annotated[tuple[EvidenceId, ...], Field(min_length=1)]
    residual: DecimalText


class Population(Contract):
    """What is averaged, summed or listed over; closure is computed by code, never declared."""

    id: PopulationId
    statement: Words
    key_type: Literal["fiscal_quarter", "fiscal_year", "month", "day", "entity", "passage", "item"]
    rule: PopulationRule
    frame: Frame
    members: Annotated[tuple[Member, ...], Field(min_length=1)]
    excluded: tuple[Exclusion, ...]
    not_published: tuple[Exclusion, ...]
    """Items that exist but were not published by the cutoff."""
    next_out: Key | None
    """For `last_n`: the newest item just outside the window, to show where it ends."""
    count: Annotated[int, Field(ge=1)]
    tie_out: TieOut | None


class ConventionOption(Contract):
    """One reading with its computed value, or the reason why it was not computed."""

    reading_id: ReadingId
    statement: Words
    derivation_id: DerivationId | None
    not_computed: Text = ""

    @model_validator(mode="after")
    def _computed_or_excused(self) -> Self:
        if (self.derivation_id is None) == (not self.not_computed.strip()):
            msg = "name a derivation_id or say in not_computed why there is none, not both"
            raise ValueError(msg)
        return self


ConventionBasis = Literal[
    "query", "profile", "governing_document", "issuer_definition", "principle", "human"
]
BASIS_PRECEDENCE: tuple[ConventionBasis, ...] = (
    "query",
    "profile",
    "governing_document",
    "issuer_definition",
    "principle",
    "human",
)
"""The first that speaks rules."""


class Rival(Contract):
    """What happens to a reading that was not chosen."""

    reading_id: ReadingId
    treatment: Literal["refuse", "accept"]
    words: Text


class Convention(Contract):
    """How one ambiguity or activated kind was closed."""

    id: ConventionId
    kind: ConventionKind
    ambiguity_id: AmbiguityId | None
    affects: Annotated[tuple[TargetId, ...], Field(min_length=1)]
    options: Annotated[tuple[ConventionOption, ...], Field(min_length=1)]
    chosen: ReadingId
    basis: ConventionBasis
    basis_ref: Text
    """What speaks: a binding id, a source id, a principle id or a profile key."""
    rationale: Text
    rivals: tuple[Rival, ...]


class Alternative(Contract):
    """A figure a wrong path leads to; it must be refused, raw and rounded to output precision."""

    kind: Literal["reading", "sibling_period", "unit_slip", "sign", "vintage"]
    evidence_id: EvidenceId
    treatment: Literal["refuse", "accept"]


class ClosedSearch(Contract):
    """The documents and queries that were tried without finding a value."""

    documents: Annotated[tuple[SourceId, ...], Field(min_length=1)]
    queries: Annotated[tuple[Words, ...], Field(min_length=1)]
    conclusion: Words


class Target(Contract):
    """What an answer must state for one component, and how it is compared."""

    id: TargetId
    component_id: ComponentId
    role: Literal["outcome", "support"]
    statement: Words
    comparison: Comparison
    evidence: Annotated[
        tuple[EvidenceId | PopulationId | ClaimId | ThemeId, ...], Field(min_length=1)
    ]
    """What settles the expected value; the first one carries it."""
    alternatives: tuple[Alternative, ...]
    status: Literal["resolved", "indeterminate", "unresolved"]
    search: ClosedSearch | None = None


class UsedSource(Contract):
    """A source the evidence rests on, pinned to the bytes that were read."""

    id: SourceId
    snapshot: Sha256


class Evidence(Contract):
    """Everything the expected values rest on."""

    contract_name = "evidence"

    sources: Annotated[tuple[UsedSource, ...], Field(min_length=1)]
    observations: tuple[Observation, ...]
    derivations: tuple[Derivation, ...]
    claims: tuple[Claim, ...] = Field(default=(), exclude_if=operator.not_)
    syntheses: tuple[Synthesis, ...] = Field(default=(), exclude_if=operator.not_)
    """Themes in place of figures, for questions that sources answer in words."""
    populations: tuple[Population, ...]
    conventions: tuple[Convention, ...]
    targets: Annotated[tuple[Target, ...], Field(min_length=1)]
