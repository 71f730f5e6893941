"""The point budget, frozen before any research. Points are integers in hundredths."""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract
from contracts.ids import BlockId, ObligationId

TOTAL = 10_000
"""A rubric is worth 100 points: 10,000 hundredths."""
Hundredths = Annotated[int, Field(ge=0, le=TOTAL)]
"""Points in hundredths: 6,000 is 60 points."""


class Block(Contract):
    """The points that one obligation is worth before any research."""

    id: BlockId
    obligation_id: ObligationId
    points: Hundredths


class Budget(Contract):
    """All blocks in query order; they sum to 10,000 hundredths."""

    contract_name = "budget"

    step: Annotated[int, Field(ge=1, le=100)]
    """Smallest share that is split, in hundredths; 100 is one point."""
    blocks: Annotated[tuple[Block, ...], Field(min_length=1)]


def points_text(hundredths: int) -> str:
    """Print points without float: 6000 as `60`, 3350 as `33.5`."""
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".") if rest else str(whole)
