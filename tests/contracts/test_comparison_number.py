"""Figures compared by rounding, band, unit and scale."""

from decimal import Context, Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.comparison import (
    Absolute,
    Acceptance,
    AtPrecision,
    Band,
    NumberComparison,
    accepts,
    as_stated,
)
from contracts.contract import Contract, canonical, parse_contract
from contracts.quantity import Quantity, Rounding, RoundingMode, Scale, Unit
from contracts.stated import (
    StatedNumber,
    StatedValue,
)
from tests.contracts.comparisons import EXACT_ONES, absolute, number, relative

ACCEPTED, REFUSED, UNDECIDED = Acceptance
VERDICTS = {"yes": ACCEPTED, "no": REFUSED, "?": UNDECIDED}


class StatedHolder(Contract):
    stated: StatedValue


# expected, places, mode, stated, verdict
AT_PRECISION = [
    # more places are rounded by the rule
    ("11.768121%", 1, "half_up", "11.8%", "yes"),
    ("11.768121%", 1, "half_up", "11.768121%", "yes"),
    ("11.768121%", 1, "half_up", "11.77%", "yes"),
    ("11.768121%", 1, "half_up", "11.80%", "yes"),
    ("11.768121%", 1, "half_up", "11.4%", "no"),
    ("11.768121%", 1, "half_up", "11.7%", "no"),
    ("11.8%", 1, "half_up", "11.849%", "yes"),
    ("11.8%", 1, "half_up", "11.75%", "yes"),
    ("11.8%", 1, "half_up", "11.7499%", "no"),
    # 11.85 is 11.8499… as a float and would round to 11.8
    ("11.9%", 1, "half_up", "11.85%", "yes"),
    ("11.8%", 1, "half_up", "11.85%", "no"),
    ("11.8%", 1, "half_even", "11.85%", "yes"),
    # fewer places fail
    ("11.8%", 1, "half_up", "12%", "no"),
    ("12.0%", 1, "half_up", "12%", "no"),
    ("12.0%", 1, "half_up", "12.0%", "yes"),
    ("11.80%", 2, "half_up", "11.8%", "no"),
    ("USD 13,289 thousand", 0, "half_up", "$13.3 million", "no"),
    ("USD 13,300 thousand", 0, "half_up", "$13.3 million", "no"),
    ("USD 13,000 thousand", 0, "half_up", "$13 million", "no"),
    # modes
    ("$349.99", 0, "floor", "$349", "?"),
    ("-2.5%", 0, "half_up", "-3%", "yes"),
    ("-2.5%", 0, "half_up", "-2%", "no"),
    ("-2.5%", 0, "half_up", "-2.5%", "yes"),
    ("-2.5%", 0, "half_even", "-2%", "yes"),
    ("-2.5%", 0, "floor", "-3%", "yes"),
    ("-2.5%", 0, "ceiling", "-2%", "yes"),
    ("-2.5%", 0, "down", "-2%", "yes"),
    ("-2.1%", 0, "up", "-3%", "yes"),
    # percent and fraction, points and percent, basis points
    ("11.8%", 1, "half_up", "0.118 ratio", "yes"),
    ("11.8%", 1, "half_up", "0.1177 ratio", "yes"),
    ("11.8%", 1, "half_up", "0.12 ratio", "no"),
    ("11.8%", 1, "half_up", "11.8 ratio", "no"),
    ("0.118 ratio", 3, "half_up", "11.8%", "yes"),
    ("1.2%", 1, "half_up", "120 bps", "yes"),
    ("1.2%", 1, "half_up", "12 bps", "no"),
    ("120 bps", 0, "half_up", "1.2%", "no"),
    ("120 bps", 0, "half_up", "1.20%", "yes"),
    ("3.0%", 1, "half_up", "3.0 pp", "no"),
    ("3.0 pp", 1, "half_up", "3.0%", "no"),
    ("3.0 pp", 1, "half_up", "3.0 percentage points", "yes"),
    ("3.0 pp", 1, "half_up", "300 bps", "?"),
    ("7.5x", 1, "half_up", "7.5 times", "yes"),
    ("7.5x", 1, "half_up", "7.5 ratio", "?"),
    ("7.5x", 1, "half_up", "7.5%", "no"),
    # signs
    ("-3.2%", 1, "half_up", "−3.2%", "yes"),
    ("-3.2%", 1, "half_up", "(3.2)%", "yes"),
    ("-3.2%", 1, "half_up", "3.2%", "no"),
    ("0.0%", 1, "half_up", "-0.0%", "yes"),
    ("0.0%", 1, "half_up", "-0.04%", "yes"),
    # scales
    ("USD 13,289 thousand", 0, "half_up", "USD 13,289 thousand", "yes"),
    ("USD 13,289 thousand", 0, "half_up", "$13.289 million", "yes"),
    ("USD 13,289 thousand", 0, "half_up", "$13.2894 million", "yes"),
    ("USD 13,289 thousand", 0, "half_up", "$0.013289 billion", "yes"),
    ("USD 13,289 thousand", 0, "half_up", "USD 13,289 million", "no"),
    ("USD 13,289 thousand", 0, "half_up", "EUR 13,289 thousand", "no"),
    ("USD (13,289) thousand", 0, "half_up", "USD 13,289 thousand", "no"),
    # what the text does not say
    ("USD 13,289 thousand", 0, "half_up", "$13,289,000", "?"),
    ("USD 13,289 thousand", 0, "half_up", "13,289", "?"),
    ("USD 13,289 thousand", 0, "half_up", "13,290", "no"),
    ("USD 13,289 thousand", 0, "half_up", "13,289 thousand", "?"),
    ("11.8%", 1, "half_up", "11.8", "?"),
    ("11.8%", 1, "half_up", "0.118", "?"),
    ("11.8%", 1, "half_up", "11.4", "no"),
    ("14 weeks", 0, "half_up", "14 weeks", "yes"),
    ("14 weeks", 0, "half_up", "98 days", "no"),
    ("14 weeks", 0, "half_up", "14", "?"),
    ("$0", 0, "half_up", "$0", "?"),
]


