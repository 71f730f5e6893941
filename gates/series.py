"""Which observations are of one series, and which lengths a named period can have."""

from typing import TypeAlias

from contracts.evidence import Observation
from contracts.period import Period
from gates.normal_form import folded

SeriesKey: TypeAlias = tuple[str, ...]

LENGTHS: dict[str, tuple[int, int]] = {
    "fiscal_quarter": (70, 119),
    "fiscal_year": (350, 378),
    "month": (28, 31),
}
"""Days, ends included. Quarters of 12 to 17 weeks exist (13 of 4 weeks make a year of some
retailers), years of 52 and 53 weeks; 26 or 39 weeks are a half or a year to date."""


def series_of(item: Observation) -> SeriesKey:
    """Subject, measure and basis of an observation: what stays when period and value change."""
    basis = sorted(f"{found.key}={folded(found.value)}" for found in item.basis)
    subject = item.subject
    return (subject.scheme, subject.id, folded(subject.part), folded(item.measure), *basis)


def odd_length(kind: str, period: Period) -> str | None:
    """What is odd about the length of a period of that kind; None for an instant."""
    bounds = LENGTHS.get(kind)
    if bounds is None or period.start is None or bounds[0] <= period.days <= bounds[1]:
        return None
    return f"{period.days} days are no {kind.replace('_', ' ')}"
