"""CUT: every source the evidence rests on was known by the end of the cutoff day in its zone."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from contracts.cutoff import Known
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
    return (*_sources(given), *_observations(given))


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
            message = f"{source.id} {what} ({cutoff.day}, {cutoff.zone})"
            yield finding(code, f"evidence:/sources/{index}", message)


def _observations(given: ValidationInput) -> Iterator[Finding]:
    day = given.query.cutoff.day
    for index, item in enumerate(given.evidence.observations):
        pointer = f"evidence:/observations/{index}"
        if item.vintage is not None and item.vintage > day:
            message = f"vintage {item.vintage} of {item.id} is after the cutoff {day}"
            yield finding("CUT-vintage", f"{pointer}/vintage", message)
        if item.period.end > day:
            message = f"{item.id} is read of a period that ends after the cutoff {day}"
            yield finding("CUT-period", f"{pointer}/period", message)
