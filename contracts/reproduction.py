"""What code found when it ran every script again and looked up every quote."""

import operator
from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.evidence import Key
from contracts.ids import (
    ClaimId,
    DerivationId,
    ObservationId,
    PopulationId,
    ScriptName,
    SourceId,
    ThemeId,
)
from contracts.quantity import DecimalText

RunOutcome = Literal["equal", "different", "failed", "missing"]
QuoteOutcome = Literal["found", "repeated", "absent", "no_source"]


class ScriptRun(Contract):
    """One derivation's script, run in a clean sandbox on inputs that code wrote."""

    derivation_id: DerivationId
    script: ScriptName
    outcome: RunOutcome
    """`equal`: printed exactly the declared result."""
    printed: Text
    """Standard output, stripped and capped."""
    exit_code: int


class QuoteMatch(Contract):
    """One observation's quote in the text of its source; offsets in code points."""

    observation_id: ObservationId
    source_id: SourceId
    outcome: QuoteOutcome
    start: Annotated[int, Field(ge=0)] | None
    end: Annotated[int, Field(ge=0)] | None


class ClaimMatch(Contract):
    """One claim's quote in the text of its source; offsets in code points."""

    claim_id: ClaimId
    source_id: SourceId
    outcome: QuoteOutcome
    start: Annotated[int, Field(ge=0)] | None
    end: Annotated[int, Field(ge=0)] | None


class Hit(Contract):
    """One passage of a frame's sections that holds a term; offsets in code points."""

    source_id: SourceId
    start: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(ge=0)]
    keys: tuple[Key, ...]
    """Items of the frame whose words stand in it."""
    opening: Words
    """How it begins, for whoever has to find it."""


class PassageScan(Contract):
    """What the sections and terms of one population give, whatever its frame says."""

    population_id: PopulationId
    unfound: tuple[Annotated[int, Field(ge=0)], ...]
    """Places of sections whose first or last words do not stand once in their source."""
    hits: tuple[Hit, ...]
    unheaded: tuple[ThemeId, ...] = Field(default=(), exclude_if=operator.not_)
    """Themes whose heading stands in none of the sections that were found."""


class LaterFigure(Contract):
    """A figure that a source from after the cutoff prints and no source known by then does."""

    source_id: SourceId
    value: DecimalText


class Reproduction(Contract):
    """All scripts and all quotes of one submission."""

    contract_name = "reproduction"

    scripts: tuple[ScriptRun, ...]
    quotes: tuple[QuoteMatch, ...]
    claims: tuple[ClaimMatch, ...] = Field(default=(), exclude_if=operator.not_)
    scans: tuple[PassageScan, ...] = Field(default=(), exclude_if=operator.not_)
    later: tuple[LaterFigure, ...] = Field(default=(), exclude_if=operator.not_)
    """Only where something is forecast: what must not be known yet."""
