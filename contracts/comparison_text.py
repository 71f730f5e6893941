"""A comparison in words, as it is printed in rubric rows: the expected value, and the rule."""

from contracts.comparison_kind import (
    Absolute,
    AtPrecision,
    ChoiceComparison,
    Comparison,
    DateComparison,
    ForecastComparison,
    IndeterminateComparison,
    IntervalComparison,
    JudgementComparison,
    NumberComparison,
    SequenceComparison,
    SetComparison,
    StatementComparison,
)
from contracts.quantity import Quantity, Rounding, Scale, Unit, figure_text

_Decided = (
    NumberComparison
    | IntervalComparison
    | DateComparison
    | ChoiceComparison
    | SetComparison
    | SequenceComparison
)
_DECIDED = (
    NumberComparison,
    IntervalComparison,
    DateComparison,
    ChoiceComparison,
    SetComparison,
    SequenceComparison,
)
_Judged = StatementComparison | JudgementComparison | IndeterminateComparison | ForecastComparison


def expected_text(comparison: Comparison) -> str:
    """What is expected, such as `11.8 %`; a figure is rounded to its output precision."""
    if isinstance(comparison, _DECIDED):
        return _expected_value(comparison)
    return _expected_words(comparison)


def _expected_value(comparison: _Decided) -> str:
    match comparison:
        case NumberComparison():
            expected = comparison.expected
            value = comparison.rounding.apply(expected.value)
            return figure_text(value, expected.unit, expected.scale)
        case IntervalComparison():
            return f"{comparison.low.text()} to {comparison.high.text()}"
        case DateComparison():
            return _date_text(comparison)
        case ChoiceComparison():
            return comparison.value
        case SetComparison():
            return "; ".join(comparison.members)
        case _:
            return ", then ".join(comparison.members)


def _date_text(comparison: DateComparison) -> str:
    length = {"year": 4, "month": 7, "day": 10}[comparison.precision]
    return comparison.value.isoformat()[:length]


def _expected_words(comparison: _Judged) -> str:
    match comparison:
        case StatementComparison():
            return comparison.proposition
        case JudgementComparison():
            return f"one of these positions: {'; '.join(comparison.admissible)}"
        case IndeterminateComparison():
            return f"not determinable: {comparison.reason}"
        case _:
            return _range_text(comparison.admissible.low, comparison.admissible.high)


def _range_text(low: Quantity, high: Quantity) -> str:
    return f"a forecast from {low.text()} to {high.text()}"


def rule_text(comparison: Comparison) -> str:
    """What counts as the same, such as `rounded half up to 1 decimal place; no other tolerance`."""
    if isinstance(comparison, _DECIDED):
        return _rule_of_value(comparison)
    return _rule_of_words(comparison)


def _rule_of_value(comparison: _Decided) -> str:
    match comparison:
        case NumberComparison():
            return _band_text(comparison)
        case IntervalComparison():
            ends = "included" if comparison.inclusive else "not included"
            return f"both ends must be stated; the ends are {ends}"
        case DateComparison():
            return f"the {comparison.precision} must be right; a more precise date may be given"
        case ChoiceComparison():
            return f"one of: {'; '.join(comparison.options)}"
        case SetComparison():
            return _set_text(comparison)
        case _:
            is_exact = comparison.order == "exact"
            others = "no others" if is_exact else "others may stand between"
            return f"in this order; {others}"


def _rule_of_words(comparison: _Judged) -> str:
    match comparison:
        case StatementComparison():
            return _statement_text(comparison)
        case JudgementComparison():
            return (
                f"must weigh: {'; '.join(comparison.required_grounds)}. "
                f"Passes: {comparison.pass_anchor}. Fails: {comparison.fail_anchor}"
            )
        case IndeterminateComparison():
            return comparison.required_behaviour
        case _:
            return _forecast_text(comparison)


def _statement_text(comparison: StatementComparison) -> str:
    must = f"must say: {'; '.join(comparison.elements)}"
    if not comparison.must_not:
        return must
    return f"{must}. Must not say: {'; '.join(comparison.must_not)}"


def _forecast_text(comparison: ForecastComparison) -> str:
    known = f"from what was known on {comparison.as_of}; later actual values are not accepted"
    if not comparison.method_constraints:
        return known
    return f"{known}. Method: {'; '.join(comparison.method_constraints)}"


def _set_text(comparison: SetComparison) -> str:
    extras = "others may be named" if comparison.extras == "allowed" else "no others may be named"
    if comparison.need == "all":
        return f"all {len(comparison.members)} must be named; {extras}"
    return f"at least {comparison.needed} of {len(comparison.members)} must be named; {extras}"


def _band_text(comparison: NumberComparison) -> str:
    band = comparison.band
    if isinstance(band, AtPrecision):
        return f"{_rounding_text(comparison.rounding)}; no other tolerance"
    if isinstance(band, Absolute):
        unit = comparison.expected.unit
        shown = Unit.PERCENTAGE_POINT if unit is Unit.PERCENT else unit
        width = figure_text(band.amount, shown, comparison.expected.scale)
        return f"at most {width} away from the expected value ({band.reason})"
    width = figure_text(band.percent, Unit.PERCENT, Scale.ONE)
    return f"at most {width} of the expected value away from it ({band.reason})"


_MODE_WORDS = {
    "half_up": "rounded half up",
    "half_even": "rounded half to even",
    "floor": "rounded to the lower value",
    "ceiling": "rounded to the higher value",
    "down": "cut off",
    "up": "rounded away from zero",
}


def _rounding_text(rounding: Rounding) -> str:
    mode = _MODE_WORDS[rounding.mode.value]
    places = rounding.places
    if places < 0:
        return f"{mode} to a multiple of {10**-places:,}"
    if places == 0:
        return f"{mode} to a whole number"
    return f"{mode} to {places} decimal {'place' if places == 1 else 'places'}"
