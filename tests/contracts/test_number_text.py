"""Reading one figure from a phrase, and refusing what can be read in two ways."""

from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contracts.contract import canonical, parse_contract
from contracts.number_text import MAX_PHRASE, read_number
from contracts.quantity import (
    Quantity,
    QuantityParseError,
)

READ = {
    "$1.2 million": ("1.2", "USD", "million"),
    "$1.2M": ("1.2", "USD", "million"),
    "$ 1.2 bn": ("1.2", "USD", "billion"),
    "US$3.4 billion": ("3.4", "USD", "billion"),
    "5 million US dollars": ("5", "USD", "million"),
    "5 dollars": ("5", "USD", None),
    "EUR 12k": ("12", "EUR", "thousand"),
    "12 EUR": ("12", "EUR", None),
    "EUR 12 euros": ("12", "EUR", None),
    "€1,234.50": ("1234.50", "EUR", None),
    "£7": ("7", "GBP", None),
    "₩5 trillion": ("5", "KRW", "trillion"),
    "JPY 100": ("100", "JPY", None),
    "100 yen": ("100", "JPY", None),
    "(1,234)": ("-1234", None, None),
    "$(1,234)": ("-1234", "USD", None),
    "($1,234)": ("-1234", "USD", None),
    "($1.2 million)": ("-1.2", "USD", "million"),
    "($1.2) million": ("-1.2", "USD", "million"),
    "(11.8)%": ("-11.8", "percent", None),
    "(11.8%)": ("-11.8", "percent", None),
    "-$5": ("-5", "USD", None),
    "$-5": ("-5", "USD", None),
    "USD -1,000 thousand": ("-1000", "USD", "thousand"),
    "11.8%": ("11.8", "percent", None),
    "11.8 %": ("11.8", "percent", None),
    "11.8\u00a0%": ("11.8", "percent", None),
    "11.8\u202fpercent": ("11.8", "percent", None),
    "11.8 per cent": ("11.8", "percent", None),
    "−3.2%": ("-3.2", "percent", None),
    "+3.2%": ("3.2", "percent", None),
    "-0.0%": ("0.0", "percent", None),
    ".5%": ("0.5", "percent", None),
    "120 bps": ("120", "basis_point", None),
    "120 Basis Points": ("120", "basis_point", None),
    "3 pp": ("3", "percentage_point", None),
    "1 percentage point": ("1", "percentage_point", None),
    "7.5x": ("7.5", "multiple", None),
    "7.5 times": ("7.5", "multiple", None),
    "1,298,606,205": ("1298606205", None, None),
    "1,298,606,205 shares": ("1298606205", "shares", None),
    "USD 128,896 thousand": ("128896", "USD", "thousand"),
    "$2.72 per share": ("2.72", "usd_per_share", None),
    "2.72 dollars per share": ("2.72", "usd_per_share", None),
    "14 weeks": ("14", "weeks", None),
    "371 days": ("371", "days", None),
    "0.118": ("0.118", None, None),
    "0.118 ratio": ("0.118", "ratio", None),
    " 12 \t".replace("\t", " "): ("12", None, None),
    "007": ("7", None, None),
    "9" * 30: ("9" * 30, None, None),
    "-" + "9" * 30: ("-" + "9" * 30, None, None),
}


@pytest.mark.parametrize("text", READ)
def test_figures_are_read(text: str) -> None:
    value, unit, scale = READ[text]
    found = read_number(text)
    assert str(found.value) == value
    assert (found.unit, found.scale) == (unit, scale)
    complete = Quantity.parse(text)
    assert complete.unit == (unit or "count")
    assert complete.scale == (scale or "one")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "n/a",
        "%",
        "$",
        "11.8 to 12.0",
        "11.8-12.0%",
        "11.8% (2024)",
        "1 298 606",
        "1'298'606",
        "11,8%",
        "33,33",
        "0,123",
        "1.298.606",
        "1,2345",
        "12,34,567",
        "1,234,56",
        "12.",
        "1..2",
        "1e5",
        "1E5",
        "1_000",
        "0x10",
        "NaN",
        "inf",
        "\u0661\u0660\u0660",
        "\uff11\uff12",
        "1\u0662",
        "½",
        "5²",
        "¥5",
        "C$5",
        "$5 EUR",
        "$5%",
        "5 %%",
        "5 points",
        "5 apples",
        "5 million million",
        "million 5",
        "million",
        "5 per share",
        "€5 per share",
        "about 5",
        "~5",
        "--5",
        "-(5)",
        "(-5)",
        "((5))",
        "(5",
        "5)",
        "5-",
        "- 5 -",
        "10-K",
        "$5/share",
        "–5",
        "5\n%",
        "9" * 31,
        "5 " + "x" * MAX_PHRASE,
    ],
)
def test_ambiguous_text_is_refused(text: str) -> None:
    with pytest.raises(QuantityParseError, match="is not one figure"):
        Quantity.parse(text)


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = Quantity.parse(text)
    except QuantityParseError:
        return
    assert parse_contract(canonical(found), Quantity) == found


@pytest.mark.parametrize(("sign", "unit"), list(product(["", "-", "−"], ["%", " bps", "x"])))
def test_a_sign_only_changes_the_sign(sign: str, unit: str) -> None:
    value = Quantity.parse(f"{sign}3.2{unit}").value
    assert value == (Decimal("-3.2") if sign else Decimal("3.2"))
