"""One item of a benchmark as its set has it, before anything becomes ours."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from contracts.query import PriorTurn


@dataclass(frozen=True, slots=True)
class Demand:
    """One criterion of the set's experts."""

    text: str
    points: Decimal
    """In the set's own measure; below zero for a fault that takes points away."""
    id: str = ""
    """Its id in the set; empty where the set has none, then it is counted."""
    must_pass: bool = False


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An answer that comes with the set, and what its people found in it."""

    solver: str
    text: str
    met: tuple[bool, ...]
    """One ruling per demand, in their order; empty where nobody graded."""


@dataclass(frozen=True, slots=True)
class Item:
    """A question with its demands."""

    place: str
    """Line or row of the file."""
    id: str
    query: str
    demands: tuple[Demand, ...]
    prior_turns: tuple[PriorTurn, ...] = ()
    asked_on: date | None = None
    """What became known later must not count; None where the set names no day."""
    category: str = ""
    """As the set writes it."""
    answers: tuple[GivenAnswer, ...] = ()
