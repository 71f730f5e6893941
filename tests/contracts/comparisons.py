"""Number comparisons made from text, for the tests of comparisons."""

from datetime import date
from decimal import Decimal

from contracts.comparison import (
    Absolute,
    AdmissibleInterval,
    AtPrecision,
    Band,
    ChoiceComparison,
    Comparison,
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
from contracts.quantity import Quantity, Rounding, RoundingMode, Scale, Unit


def number(
    expected: str, places: int = 1, mode: str = "half_up", band: Band | None = None
) -> NumberComparison:
    return NumberComparison(
        expected=Quantity.parse(expected),
        rounding=Rounding(mode=RoundingMode(mode), places=places),
        band=AtPrecision() if band is None else band,
    )


def absolute(amount: str) -> Absolute:
    return Absolute(amount=Decimal(amount), reason="the source rounds")


def relative(percent: str) -> Relative:
    return Relative(percent=Decimal(percent), reason="a ratio of rounded figures")


EXACT_ONES = NumberComparison(
    expected=Quantity(value=Decimal(13289), unit=Unit.USD, scale=Scale.THOUSAND),
    rounding=Rounding(mode=RoundingMode.HALF_UP, places=0),
)


GUIDANCE = IntervalComparison(
    low=Quantity.parse("$2.10 billion"), high=Quantity.parse("$2.3 billion"), inclusive=True
)

CHOICE = ChoiceComparison(
    value="Mean of ratios",
    options=("Mean of ratios", "Ratio of sums"),
    aliases=(("Mean of ratios", "simple average"), ("Ratio of sums", "aggregate")),
)

ALL = SetComparison(members=("Ohio", "Texas", "Utah"), need="all", extras="allowed")

TWO = SetComparison(members=("Ohio", "Texas", "Utah"), need="at_least", k=2, extras="fail")

EXACT = SequenceComparison(members=("Ohio", "Texas", "Utah"), order="exact")

RANK = SequenceComparison(members=("Ohio", "Texas", "Utah"), order="rank")

JUDGED: tuple[Comparison, ...] = (
    StatementComparison(
        proposition="Traffic drove the increase",
        elements=("traffic grew", "more than check"),
        must_not=("menu prices fell",),
    ),
    StatementComparison(proposition="Traffic grew", elements=("traffic grew",), must_not=()),
    JudgementComparison(
        question="Is the premium fair?",
        admissible=("yes", "no"),
        required_grounds=("growth", "leverage"),
        pass_anchor="weighs both",
        fail_anchor="names a price only",
    ),
    IndeterminateComparison(
        reason="not disclosed by the cutoff",
        required_behaviour="say so and name the nearest figure",
    ),
    ForecastComparison(
        as_of=date(2026, 1, 9),
        method_constraints=("uses the company's guidance",),
        admissible=AdmissibleInterval(low=Quantity.parse("3%"), high=Quantity.parse("5%")),
    ),
    ForecastComparison(
        as_of=date(2026, 1, 9),
        method_constraints=(),
        admissible=AdmissibleInterval(low=Quantity.parse("3%"), high=Quantity.parse("5%")),
    ),
)
