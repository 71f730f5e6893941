"""The decision panel: what can be decided here and now, and a form with what was typed so far."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import get_args

from console.views.wording import DECISIONS, RULINGS, WHY
from contracts.cutoff import DateBasis, VersionProof
from contracts.decision import DecisionKind, DecisionReason
from contracts.errors import Fault
from contracts.escalation import Escalation, signable_findings, waivable_findings
from contracts.finding import Finding
from contracts.matter import RulingKind
from contracts.source import SourceClass
from reports.printable import escaped, printable
from reports.words import BASES, spoken

FINAL = (DecisionKind.REJECT,)
"""Kinds that are asked for twice, since nothing takes them back."""
PRESET = frozenset({"zone", "basis", "version_proof", "source_class"})
"""Fields of a source's card that are never empty."""
_BASES = tuple((basis.value, BASES[basis]) for basis in DateBasis)
_CLASSES = tuple((word, word) for word in get_args(SourceClass))
_PROOFS = tuple((proof, spoken(proof)) for proof in get_args(VersionProof))


@dataclass(frozen=True, slots=True)
class Choice:
    """One kind of decision in the panel."""

    value: str
    name: str
    meaning: str
    is_final: bool = False
    refusal: str = ""
    """Why this person cannot take it here and now; empty where they can."""


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a list to choose from."""

    value: str
    words: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A finding that can be waived, or that a signature answers."""

    value: str
    """`CODE@POINTER`."""
    words: str
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class EditedFile:
    """One file of a role, to be changed in the page."""

    name: str
    text: str
    is_new: bool
    """Whether the role wrote none, so that the text begins empty."""
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Typed:
    """What a person has typed; every field may be empty."""

    kind: str = ""
    reason: str = ""
    note: str = ""
    guidance: str = ""
    findings: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    card: Mapping[str, str] = field(default_factory=dict[str, str])
    """Fields of the card of an uploaded source."""

    def of_kind(self, kind: str) -> "Typed":
        """The same with another kind chosen."""
        return replace(self, kind=kind)

    @property
    def is_empty(self) -> bool:
        """Whether nothing was typed that could be lost."""
        return not (self.note or self.guidance or self.findings or self.files or self.has_card)

    @property
    def has_card(self) -> bool:
        """Whether anything was typed into the card beyond what its form begins with."""
        return any(name not in PRESET for name in self.card)


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel of an item that this person may decide."""

    choices: tuple[Choice, ...]
    chosen: str
    reasons: tuple[Option, ...]
    typed: Typed
    waivable: tuple[Tick, ...]
    signable: tuple[Tick, ...]
    files: tuple[EditedFile, ...]
    """Empty until the editor is opened."""
    errors: Mapping[str, str]
    """Field to what is wrong with it; `form` for what belongs to no field."""
    differences: tuple[str, ...]
    """What a relock takes."""
    saved: datetime | None
    """When the draft that is shown was kept."""
    bases: tuple[tuple[str, str], ...] = _BASES
    proofs: tuple[tuple[str, str], ...] = _PROOFS
    classes: tuple[tuple[str, str], ...] = _CLASSES


def choices(
    offered: Collection[DecisionKind],
    legal: Collection[DecisionKind],
    *,
    may_waive: bool,
    differences: Sequence[str],
) -> tuple[Choice, ...]:
    """Every legal kind, those refused now with the reason.

    Args:
        offered: what would not be refused for the lock's sake.
        legal: what the item allows at all.
        may_waive: whether this person's role lets them close findings.
        differences: what of the configuration has changed.
    """
    found: list[Choice] = []
    for kind, (name, meaning) in DECISIONS.items():
        if kind not in legal:
            continue
        refusal = "" if kind in offered else _lock_refusal(kind, differences)
        if kind is DecisionKind.WAIVE and not may_waive:
            refusal = "Waiving takes the role lead."
        found.append(Choice(kind.value, name, meaning, kind in FINAL, refusal))
    return tuple(found)


def _lock_refusal(kind: DecisionKind, differences: Sequence[str]) -> str:
    if kind is DecisionKind.RELOCK:
        if differences:
            return "Recording or setup of the run cannot be read, so nothing can be locked anew."
        return "The configuration is that of the run's start; there is nothing to relock."
    return "The configuration has changed since the run's start: relock, or put the bytes back."


def panel(
    item: Escalation | None,
    offered: tuple[Choice, ...],
    typed: Typed,
    *,
    files: tuple[EditedFile, ...] = (),
    errors: Mapping[str, str] | None = None,
    differences: tuple[str, ...] = (),
    saved: datetime | None = None,
) -> Panel:
    """The form for an item, prefilled with what was typed; `item` is None for what is no run's."""
    open_ = [choice.value for choice in offered if not choice.refusal]
    chosen = typed.kind if typed.kind in open_ else (open_[0] if open_ else "")
    return Panel(
        choices=offered,
        chosen=chosen,
        reasons=tuple(Option(reason.value, WHY[reason]) for reason in DecisionReason),
        typed=typed,
        waivable=tuple(_tick(f, typed.findings) for f in waivable_findings(item)) if item else (),
        signable=tuple(_tick(f, ()) for f in signable_findings(item)) if item else (),
        files=files,
        errors=errors or {},
        differences=differences,
        saved=saved,
    )


def ruling_choices(legal: Collection[RulingKind]) -> tuple[Choice, ...]:
    """What can be ruled on a matter."""
    return tuple(Choice(kind.value, *RULINGS[kind]) for kind in RULINGS if kind in legal)


def edited_files(
    starts: Mapping[str, str],
    names: Sequence[str],
    typed: Mapping[str, str],
    faults: Mapping[str, tuple[Fault, ...]],
) -> tuple[EditedFile, ...]:
    """The files to edit: as somebody left them, else as the role wrote them, else empty."""
    known = dict.fromkeys((*names, *starts, *typed))
    return tuple(
        EditedFile(
            name=name,
            text=_shown(name, typed.get(name, starts.get(name, ""))),
            is_new=name not in starts,
            faults=faults.get(name, ()),
        )
        for name in known
    )


def changed_files(typed: Mapping[str, str], starts: Mapping[str, str]) -> Mapping[str, str]:
    """Files whose text is another than the role's own, both as a page shows them."""
    return {
        name: text
        for name, text in typed.items()
        if text.strip() and _shown(name, text) != _shown(name, starts.get(name, ""))
    }


def _shown(name: str, text: str) -> str:
    """A file as its field holds it: signs that nobody sees stand as escapes, where it is JSON.

    Pages leave such signs out elsewhere, which would change a file that nobody has touched.
    """
    return escaped(text) if name.endswith(".json") else printable(text)


def _tick(found: Finding, ticked: Collection[str]) -> Tick:
    value = f"{found.code}@{found.pointer}"
    return Tick(value, found.message, value in ticked)
