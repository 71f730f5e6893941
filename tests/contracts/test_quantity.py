"""Figures: decimals from text, units, scales, rounding and conversion."""

import json
from collections.abc import Iterable
from decimal import Context, Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from contracts.contract import Contract, canonical, parse_contract
from contracts.errors import ContractError
from contracts.quantity import (
    DecimalText,
    Dimension,
    Quantity,
    QuantityRangeError,
    Rounding,
    RoundingMode,
    Scale,
    Unit,
    UnitMismatch,
    distance_between,
    places_of,
    product,
    quotient_unit,
    sum_unit,
)


class Held(Contract):
    value: DecimalText


def held(text: str) -> bytes:
    return f'{{"value":{text}}}'.encode()


def decimals() -> st.SearchStrategy[Decimal]:
    """Any value of a contract: up to 30 digits, of which up to 29 are decimal places."""
    digits = st.integers(min_value=1 - 10**30, max_value=10**30 - 1)
    places = st.integers(min_value=0, max_value=29)
    return st.builds(lambda value, places: Decimal(f"{value}E-{places}"), digits, places)


def quantities(units: Iterable[Unit] = Unit) -> st.SearchStrategy[Quantity]:
    return st.builds(
        Quantity,
        value=decimals(),
        unit=st.sampled_from(tuple(units)),
        scale=st.sampled_from(Scale),
    )


FRACTIONS = (Unit.RATIO, Unit.PERCENT, Unit.BASIS_POINT)


# --- decimals from text -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["0", "0.0", "0.000", "-12.30", "33", "128896", "9" * 30, "0." + "1" * 29, "1.00"]
)
def test_decimal_text_keeps_its_digits(text: str) -> None:
    found = parse_contract(held(f'"{text}"'), Held)
    assert canonical(found) == held(f'"{text}"')


@pytest.mark.parametrize(
    "value",
    [
        "33",
        "33.3",
        "1e2",
        "true",
        "null",
        "[]",
        '""',
        '" 1"',
        '"1 "',
        '"1\\n"',
        '"+1"',
        '"-0"',
        '"-0.0"',
        '"007"',
        '".5"',
        '"5."',
        '"1e5"',
        '"1E+5"',
        '"1_000"',
        '"1,000"',
        '"33,33"',
        '"NaN"',
        '"inf"',
        '"-Infinity"',
        '"\u0661\u0660\u0660"',
        '"\uff11"',
        '"\u22123.2"',
        '"0x10"',
        '"$5"',
        '"' + "9" * 31 + '"',
        '"0.' + "1" * 30 + '"',
    ],
)
def test_decimal_text_refuses_everything_else(value: str) -> None:
    with pytest.raises(ContractError):
        parse_contract(held(value), Held)


@pytest.mark.parametrize(
    "value", [Decimal("NaN"), Decimal("Infinity"), Decimal("-0"), Decimal("1E+999999"), 1.5, 1]
)
def test_decimal_text_refuses_the_same_in_python(value: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(DecimalText).validate_python(value)


def test_decimal_text_writes_an_exponent_out() -> None:
    assert canonical(Held(value=Decimal("1.5E+3"))) == held('"1500"')
    assert canonical(Held(value=Decimal("1E-7"))) == held('"0.0000001"')


def test_decimal_text_is_a_string_in_the_schema() -> None:
    schema = json.dumps(Held.model_json_schema())
    assert '"type": "string"' in schema
    assert '"number"' not in schema


@given(decimals())
def test_decimal_text_round_trips(value: Decimal) -> None:
    text = format(value, "f")
    if not value and text.startswith("-"):
        return
    found = parse_contract(held(f'"{text}"'), Held).value
    assert str(found) == str(Decimal(text))


# --- units ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "dimension"),
    [
        (Unit.USD, Dimension.MONEY),
        (Unit.KRW, Dimension.MONEY),
        (Unit.USD_PER_SHARE, Dimension.MONEY_PER_SHARE),
        (Unit.RATIO, Dimension.FRACTION),
        (Unit.BASIS_POINT, Dimension.FRACTION),
        (Unit.PERCENTAGE_POINT, Dimension.POINT),
        (Unit.DAYS, Dimension.DURATION),
        (Unit.COUNT, Dimension.COUNT),
    ],
)
def test_units_have_a_dimension(unit: Unit, dimension: Dimension) -> None:
    assert unit.dimension is dimension


def test_money_is_exactly_the_units_with_a_currency_code() -> None:
    codes = {unit for unit in Unit if unit.value.isupper()}
    assert codes == {unit for unit in Unit if unit.dimension is Dimension.MONEY}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (Unit.USD, Unit.USD, Unit.USD),
        (Unit.PERCENT, Unit.PERCENTAGE_POINT, Unit.PERCENT),
        (Unit.PERCENTAGE_POINT, Unit.PERCENT, Unit.PERCENT),
        (Unit.USD, Unit.EUR, None),
        (Unit.PERCENT, Unit.RATIO, None),
        (Unit.WEEKS, Unit.DAYS, None),
    ],
)
def test_sum_unit(first: Unit, second: Unit, expected: Unit | None) -> None:
    if expected is None:
        with pytest.raises(UnitMismatch, match="cannot be added"):
            sum_unit(first, second)
    else:
        assert sum_unit(first, second) is expected


