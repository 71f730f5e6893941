"""CUT: every source the evidence rests on was known by the end of the cutoff day in its zone."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from contracts.cutoff import Known, VersionProof
from contracts.evidence import Observation
from contracts.finding import Finding
from gates.codes import finding
from gates.validation_input import ValidationInput

_CODES: Mapping[Known, tuple[str, str]] = MappingProxyType(
    {
        Known.AFTER: ("CUT-after", "was published or last changed after the cutoff"),
        Known.STRADDLES: ("CUT-straddles", "has a date too vague to lie before the cutoff"),
        Known.UNDATED: ("CUT-undated", "has no publication date that proves anything"),
        Known.MUTABLE: ("CUT-mutable", "can change, and nothing proves this version"),
        Known.UNVERIFIED: ("CUT-unverified", "has a date that nobody verified"),
    }
)


def check_cutoff(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, sources first."""
    return (*_sources(given), *_observations(given), *_series(given))


def _sources(given: ValidationInput) -> Iterator[Finding]:
    cards = {item.card.id: item.card for item in given.corpus.items}
    cutoff = given.query.cutoff
    for index, source in enumerate(given.evidence.sources):
        card = cards.get(source.id)
        if card is None:
            continue
        known = card.times.known_by(cutoff)
        if known in _CODES:
            code, what = _CODES[known]
            message = f"{source.id} {what}; the cutoff is {cutoff.day} in {cutoff.zone}"
            yield finding(code, f"evidence:/sources/{index}", message)


def _observations(given: ValidationInput) -> Iterator[Finding]:
    day = given.query.cutoff.day
    for index, item in enumerate(given.evidence.observations):
        pointer = f"evidence:/observations/{index}"
        if item.vintage is not None and item.vintage > day:
            message = f"vintage {item.vintage} of {item.id} is after the cutoff {day}"
            yield finding("CUT-vintage", f"{pointer}/vintage", message)
        if item.vintage is not None and item.vintage < item.period.end:
            message = f"vintage {item.vintage} of {item.id} is older than the period it speaks of"
            yield finding("CUT-vintage-early", f"{pointer}/vintage", message)
        if item.period.end > day:
            message = f"{item.id} is read of a period that ends after the cutoff {day}"
            yield finding("CUT-period", f"{pointer}/period", message)


_PROVES_VINTAGE: frozenset[VersionProof] = frozenset(
    {"vintage", "archive_capture", "hash_registry"}
)
"""Series are rewritten in place: a date on the file does not say that its figures are of then."""


def _series(given: ValidationInput) -> Iterator[Finding]:
    cards = {item.card.id: item.card for item in given.corpus.items}
    for index, item in enumerate(given.evidence.observations):
        card = cards.get(item.source_id)
        if item.subject.scheme != "series" or card is None:
            continue
        if not card.times.known_by(given.query.cutoff).passes:
            continue
        fault = _vintage_fault(item, card.times.version_proof)
        if fault is not None:
            yield finding("CUT-latest-vintage", f"evidence:/observations/{index}/source_id", fault)


def _vintage_fault(item: Observation, proof: VersionProof) -> str | None:
    if proof not in _PROVES_VINTAGE:
        return (
            f"{item.source_id} is a series that is rewritten, and `{proof}` proves no vintage: take"
            " a dated vintage or a capture of that time"
        )
    if proof == "vintage" and item.vintage is None:
        return f"{item.id} does not say which vintage of {item.source_id} it was read in"
    return None
