"""Findings as the page lists them: what code or a reviewer said, and where to look."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from console.reading.place import Links, Place, place_of
from console.views.wording import EVIDENCE_WORDS, MEANINGS, SEVERITIES
from contracts.finding import Finding, Severity
from gates.codes import CODES

_MEANINGS = {code.code: code.meaning for code in CODES} | dict(MEANINGS)
_ORDER = {Severity.BLOCKER: 0, Severity.ERROR: 1, Severity.WARNING: 2}
_FIRST = ("POP-unpublished", "CUT-", "POP-")
"""How codes begin that come before others as severe: what was not known by the cutoff, and what
was not counted as the question wants it, is more often the cause of the others than their effect.
"""


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


@dataclass(frozen=True, slots=True)
class FindingCard:
    """Findings that say the same, each of another thing: shown as one."""

    first: FindingView
    others: tuple[FindingView, ...]

    @property
    def every(self) -> tuple[FindingView, ...]:
        """All of them, in their order."""
        return (self.first, *self.others)

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that any of them bears on."""
        return tuple(dict.fromkeys(row for one in self.every for row in one.rows))

    def holds(self, number: int | None) -> bool:
        """Whether a finding is among those after the first."""
        return any(one.number == number for one in self.others)


def finding_views(found: Sequence[Finding], links: Links | None) -> tuple[FindingView, ...]:
    """The findings of an item, the weightiest first."""
    ordered = sorted(enumerate(found), key=lambda pair: (*_weight(pair[1]), pair[0]))
    return tuple(_view(number, finding, links) for number, finding in ordered)


def finding_cards(found: Sequence[FindingView]) -> tuple[FindingCard, ...]:
    """The same findings with those of one code together that differ in what they name alone."""
    alike: dict[tuple[str, str, str], list[FindingView]] = {}
    for one in found:
        alike.setdefault((one.severity, one.code, _words_without_id(one)), []).append(one)
    return tuple(FindingCard(first, tuple(others)) for first, *others in alike.values())


def _weight(finding: Finding) -> tuple[int, int]:
    begins = (place for place, mark in enumerate(_FIRST) if finding.code.startswith(mark))
    return _ORDER[finding.severity], next(begins, len(_FIRST))


def _words_without_id(found: FindingView) -> str:
    if not found.evidence:
        return found.message
    name = rf"(?<![\w-]){re.escape(found.evidence)}(?![\w-])"
    return re.sub(name, "…", found.message)


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
