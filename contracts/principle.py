"""An expert principle: reusable guidance on what a rubric must demand."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.feature import Feature
from contracts.ids import PrincipleId


class Violation(Contract):
    """A candidate that breaks the principle, and what catches it."""

    example: Words
    caught_by: Annotated[tuple[str, ...], Field(min_length=1)]
    """Validator codes such as `CNV-open`, or review criteria such as `review:conventions`."""
    catcher: Literal["code", "reviewer"]
    """`reviewer`: only a reader can see it."""


class Principle(Contract):
    """One principle. `always` or any shared feature activates it."""

    contract_name = "principle"

    id: PrincipleId
    title: Words
    statement: Words
    always: bool = False
    features: tuple[Feature, ...] = ()
    cost: Words
    """What violating it costs the reader of an answer."""
    violation: Violation