@pytest.mark.parametrize(
    ("dividend", "divisor", "expected"),
    [
        (Unit.USD, Unit.USD, Unit.RATIO),
        (Unit.PERCENT, Unit.COUNT, Unit.PERCENT),
        (Unit.USD, Unit.SHARES, Unit.USD_PER_SHARE),
        (Unit.USD, Unit.USD_PER_SHARE, Unit.SHARES),
        (Unit.COUNT, Unit.COUNT, Unit.RATIO),
        (Unit.USD, Unit.EUR, None),
        (Unit.EUR, Unit.SHARES, None),
        (Unit.USD, Unit.DAYS, None),
    ],
)
def test_quotient_unit(dividend: Unit, divisor: Unit, expected: Unit | None) -> None:
    if expected is None:
        with pytest.raises(UnitMismatch, match="has no unit"):
            quotient_unit(dividend, divisor)
    else:
        assert quotient_unit(dividend, divisor) is expected


def test_scales_have_factors() -> None:
    factors = [scale.factor for scale in Scale]
    assert factors == [1, 10**3, 10**6, 10**9, 10**12]
    assert all(isinstance(factor, Decimal) for factor in factors)


# --- rounding ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "mode", "places", "expected"),
    [
        ("11.85", "half_up", 1, "11.9"),
        ("11.85", "half_even", 1, "11.8"),
        ("11.95", "half_even", 1, "12.0"),
        ("11.768121", "half_up", 1, "11.8"),
        ("-11.85", "half_up", 1, "-11.9"),
        ("-11.85", "half_even", 1, "-11.8"),
        ("-11.84", "half_up", 1, "-11.8"),
        ("-2.5", "half_up", 0, "-3"),
        ("349.99", "floor", 0, "349"),
        ("-349.01", "floor", 0, "-350"),
        ("349.01", "ceiling", 0, "350"),
        ("-349.99", "ceiling", 0, "-349"),
        ("349.99", "down", 0, "349"),
        ("-349.99", "down", 0, "-349"),
        ("349.01", "up", 0, "350"),
        ("-349.01", "up", 0, "-350"),
        ("13289412", "half_up", -3, "13289000"),
        ("13289500", "half_up", -3, "13290000"),
        ("499", "half_up", -3, "0"),
        ("-0.04", "half_up", 1, "0.0"),
        ("12", "half_up", 1, "12.0"),
        ("1.005", "half_up", 2, "1.01"),
        ("9.99", "half_up", 1, "10.0"),
        ("9" * 30 + ".5", "half_up", 0, "1" + "0" * 30),
        ("1E-140", "up", 12, "0.000000000001"),
    ],
)
def test_rounding_table(value: str, mode: str, places: int, expected: str) -> None:
    rounding = Rounding(mode=RoundingMode(mode), places=places)
    assert format(rounding.apply(Decimal(value)), "f") == expected


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1E+151", "1E-151"])
def test_rounding_refuses_what_it_cannot_round(value: str) -> None:
    with pytest.raises(QuantityRangeError):
        Rounding(mode=RoundingMode.HALF_UP, places=1).apply(Decimal(value))


@pytest.mark.parametrize("places", [-13, 13])
def test_rounding_places_are_bounded(places: int) -> None:
    with pytest.raises(ValidationError):
        Rounding(mode=RoundingMode.HALF_UP, places=places)


@given(decimals(), st.sampled_from(RoundingMode), st.integers(-12, 12))
def test_rounding_is_idempotent_and_within_one_step(
    value: Decimal, mode: RoundingMode, places: int
) -> None:
    rounding = Rounding(mode=mode, places=places)
    rounded = rounding.apply(value)
    assert rounding.apply(rounded) == rounded
    assert distance_between(rounded, value) < Decimal(1).scaleb(-places)


@given(decimals(), st.integers(-12, 12))
def test_half_up_is_symmetric_about_zero(value: Decimal, places: int) -> None:
    rounding = Rounding(mode=RoundingMode.HALF_UP, places=places)
    assert rounding.apply(value.copy_negate()) == rounding.apply(value).copy_negate()


# --- quantities -------------------------------------------------------------------------------


def quantity(value: str, unit: Unit = Unit.USD, scale: Scale = Scale.ONE) -> Quantity:
    return Quantity(value=Decimal(value), unit=unit, scale=scale)


