"""EVD, second half: observations held against each other, and against their own labels."""

from collections.abc import Iterator
from decimal import Decimal

from contracts.evidence import Evidence, Observation
from contracts.finding import Finding
from contracts.quantity import Quantity, distance_between, restated
from gates.codes import finding
from gates.series import SeriesKey, odd_length, series_of


def check_readings(evidence: Evidence) -> tuple[Finding, ...]:
    """Figures read with two values, zeros among figures, quarters of an odd length."""
    return (*_conflicts(evidence), *_zeros(evidence), *_lengths(evidence))


def _conflicts(evidence: Evidence) -> Iterator[Finding]:
    first: dict[tuple[object, ...], Observation] = {}
    for index, item in enumerate(evidence.observations):
        period = (item.period.start, item.period.end)
        other = first.setdefault((series_of(item), period, item.unit, item.vintage), item)
        if not _agree(item, other):
            message = (
                f"{other.id} reads {other.value:f} {other.scale} of the same period, {item.id}"
                f" {item.value:f} {item.scale}: say by `basis` or `vintage` which one is restated"
            )
            yield finding("EVD-conflict", f"evidence:/observations/{index}/value", message)


def _agree(left: Observation, right: Observation) -> bool:
    """Equal, or one is the other with fewer digits."""
    (fine, fine_step), (coarse, coarse_step) = sorted(
        (_in_units(item) for item in (left, right)), key=lambda found: found[1]
    )
    return fine == coarse or (
        fine_step < coarse_step
        and 2 * distance_between(fine, coarse) <= coarse_step
        and not coarse.is_zero()
    )


def _in_units(item: Observation) -> tuple[Decimal, Decimal]:
    """Value in whole units, and what one step of its last stated digit is worth."""
    quantity = Quantity(value=item.value, unit=item.unit, scale=item.scale)
    return quantity.in_units(), restated(Decimal(1), power=item.scale.power - quantity.places)


def _zeros(evidence: Evidence) -> Iterator[Finding]:
    filled: dict[tuple[SeriesKey, str], str] = {}
    for item in evidence.observations:
        if not item.value.is_zero():
            _ = filled.setdefault((series_of(item), item.unit), item.id)
    for index, item in enumerate(evidence.observations):
        neighbour = filled.get((series_of(item), item.unit))
        if item.value.is_zero() and neighbour is not None:
            message = (
                f"{item.id} is zero where {neighbour} of the same series is not: confirm that it"
                " is no missing value"
            )
            yield finding("EVD-zero", f"evidence:/observations/{index}/value", message)


def _lengths(evidence: Evidence) -> Iterator[Finding]:
    for index, item in enumerate(evidence.observations):
        if item.period.fiscal_quarter is None:
            continue
        fault = odd_length("fiscal_quarter", item.period)
        if fault is not None:
            message = f"{item.id} is labelled as a quarter: {fault}, is it a year to date?"
            yield finding("EVD-period", f"evidence:/observations/{index}/period", message)
