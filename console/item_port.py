"""What the pages of items need of packages that the console may not import."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from contracts.decision import DecisionKind
from contracts.errors import Fault, InputError
from contracts.escalation import Escalation
from contracts.matter import Matter


@dataclass(frozen=True, slots=True)
class Offer:
    """What can be decided on an item now."""

    kinds: tuple[DecisionKind, ...]
    differences: tuple[str, ...]
    """What differs between the run's lock and this machine, one line each."""


@dataclass(frozen=True, slots=True)
class EditStarts:
    """Files that an edit may replace at an item's stage."""

    names: tuple[str, ...]
    """Of the role's outputs, in its order."""
    texts: Mapping[str, str]
    """What the role wrote last, by name; a file it never wrote is missing."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a form."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedDecision:
    """A decision as a form gives it; on a matter, a ruling, which takes only kind and note."""

    decision: str
    """Id that the form was shown with, so that sending it twice decides once."""
    token: int
    """Of the claim under which the form was shown."""
    kind: str
    reason: str
    note: str
    guidance: str = ""
    sources: tuple[Upload, ...] = ()
    """Sources and their sidecars, by file name as the command line takes them."""
    files: Mapping[str, str]
    findings: tuple[str, ...] = ()
    """`CODE@POINTER` each."""
    by: str
    is_lead: bool = False
    """Whether this person may settle two opinions that differ."""


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a decision."""

    decision: str
    """Its id."""
    is_in_force: bool
    """False where it was kept as one of two opinions."""


class FilesRefused(InputError):
    """Edited files that break their contracts.

    Attributes:
        faults: file to its faults, each with its pointer.
    """

    def __init__(self, faults: Mapping[str, tuple[Fault, ...]]) -> None:
        """Keep the faults of at least one file."""
        self.faults = faults
        super().__init__(f"{', '.join(faults)}: not as the contract of the file wants it")


class ItemPort(Protocol):
    """What the orchestrator's and the agents' code does for the pages of items."""

    async def offered(self, item: Escalation) -> Offer:
        """What can be decided, and what of the configuration has changed."""
        ...

    async def edit_starts(self, item: Escalation) -> EditStarts:
        """The files that an edit may replace, as the role wrote them last."""
        ...

    async def decide(self, item: Escalation, typed: TypedDecision) -> Made:
        """Check and keep what was typed, and decide under the claim of the form.

        Raises:
            FilesRefused: edited files break their contracts; nothing was written.
            InputError: something else cannot be used; nothing was written.
            ItemHeld: the claim was taken over or released; nothing was written.
        """
        ...

    async def rule(self, matter: Matter, typed: TypedDecision) -> Made:
        """Rule on an item that is no run's, under the claim of the form.

        Raises:
            InputError: it cannot be ruled so; nothing was written.
            ItemHeld: the claim was taken over or released; nothing was written.
        """
        ...
