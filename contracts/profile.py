"""An institution's own standard: what it decides ahead of any question."""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.feature import ConventionKind
from contracts.ids import PrincipleId, ReadingId


class Profile(Contract):
    """The parsed `profile.toml`; its bytes are in the lock and its name on the rubric."""

    contract_name = "profile"

    name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,63}$")]
    title: Words
    zone: str = "America/New_York"
    point_step: Annotated[int, Field(ge=1, le=100)] = 100
    """Hundredths of a point in which the budget is split."""
    max_rows: Annotated[int, Field(ge=1, le=400)] = 60
    leave_out: tuple[PrincipleId, ...] = ()
    """Principles of the library that this institution does not use."""
    conventions: dict[ConventionKind, ReadingId] = Field(default_factory=dict)
    """Default reading per convention kind; the query still goes first."""
    blocked_hosts: tuple[str, ...] = ()
    """Hosts blocked beside those of the egress policy."""
    note: Text = ""
