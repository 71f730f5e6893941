"""TOL, second half: bands that no rival breaks and that are wide all the same.

Analysts judged a tolerance of 1 % too wide where it takes a 365-day year for a fiscal year of 364
or 371 days (FinAutoRubric, appendix D).
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import permutations

from contracts.comparison import Acceptance, NumberComparison, accepts
from contracts.comparison_kind import Absolute, Relative
from contracts.feature import Feature
from contracts.finding import Finding
from contracts.quantity import Unit, restated
from contracts.stated import StatedNumber
from gates.answer_forms import as_form
from gates.codes import finding
from gates.validation_input import ValidationInput

WIDEST = Decimal(1)
"""Percent of the expected value on either side of it."""
DAY_BASES = (360, 364, 365, 366, 371)
"""Days that a year is taken to have: bond, 52 weeks, calendar, leap, 53 weeks."""


def check_profile_width(
    given: ValidationInput, pointer: str, comparison: NumberComparison
) -> Iterator[Finding]:
    """One error for a band that is wider than the profile allows; printed places are no band."""
    widest = given.profile.tolerances.widest_percent
    if widest is not None and _is_wider(comparison, widest):
        message = f"the profile {given.profile.name} allows {widest:f} % at most: narrow the band"
        yield finding("TOL-profile", f"{pointer}/band", message)


def check_width(
    given: ValidationInput, pointer: str, comparison: NumberComparison
) -> Iterator[Finding]:
    """One warning for a band that is wider than 1 %, or that takes another day basis."""
    if _is_wider(comparison, WIDEST):
        message = f"the band is wider than {WIDEST:f} % of {comparison.expected.value:f}: narrow it"
        yield finding("TOL-wide", f"{pointer}/band", message)
        return
    features = given.factorization.signature.features
    if Feature.DAY_COUNT not in features and comparison.expected.unit is not Unit.DAYS:
        return
    for right, wrong in permutations(DAY_BASES, 2):
        value = _on_basis(comparison, right, wrong)
        if value is not None:
            message = (
                f"the band takes {value.value:f}, which is {comparison.expected.value:f} with"
                f" {wrong} days in place of {right}: narrow it"
            )
            yield finding("TOL-wide", f"{pointer}/band", message)
            return


def _is_wider(comparison: NumberComparison, percent: Decimal) -> bool:
    band, expected = comparison.band, abs(comparison.expected.value)
    match band:
        case Relative():
            return band.percent > percent
        case Absolute():
            return restated(band.amount, power=2) > percent * expected
        case _:
            return False


def _on_basis(comparison: NumberComparison, right: int, wrong: int) -> StatedNumber | None:
    """The expected figure as another day basis prints it, when the band takes it for right."""
    expected, rounding = comparison.expected, comparison.rounding
    value = rounding.apply(expected.value * wrong / right)
    if value == rounding.apply(expected.value):
        return None
    form = as_form(comparison, value)
    is_taken = form is not None and accepts(comparison, form) == Acceptance.ACCEPTED
    return form if is_taken else None
