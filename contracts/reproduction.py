"""What code found when it ran every script again and looked up every quote."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Text
from contracts.ids import DerivationId, ObservationId, ScriptName, SourceId

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


class Reproduction(Contract):
    """All scripts and all quotes of one submission."""

    contract_name = "reproduction"

    scripts: tuple[ScriptRun, ...]
    quotes: tuple[QuoteMatch, ...]
