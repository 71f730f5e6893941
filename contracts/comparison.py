"""`accepts`: the one decision of whether a stated value is the expected one, and how it is said.

Validator (rivals must be refused), scorer (a check beside the judges) and rendering all use these
functions, so that the rule printed on a rubric is the rule applied.
"""

from contracts.acceptance import (
    Acceptance,
    accepts_choice,
    accepts_date,
    accepts_interval,
    accepts_number,
    accepts_sequence,
    accepts_set,
)
from contracts.comparison_kind import (
    Absolute,
    AdmissibleInterval,
    AtPrecision,
    Band,
    ChoiceComparison,
    Comparison,
    DateComparison,
    ForecastComparison,
    IndeterminateComparison,
    IntervalComparison,
    JudgementComparison,
    NumberComparison,
    Relative,
    SequenceComparison,
    SetComparison,
    StatementComparison,
)
from contracts.comparison_text import expected_text, rule_text
from contracts.stated import (
    StatedChoice,
    StatedDate,
    StatedInterval,
    StatedNumber,
    StatedSequence,
    StatedSet,
    StatedText,
    StatedValue,
)

__all__ = [
    "Absolute",
    "Acceptance",
    "AdmissibleInterval",
    "AtPrecision",
    "Band",
    "ChoiceComparison",
    "Comparison",
    "DateComparison",
    "ForecastComparison",
    "IndeterminateComparison",
    "IntervalComparison",
    "JudgementComparison",
    "NumberComparison",
    "Relative",
    "SequenceComparison",
    "SetComparison",
    "StatementComparison",
    "accepts",
    "as_stated",
    "expected_text",
    "rule_text",
]


def accepts(comparison: Comparison, stated: StatedValue) -> Acceptance:
    """Say whether `stated` is what `comparison` expects.

    Kinds that are put to judges, and text that was not read into a value, are undecided; a value
    of another shape (a figure where a date is expected) is refused.
    """
    match comparison, stated:
        case NumberComparison(), StatedNumber():
            return accepts_number(comparison, stated)
        case IntervalComparison(), StatedInterval():
            return accepts_interval(comparison, stated)
        case DateComparison(), StatedDate():
            return accepts_date(comparison, stated)
        case ChoiceComparison(), StatedChoice():
            return accepts_choice(comparison, stated)
        case SetComparison(), StatedSet():
            return accepts_set(comparison, stated)
        case SequenceComparison(), StatedSequence():
            return accepts_sequence(comparison, stated)
        case _:
            return _other_shape(comparison, stated)


_JUDGED = (
    StatementComparison,
    JudgementComparison,
    IndeterminateComparison,
    ForecastComparison,
)


def _other_shape(comparison: Comparison, stated: StatedValue) -> Acceptance:
    if isinstance(comparison, _JUDGED) or isinstance(stated, StatedText):
        return Acceptance.UNDECIDED
    return Acceptance.REFUSED


def as_stated(comparison: Comparison) -> StatedValue | None:
    """The expected value as a text would state it in full; `None` for kinds put to judges."""
    match comparison:
        case NumberComparison():
            return StatedNumber.of(comparison.expected)
        case IntervalComparison():
            return StatedInterval(
                low=StatedNumber.of(comparison.low),
                high=StatedNumber.of(comparison.high),
                inclusive=comparison.inclusive,
            )
        case DateComparison():
            return StatedDate(value=comparison.value, precision=comparison.precision)
        case ChoiceComparison():
            return StatedChoice(text=comparison.value)
        case SetComparison():
            return StatedSet(members=comparison.members)
        case SequenceComparison():
            return StatedSequence(members=comparison.members)
        case _:
            return None
