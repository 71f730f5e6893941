"""The page of an item that is no run's: what is asked, what was found, what was ruled."""

from dataclasses import dataclass
from datetime import datetime

from console.reading.item import AuditLine
from console.views.finding import FindingView, finding_views
from console.views.item import AuditView, audit_view
from console.views.wording import KINDS, RULINGS
from contracts.escalation import ItemKind
from contracts.matter import Matter, Ruling


@dataclass(frozen=True, slots=True)
class RulingLine:
    """One ruling that was made."""

    name: str
    by: str
    at: datetime
    note: str


@dataclass(frozen=True, slots=True)
class MatterView:
    """A matter in words."""

    kind: str
    subject: str
    question: str
    opened: datetime
    state: str
    findings: tuple[FindingView, ...]
    rulings: tuple[RulingLine, ...]
    audit: tuple[AuditView, ...]
    is_comparison: bool
    """Whether it belongs to a study, which has pages of its own."""


def matter_view(
    matter: Matter, made: tuple[Ruling, ...], audit: tuple[AuditLine, ...]
) -> MatterView:
    """Put a matter into words."""
    return MatterView(
        kind=KINDS[matter.kind],
        subject=matter.subject,
        question=matter.question,
        opened=matter.opened,
        state=matter.state,
        findings=finding_views(matter.findings, None),
        rulings=tuple(RulingLine(RULINGS[one.kind][0], one.by, one.at, one.note) for one in made),
        audit=tuple(audit_view(line) for line in audit),
        is_comparison=matter.kind is ItemKind.AB_REVIEW,
    )