@pytest.mark.parametrize(
    ("expected", "places", "mode", "stated", "verdict"),
    AT_PRECISION,
)
def test_numbers_at_precision(
    expected: str, places: int, mode: str, stated: str, verdict: str
) -> None:
    found = accepts(number(expected, places, mode), StatedNumber.parse(stated))
    assert found is VERDICTS[verdict]


def test_a_complete_figure_without_scale_word_is_compared_in_ones() -> None:
    stated = StatedNumber(value=Decimal(13_289_000), unit=Unit.USD, scale=Scale.ONE)
    assert accepts(EXACT_ONES, stated) is ACCEPTED
    assert (
        accepts(number("$349.99", 0, "floor"), StatedNumber.of(Quantity.parse("$349"))) is ACCEPTED
    )


def test_places_may_be_negative() -> None:
    comparison = number("$13,289,412", -3)
    for stated, verdict in [
        ("$13,289,412", ACCEPTED),
        ("$13,289,000", ACCEPTED),
        ("$13.289 million", ACCEPTED),
        ("$13.29 million", REFUSED),
        ("$13,290,000", REFUSED),
    ]:
        assert accepts(comparison, StatedNumber.of(Quantity.parse(stated))) is verdict


# expected, band, stated, verdict
BANDS = [
    ("11.8%", absolute("0.1"), "11.7%", "yes"),
    ("11.8%", absolute("0.1"), "11.9%", "yes"),
    ("11.8%", absolute("0.1"), "11.69999%", "no"),
    ("11.8%", absolute("0.1"), "11.90001%", "no"),
    ("11.8%", absolute("0.2"), "12%", "yes"),
    ("11.8%", absolute("0.1"), "0.117 ratio", "yes"),
    ("-11.8%", absolute("0.1"), "-11.9%", "yes"),
    ("-11.8%", absolute("0.1"), "11.8%", "no"),
    ("0%", absolute("0.1"), "-0.1%", "yes"),
    ("USD 100 thousand", absolute("1"), "$0.101 million", "yes"),
    ("USD 100 thousand", absolute("1"), "$0.1011 million", "no"),
    ("USD 100 thousand", absolute("1"), "$100", "?"),
    # The 1 % that admits a rival once it is rounded: 12.653 is refused, 12.7 is not.
    ("12.8%", relative("1"), "12.7%", "yes"),
    ("12.8%", relative("1"), "12.653%", "no"),
    ("12.8%", relative("1"), "12.672%", "yes"),
    ("12.8%", relative("1"), "12.928%", "yes"),
    ("12.8%", relative("1"), "12.92801%", "no"),
    ("-12.8%", relative("1"), "-12.672%", "yes"),
    ("-12.8%", relative("1"), "12.8%", "no"),
    ("$3", relative("33.333333"), "EUR 3", "no"),
]


@pytest.mark.parametrize(("expected", "band", "stated", "verdict"), BANDS)
def test_bands_include_both_ends(expected: str, band: Band, stated: str, verdict: str) -> None:
    comparison = number(expected, band=band)
    assert accepts(comparison, StatedNumber.parse(stated)) is VERDICTS[verdict]


