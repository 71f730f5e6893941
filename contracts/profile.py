"""An institution's own standard: what it decides ahead of any question."""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, Field, StringConstraints

from contracts.contract import Contract, Text, Words
from contracts.feature import ConventionKind
from contracts.ids import PrincipleId, ReadingId, TaskId
from contracts.quantity import DecimalText

FolderName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
"""A folder that lies beside `profile.toml`: a plain name, no path."""
Term = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
"""A defined term, a word such as `free_cash_flow`."""


def _width(percent: Decimal) -> Decimal:
    if not 0 <= percent <= 100:
        msg = "must lie from 0 to 100"
        raise ValueError(msg)
    return percent


class Tolerances(Contract):
    """How wide a comparison may be."""

    widest_percent: Annotated[DecimalText, AfterValidator(_width)] | None = None
    """Widest band around an expected figure, in percent of it; printed places are always taken."""


class SignOff(StrEnum):
    """What a person has to sign before a rubric is accepted."""

    EVERY_RUBRIC = "every_rubric"
    UNVERIFIED_DATES = "unverified_dates"
    """A rubric that rests on a date nobody verified."""
    ACCEPTED_RIVALS = "accepted_rivals"
    """A rubric that takes more than one reading as right."""
    AUTHORED_CRITERIA = "authored_criteria"
    """A rubric whose criteria no task of the bank gave."""


class Profile(Contract):
    """The parsed `profile.toml`; its bytes are in the lock and its name on the rubric."""

    contract_name = "profile"

    name: FolderName
    title: Words
    zone: str = "America/New_York"
    """Where a cutoff day ends when the command names no zone."""
    point_step: Annotated[int, Field(ge=1, le=100)] = 100
    """Hundredths of a point in which the budget is split."""
    max_rows: Annotated[int, Field(ge=1, le=400)] = 60
    """Most rows of a rubric, as the writer submits it and as it is composed."""
    principles: FolderName | None = None
    """Folder of principles of its own, beside those of the library."""
    leave_out: tuple[PrincipleId, ...] = ()
    """Principles of the library that this institution does not use."""
    bank: FolderName | None = None
    """Folder of bank tasks of its own, beside those of the package."""
    leave_out_tasks: tuple[TaskId, ...] = ()
    """Tasks of the package that this institution does not use."""
    conventions: dict[ConventionKind, ReadingId] = Field(default_factory=dict)
    """Default reading per convention kind; the query still goes first."""
    definitions: dict[Term, Words] = Field(default_factory=dict)
    """What a term means here; a convention with the basis `profile` may name the term."""
    source_order: tuple[Words, ...] = ()
    """Forms of documents that evidence may rest on, best first; empty: every form."""
    tolerances: Tolerances = Tolerances()
    sign_offs: tuple[SignOff, ...] = ()
    """What a person has to sign before acceptance."""
    blocked_hosts: tuple[str, ...] = ()
    """Hosts blocked beside those of the egress policy."""
    note: Text = ""
