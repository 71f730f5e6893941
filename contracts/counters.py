"""What a run has used of its bounds; a column of every journal row, copied into graph state."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract

Count = Annotated[int, Field(ge=0)]

MAX_FURTHER_TURNS = 2
"""Further writer turns for validator findings, per candidate activation."""
MAX_REVISIONS = 2
"""Revisions after a content review."""
MAX_RECOVERIES = 2
"""Human recoveries per run."""
MAX_DRAFT_VALIDATIONS = 6
"""`validate_draft` calls per turn."""


class Counters(Contract):
    """Counters after a step of one attempt."""

    attempt: Annotated[int, Field(ge=1)] = 1
    candidate: Count = 0
    """Ordinal of the newest submission of writer or reviser in this attempt."""
    further_turns: Count = 0
    """Further turns used in the current writer or reviser activation."""
    revisions: Count = 0
    """Revisions begun in this attempt."""
    session_turns: Count = 0
    """Conversation turns, repair turns included, used in the current writer activation."""
    mandate: Literal["write", "revise"] = "write"
    """Which role gets the validator's findings."""
