"""The code table is whole, and findings cannot be made beside it."""

import pytest

from contracts.finding import Severity
from gates.code import FAMILY_TITLES, Code, Family
from gates.codes import CODES, code_of, finding, question, severity_of
from gates.verdict import gate_report, verdict_of

A_QUESTION = next(code.code for code in CODES if code.severity is None)


def test_codes_are_unique_and_well_formed() -> None:
    words = [code.code for code in CODES]
    assert len(words) == len(set(words))
    for code in CODES:
        assert code.family in FAMILY_TITLES
        assert code.code == f"{code.family}-{code.code[4:]}"
        assert code.code[4:] == code.code[4:].lower()


def test_families_stand_in_the_order_of_the_stages() -> None:
    order = list(Family)
    places = [order.index(code.family) for code in CODES]
    assert places == sorted(places)
    assert list(FAMILY_TITLES) == order


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_every_code_has_a_meaning_and_two_different_examples(code: Code) -> None:
    assert ("?" in code.meaning) == (code.severity is None)
    assert code.bad.strip()
    assert code.good.strip()
    assert code.bad != code.good


def test_finding_takes_its_severity_from_the_table() -> None:
    assert finding("FAC-cutoff-mismatch", "x", "y").severity is Severity.BLOCKER
    assert finding("FAC-id-repeated", "x", "y").severity is Severity.ERROR
    assert severity_of("FAC-as-of-undated") is Severity.WARNING


def test_unknown_codes_are_refused() -> None:
    with pytest.raises(KeyError):
        _ = finding("FAC-made-up", "x", "y")
    with pytest.raises(KeyError):
        _ = code_of("")
    with pytest.raises(ValueError, match="MAD"):
        _ = Code(code="MAD-up", severity=None, meaning="", bad="", good="").family


def test_questions_and_findings_are_not_mixed_up() -> None:
    asked = question(A_QUESTION, "query:/text", "Is anything asked there?", number=3)
    assert (asked.id, asked.code) == ("Q3", A_QUESTION)
    with pytest.raises(ValueError, match="asks a question"):
        _ = finding(A_QUESTION, "x", "y")
    with pytest.raises(ValueError, match="makes findings"):
        _ = question("FAC-id-repeated", "x", "y", number=1)


@pytest.mark.parametrize(
    ("codes", "verdict"),
    [
        ((), "passed"),
        (("FAC-as-of-undated",), "passed"),
        (("FAC-as-of-undated", "FAC-id-repeated"), "findings"),
        (("FAC-id-repeated", "FAC-cutoff-mismatch"), "blocked"),
    ],
)
def test_verdict_is_the_heaviest_severity(codes: tuple[str, ...], verdict: str) -> None:
    findings = [finding(code, "x", "y") for code in codes]
    assert verdict_of(findings) == verdict
    report = gate_report("context", findings)
    assert (report.gate, report.verdict, report.findings) == ("context", verdict, tuple(findings))
