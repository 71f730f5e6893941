"""Findings as the page lists them: what code or a reviewer said, and where to look."""

from collections.abc import Sequence
from dataclasses import dataclass

from console.reading.place import Links, Place, place_of
from console.views.wording import EVIDENCE_WORDS, SEVERITIES
from contracts.finding import Finding, Severity
from gates.codes import CODES

_MEANINGS = {code.code: code.meaning for code in CODES}
_ORDER = {Severity.BLOCKER: 0, Severity.ERROR: 1, Severity.WARNING: 2}


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding of an item."""

    number: int
    """Its place in the item, from 0: what a link selects it by."""
    code: str
    severity: str
    severity_word: str
    meaning: str
    """What the code stands for; empty for a reviewer's own words."""
    message: str
    pointer: str
    rows: tuple[str, ...]
    names: str
    """The piece of evidence it points to, in words: `source 10-Q-2025-Q3`."""
    evidence: str
    """Its id; empty where it names none that is there."""


def finding_views(found: Sequence[Finding], links: Links | None) -> tuple[FindingView, ...]:
    """The findings of an item, the weightiest first."""
    ordered = sorted(enumerate(found), key=lambda pair: (_ORDER[pair[1].severity], pair[0]))
    return tuple(_view(number, finding, links) for number, finding in ordered)


def _view(number: int, finding: Finding, links: Links | None) -> FindingView:
    place = place_of(finding)
    named = links.evidence_id(place) if links else ""
    return FindingView(
        number=number,
        code=finding.code,
        severity=finding.severity.value,
        severity_word=SEVERITIES[finding.severity],
        meaning=_MEANINGS.get(finding.code, ""),
        message=finding.message,
        pointer=finding.pointer,
        rows=links.rows_at(place) if links else (),
        names=_names(place, named),
        evidence=named,
    )


def _names(place: Place | None, named: str) -> str:
    if place is None or not named:
        return ""
    return f"{EVIDENCE_WORDS[place.list]} {named}"
