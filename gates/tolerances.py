"""TOL: a comparison takes the expected value and no rival, as computed and as an answer prints it.

Only unrounded rivals would not do: a band of 1 % around 12.8 refuses 12.653024 and takes the
12.7 that an answer states for it.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from contracts.comparison import Acceptance, NumberComparison, accepts, as_stated
from contracts.evidence import Evidence, Target
from contracts.finding import Finding, Severity
from contracts.quantity import Quantity, UnitMismatch, restated
from contracts.stated import StatedNumber
from gates.answer_forms import as_form
from gates.codes import finding
from gates.lookup import Figure, figures_of, target_pointers
from gates.validation_input import ValidationInput
from gates.widths import check_profile_width, check_width


class _Rival(NamedTuple):
    pointer: str
    name: str
    """What the wrong path is, for the message."""
    quantity: Quantity
    is_refused: bool
    """False for a rival that the words promise to accept."""


def check_tolerances(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, target by target: expected value, rivals, slips."""
    figures = figures_of(given.evidence)
    found: list[Finding] = []
    for pointer, target in target_pointers(given.evidence):
        if not isinstance(target.comparison, NumberComparison):
            continue
        place = f"{pointer}/comparison"
        found += _expected(place, target.comparison)
        rivals = {
            **_conventions(given.evidence, target, figures),
            **_alternatives(pointer, target, figures),
        }
        broken = [item for rival in rivals.values() for item in _rival(target.comparison, rival)]
        broken += _slips(place, target.comparison)
        found += broken
        found += check_profile_width(given, place, target.comparison)
        # A band that an error calls too wide needs no warning beside it.
        if not any(item.severity is Severity.ERROR for item in broken):
            found += check_width(given, place, target.comparison)
    return tuple(found)


def _expected(pointer: str, comparison: NumberComparison) -> Iterator[Finding]:
    stated = as_stated(comparison)
    rounded = _rounded(comparison, comparison.expected.value)
    for found in (stated, rounded):
        if isinstance(found, StatedNumber) and accepts(comparison, found) != Acceptance.ACCEPTED:
            message = f"refuses its own expected value when an answer states it as {found.value:f}"
            yield finding("TOL-expected", pointer, message)


def _alternatives(pointer: str, target: Target, figures: Mapping[str, Figure]) -> dict[str, _Rival]:
    return {
        item.evidence_id: _Rival(
            f"{pointer}/alternatives/{place}",
            f"the {item.kind.replace('_', ' ')} {item.evidence_id}",
            figures[item.evidence_id].quantity,
            item.treatment == "refuse",
        )
        for place, item in enumerate(target.alternatives)
        if item.evidence_id in figures
    }


def _conventions(
    evidence: Evidence, target: Target, figures: Mapping[str, Figure]
) -> dict[str, _Rival]:
    """Computed readings that a convention affecting the target did not choose."""
    found: dict[str, _Rival] = {}
    for index, convention in enumerate(evidence.conventions):
        if target.id not in convention.affects:
            continue
        accepted = {r.reading_id for r in convention.rivals if r.treatment == "accept"}
        for place, option in enumerate(convention.options):
            carrier = option.derivation_id
            if carrier is None or carrier not in figures or option.reading_id == convention.chosen:
                continue
            found[carrier] = _Rival(
                f"evidence:/conventions/{index}/options/{place}",
                f"the reading {option.reading_id} ({carrier})",
                figures[carrier].quantity,
                option.reading_id not in accepted,
            )
    return found


def _rival(comparison: NumberComparison, rival: _Rival) -> Iterator[Finding]:
    expected = comparison.expected
    raw = StatedNumber.of(rival.quantity)
    try:
        value = rival.quantity.in_terms_of(expected.unit, expected.scale)
    except UnitMismatch:
        yield from _verdict(comparison, rival, (raw,))
        return
    rounding = comparison.rounding
    if rounding.apply(value) == rounding.apply(expected.value):
        message = f"{rival.name} prints the same {rounding.apply(value):f}: it cannot be told apart"
        yield finding("TOL-indistinct", rival.pointer, message)
        return
    rounded = _rounded(comparison, value)
    yield from _verdict(comparison, rival, (raw,) if rounded is None else (raw, rounded))


def _verdict(
    comparison: NumberComparison, rival: _Rival, forms: tuple[StatedNumber, ...]
) -> Iterator[Finding]:
    for form in forms:
        verdict = accepts(comparison, form)
        if rival.is_refused and verdict != Acceptance.REFUSED:
            yield finding("TOL-rival", rival.pointer, _taken(comparison, rival.name, form))
            return
        if not rival.is_refused and verdict != Acceptance.ACCEPTED:
            message = f"{rival.name} is promised to be accepted, the comparison refuses it"
            yield finding("TOL-promise", rival.pointer, message)
            return


def _taken(comparison: NumberComparison, name: str, form: StatedNumber) -> str:
    return (
        f"expects {comparison.expected.value:f} and does not refuse {form.value:f}, {name}:"
        " narrow the band"
    )


_SLIPS = (("thousands", 3), ("thousandths", -3), ("hundreds", 2), ("hundredths", -2))
"""Powers of ten by which figures slip: a lost scale word, percent taken for a ratio."""


def _slips(pointer: str, comparison: NumberComparison) -> Iterator[Finding]:
    expected = comparison.expected.value
    slipped = [(name, restated(expected, power=power)) for name, power in _SLIPS]
    for name, value in (*slipped, ("the wrong sign", -expected)):
        for form in (as_form(comparison, value), _rounded(comparison, value)):
            if form is not None and accepts(comparison, form) != Acceptance.REFUSED:
                yield _slip(pointer, comparison, name, form)
                break


def _slip(pointer: str, comparison: NumberComparison, name: str, form: StatedNumber) -> Finding:
    rounding = comparison.rounding
    if rounding.apply(form.value) == rounding.apply(comparison.expected.value):
        message = f"a slip by {name} prints the same {form.value:f}: it cannot be told apart"
        return finding("TOL-indistinct", pointer, message)
    return finding("TOL-slip", pointer, _taken(comparison, f"a slip by {name}", form))


def _rounded(comparison: NumberComparison, value: Decimal) -> StatedNumber | None:
    return as_form(comparison, comparison.rounding.apply(value))
