"""What comes with the criteria of a benchmark: its questions, and the rulings of its people."""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, LongText
from contracts.cutoff import Cutoff
from contracts.query import PriorTurn, Tag
from contracts.response import ItemName


class BenchmarkQuestion(Contract):
    """One question of a set, as solvers are asked it."""

    contract_name = "benchmark-question"

    id: ItemName
    """The same id names its criteria and the answers to it."""
    text: Annotated[LongText, Field(min_length=1)]
    prior_turns: tuple[PriorTurn, ...] = ()
    cutoff: Cutoff | None = None
    """`None` where the set names no day."""
    category: Tag | None = None


class HumanRuling(Contract):
    """What a person found: whether one answer meets one criterion."""

    contract_name = "human-ruling"

    query_id: ItemName
    response_id: ItemName
    criterion_id: ItemName
    met: bool
