"""Facts come out of a filing with exact values, their contexts, and the words they stand in."""

from datetime import date
from decimal import Decimal

import pytest

from contracts.errors import InputError
from contracts.period import Period
from sources.store.facts import Dimension, Fact, facts_of
from tests.sources.store.inline import CONTEXTS, UNITS, context, document, fact


def only(body: str) -> Fact:
    (hidden, found) = facts_of(document(body))
    assert hidden.anchor == "f-hidden"
    return found


@pytest.mark.parametrize(
    ("printed", "attributes", "value"),
    [
        ("12,345", 'format="ixt:num-dot-decimal" scale="3" decimals="-3"', "12345000"),
        ("16.1", 'scale="9" decimals="-8"', "16100000000"),
        ("12.5", 'format="ixt:numdotdecimal" scale="-2"', "0.125"),
        ("1.234,50", 'format="ixt:num-comma-decimal"', "1234.50"),
        ("919", 'sign="-" scale="3"', "-919000"),
        ("0", 'sign="-"', "0"),
        ("—", 'format="ixt:fixed-zero"', "0"),
        ("None", 'format="ixt-sec:numwordsen"', "0"),
        ("seven", 'format="ixt-sec:numwordsen"', None),
        ("5", 'format="ixt:num-of-some-later-registry"', None),
        ("", 'xsi:nil="true"', None),
        ("12<b>,</b>3<ix:exclude> page 4 </ix:exclude>45", 'format="x:numcommadot"', "12345"),
    ],
)
def test_a_value_is_exact(printed: str, attributes: str, value: str | None) -> None:
    found = only(f"<p>{fact(printed, attributes)}</p>")
    assert (None if found.value is None else str(found.value)) == value


def test_a_fact_says_what_it_is() -> None:
    tagged = fact("12", 'scale="6" decimals="-6"', contextRef="north")
    found = only(f"<p>Sales were {tagged}.</p>")
    assert found == Fact(
        anchor="f-1",
        concept="x:Sales",
        value=Decimal(12_000_000),
        printed="12",
        scale=6,
        decimals=-6,
        unit="USD",
        entity="0000000001",
        period=Period(start=date(2024, 1, 1), end=date(2024, 12, 31)),
        dimensions=(Dimension("x:AreaAxis", "x:North"), Dimension("x:PlanAxis", "A")),
        words="Sales were 12.",
    )


def test_instants_for_ever_and_divided_units() -> None:
    found = only(f"<p>{fact('1.5', contextRef='day', unitRef='pershare')}</p>")
    assert (found.unit, found.period) == (
        "USD/shares",
        Period(start=None, end=date(2024, 12, 31)),
    )
    assert only(f"<p>{fact('1', contextRef='ever')}</p>").period is None


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            f"<table><tr><td>Net<br/> sales</td><td/><td><p>{fact('5')}</p></td></tr></table>",
            "Net sales 5",
        ),
        (f"<div><p>One. Sales of {fact('5')} grew; others fell.</p></div>", "Sales of 5 grew;"),
        (fact("5"), ""),
    ],
)
def test_the_words_around_a_fact(body: str, words: str) -> None:
    assert only(body).words == words


def test_hidden_facts_have_no_words() -> None:
    assert facts_of(document(""))[0].words == ""


@pytest.mark.parametrize("data", [b"<html><p>a<p>b</html>", b"<html><body/></html>", b"a,b"])
def test_other_bytes_have_no_facts(data: bytes) -> None:
    assert facts_of(data) == ()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (fact("5", contextRef="none"), "fact f-1: context 'none' is not in the document"),
        (fact("5", unitRef="none"), "fact f-1: unit 'none' is not in the document"),
        (fact("5", name=""), "nonFraction without name"),
        (fact("1e3"), "fact f-1: '1e3' cannot be read as its format says"),
        (fact("5", 'scale="many"', id=""), "fact x:Sales: 'many' is no power of ten"),
        (fact("5", 'decimals="2.5"'), "fact f-1: '2.5' is no power of ten"),
    ],
)
def test_a_fact_that_breaks_the_rules_is_named(body: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        facts_of(document(f"<p>{body}</p>"))


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (context("bad", entity=""), "context bad names no entity"),
        (context("bad", ""), "context bad has no period"),
        (context("bad", "<xbrli:instant>soon</xbrli:instant>"), "context bad: period"),
        (
            context(
                "bad",
                "<xbrli:startDate>2025-01-01</xbrli:startDate>"
                "<xbrli:endDate>2024-01-01</xbrli:endDate>",
            ),
            "after its end",
        ),
        (
            context("bad", segment="<xbrldi:explicitMember>x:A</xbrldi:explicitMember>"),
            "context bad has a member of no dimension",
        ),
        ("<xbrli:context/>", "context without id"),
    ],
)
def test_a_context_that_breaks_the_rules_is_named(bad: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        facts_of(document("", contexts=(*CONTEXTS, bad), units=UNITS))