@pytest.mark.parametrize(
    ("found", "unit", "scale", "expected"),
    [
        (quantity("11.8", Unit.PERCENT), Unit.RATIO, Scale.ONE, "0.118"),
        (quantity("0.118", Unit.RATIO), Unit.PERCENT, Scale.ONE, "11.8"),
        (quantity("120", Unit.BASIS_POINT), Unit.PERCENT, Scale.ONE, "1.20"),
        (quantity("1.2", Unit.PERCENT), Unit.BASIS_POINT, Scale.ONE, "120"),
        (quantity("1", Unit.RATIO), Unit.BASIS_POINT, Scale.ONE, "10000"),
        (quantity("13289", scale=Scale.THOUSAND), Unit.USD, Scale.MILLION, "13.289"),
        (quantity("13.289", scale=Scale.MILLION), Unit.USD, Scale.THOUSAND, "13289"),
        (quantity("13.3", scale=Scale.MILLION), Unit.USD, Scale.ONE, "13300000"),
        (quantity("-5"), Unit.USD, Scale.BILLION, "-0.000000005"),
    ],
)
def test_convert_is_exact(found: Quantity, unit: Unit, scale: Scale, expected: str) -> None:
    converted = found.convert(unit, scale)
    assert str(converted.value) == str(Decimal(expected))
    assert (converted.unit, converted.scale) == (unit, scale)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (Unit.PERCENT, Unit.PERCENTAGE_POINT),
        (Unit.PERCENTAGE_POINT, Unit.PERCENT),
        (Unit.BASIS_POINT, Unit.PERCENTAGE_POINT),
        (Unit.RATIO, Unit.PERCENTAGE_POINT),
        (Unit.USD, Unit.EUR),
        (Unit.USD, Unit.USD_PER_SHARE),
        (Unit.RATIO, Unit.MULTIPLE),
        (Unit.WEEKS, Unit.DAYS),
        (Unit.COUNT, Unit.SHARES),
    ],
)
def test_other_units_do_not_convert(found: Unit, wanted: Unit) -> None:
    with pytest.raises(UnitMismatch, match="does not convert"):
        quantity("1", found).convert(wanted)


def test_convert_refuses_what_does_not_fit() -> None:
    with pytest.raises(QuantityRangeError, match="30 digits"):
        quantity("9" * 30, scale=Scale.TRILLION).convert(Unit.USD)


def test_in_units_and_places() -> None:
    found = quantity("1.20", scale=Scale.MILLION)
    assert found.in_units() == 1_200_000
    assert str(found.in_units()) == "1200000"
    assert found.places == 2
    assert places_of(Decimal("13E+3")) == -3
    assert quantity("9" * 30, scale=Scale.TRILLION).in_units() == int("9" * 30) * 10**12


@given(quantities(FRACTIONS), st.data())
def test_convert_round_trips(found: Quantity, data: st.DataObject) -> None:
    unit = data.draw(st.sampled_from(FRACTIONS))
    scale = data.draw(st.sampled_from(Scale))
    try:
        converted = found.convert(unit, scale)
    except QuantityRangeError:
        return
    back = converted.convert(found.unit, found.scale)
    assert back.value == found.value


@given(quantities())
def test_quantity_round_trips_as_a_contract(found: Quantity) -> None:
    assert parse_contract(canonical(found), Quantity) == found


@given(quantities(unit for unit in Unit if unit is not Unit.RATIO))
def test_printed_quantities_are_read_back(found: Quantity) -> None:
    assert Quantity.parse(found.text()) == found


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (quantity("13289", scale=Scale.THOUSAND), "USD 13,289 thousand"),
        (quantity("-5.10", Unit.EUR), "EUR -5.10"),
        (quantity("2.72", Unit.USD_PER_SHARE), "USD 2.72 per share"),
        (quantity("11.80", Unit.PERCENT), "11.80 %"),
        (quantity("3", Unit.PERCENTAGE_POINT), "3 percentage points"),
        (quantity("120", Unit.BASIS_POINT), "120 basis points"),
        (quantity("7.5", Unit.MULTIPLE), "7.5x"),
        (quantity("2", Unit.MULTIPLE, Scale.THOUSAND), "2 thousand times"),
        (quantity("0.118", Unit.RATIO), "0.118"),
        (quantity("14", Unit.WEEKS), "14 weeks"),
        (quantity("1298606205", Unit.SHARES), "1,298,606,205 shares"),
        (quantity("5000.1", Unit.INDEX_POINTS), "5,000.1 index points"),
        (quantity("12", Unit.COUNT, Scale.MILLION), "12 million"),
    ],
)
def test_quantities_are_printed(found: Quantity, text: str) -> None:
    assert found.text() == text


@given(decimals(), decimals())
def test_arithmetic_is_exact_in_any_decimal_context(first: Decimal, second: Decimal) -> None:
    with localcontext(Context(prec=3)):
        distance, times = distance_between(first, second), product(first, second)
    assert Fraction(distance) == abs(Fraction(first) - Fraction(second))
    assert Fraction(times) == Fraction(first) * Fraction(second)
