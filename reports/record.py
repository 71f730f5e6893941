"""What a run's records say of a rubric: how it came about, and at what price."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from contracts.ids import PrincipleId, RunId, Sha256
from contracts.left_out import LeftOut
from reports.role_use import RoleUse
from reports.words import counted


@dataclass(frozen=True, slots=True)
class ModelUse:
    """Who answered for one family of roles."""

    family: Literal["writer", "reviewer"]
    name: str
    replayed: bool
    """True when a recording answered, not a model."""
    made_by: str = ""
    """Who made the recording: `hand`, or the models that answered when it was taken; empty where
    the run's events do not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """The acceptance record of one run; stands beside the rubric and is no part of it."""

    run: RunId
    status: str
    accepted_at: datetime | None
    """Aware, UTC."""
    sandbox_kind: str
    sandbox_isolation: str
    """One sentence: what the sandbox isolates, and what not."""
    sandbox_image: str
    models: tuple[ModelUse, ...]
    active_seconds: float
    """Time that models and tools took; waiting for people or restarts is no part of it."""
    calls: int
    turns: int
    cost: str
    """In words, such as `none (recorded models)` or `1.25 USD`."""
    journal_head: Sha256
    """Hash of the journal's last row, which covers all rows and files before it."""
    audit_anchor: str = ""
    """Head of the chain of decisions when the rubric was accepted, as `audit verify --anchor` takes
    it; empty while nobody had decided anything."""
    principles: Mapping[PrincipleId, str] = field(default_factory=dict[PrincipleId, str])
    """Titles of principles, read from the bytes of the run's lock."""

    left_out: tuple[LeftOut, ...] = ()
    """Sources of the run's corpus that were not known by the cutoff."""

    changed_prompts: tuple[str, ...] = ()
    """Prompts that were not those of the recording when the run was made."""

    roles: tuple[RoleUse, ...] = ()
    """What each role used, and which model answered it."""

    cached: str = ""
    """How much of the whole input came from caches, in words; empty where nobody counted."""

    same_families: tuple[str, ...] = ()
    """Families of models on both sides, with their roles, which a person let pass."""

    same_harnesses: tuple[str, ...] = ()
    """Harnesses on both sides, with their roles."""

    @property
    def is_replayed(self) -> bool:
        """True when a recording answered in place of a model."""
        return any(use.replayed for use in self.models)

    @property
    def is_unsigned(self) -> bool:
        """True while a rubric is only shown to whoever signs it."""
        return self.accepted_at is None and self.status == "blocked"

    @property
    def is_hand_played(self) -> bool:
        """True when a person wrote what the roles said."""
        return any(use.replayed and use.made_by == "hand" for use in self.models)


def calls_text(record: RunRecord) -> str:
    """Calls in words: `32 played calls` where a recording answered, else `32 model calls`."""
    is_played = any(use.replayed for use in record.models)
    return counted(record.calls, "played call" if is_played else "model call")