@pytest.mark.parametrize(
    ("expected", "band", "stated", "verdict"),
    [
        ("0.5%", absolute("0.1"), "0.6" + "0" * 28 + "%", "yes"),
        ("0.5%", absolute("0.1"), "0.6" + "0" * 27 + "1%", "no"),
        ("0.5%", relative("20"), "0.6" + "0" * 27 + "1%", "no"),
        ("9" * 30 + "%", absolute("0.1"), "9" * 29 + "8%", "no"),
        ("-" + "9" * 30 + "%", absolute("0.1"), "-" + "9" * 30 + "%", "yes"),
        ("9" * 30 + "%", relative("100"), "0%", "yes"),
        ("9" * 30 + "%", relative("100"), "-0.1%", "no"),
    ],
)
def test_bands_are_exact_in_any_decimal_context(
    expected: str, band: Band, stated: str, verdict: str
) -> None:
    for digits in (3, 28):
        with localcontext(Context(prec=digits)):
            comparison = number(expected, band=band)
            assert accepts(comparison, StatedNumber.parse(stated)) is VERDICTS[verdict]


def test_zero_is_zero_in_every_scale() -> None:
    zero = number("$0", 0, band=absolute("1"))
    assert accepts(zero, StatedNumber.parse("$0")) is ACCEPTED
    assert accepts(zero, StatedNumber.parse("0")) is UNDECIDED


@pytest.mark.parametrize(
    ("expected", "places", "band", "message"),
    [
        ("0%", 0, relative("1"), "no width"),
        ("0.00%", 1, relative("1"), "no width"),
        ("12%", 1, None, "fewer than"),
    ],
)
def test_faulty_number_comparisons(
    expected: str, places: int, band: Band | None, message: str
) -> None:
    with pytest.raises(ValidationError, match=message):
        number(expected, places, band=band)


@pytest.mark.parametrize("width", ["0", "-1", "NaN", "Infinity"])
def test_bands_need_a_positive_width(width: str) -> None:
    with pytest.raises(ValidationError):
        absolute(width)
    with pytest.raises(ValidationError):
        relative(width)


def test_a_band_needs_a_reason_and_a_relative_one_is_at_most_all() -> None:
    with pytest.raises(ValidationError):
        Absolute(amount=Decimal(1), reason=" ")
    with pytest.raises(ValidationError):
        relative("100.1")


# --- properties -------------------------------------------------------------------------------


@st.composite
def number_comparisons(draw: st.DrawFn) -> NumberComparison:
    places = draw(st.integers(-4, 6))
    extra = draw(st.integers(0, 4))
    digits = draw(st.integers(-(10**10), 10**10))
    value = Decimal(digits).scaleb(-max(places + extra, 0))
    bands: list[Band] = [AtPrecision(), absolute("0.5")]
    if value:
        bands.append(relative("2"))
    return NumberComparison(
        expected=Quantity(
            value=value,
            unit=draw(st.sampled_from(Unit)),
            scale=draw(st.sampled_from(Scale)),
        ),
        rounding=Rounding(mode=draw(st.sampled_from(RoundingMode)), places=places),
        band=draw(st.sampled_from(bands)),
    )


@given(number_comparisons())
def test_generated_numbers_accept_themselves_and_round_trip(comparison: NumberComparison) -> None:
    stated = as_stated(comparison)
    assert stated is not None
    assert accepts(comparison, stated) is ACCEPTED
    assert parse_contract(canonical(comparison), NumberComparison) == comparison
    held = StatedHolder(stated=stated)
    assert parse_contract(canonical(held), StatedHolder) == held


@given(number_comparisons())
def test_the_printed_value_of_a_comparison_at_precision_is_accepted(
    comparison: NumberComparison,
) -> None:
    expected = comparison.expected
    if not isinstance(comparison.band, AtPrecision):
        return
    rounded = comparison.rounding.apply(expected.value)
    stated = StatedNumber(value=rounded, unit=expected.unit, scale=expected.scale)
    assert accepts(comparison, stated) is ACCEPTED


@given(number_comparisons())
def test_a_slip_of_sign_is_never_accepted(comparison: NumberComparison) -> None:
    rounding, expected = comparison.rounding, comparison.expected
    at_precision = comparison.model_copy(update={"band": AtPrecision()})
    if rounding.apply(expected.value).is_zero() or expected.places < rounding.places:
        return
    if rounding.apply(-expected.value).is_zero() or abs(expected.value) < 1000:
        return
    other = StatedNumber(value=-expected.value, unit=expected.unit, scale=expected.scale)
    assert accepts(at_precision, other) is REFUSED
