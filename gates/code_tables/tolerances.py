"""Codes of tolerances and rivals."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="TOL-expected",
        severity=Severity.ERROR,
        meaning="A comparison refuses its own expected value, as it stands or as it is printed.",
        bad="11.768121 within 0.01, printed with one place: 11.8 is refused",
        good="11.8 at its precision",
    ),
    Code(
        code="TOL-rival",
        severity=Severity.ERROR,
        meaning="A comparison does not refuse a value that a wrong path leads to.",
        threshold="refused as computed and rounded to output precision",
        bad="12.8 within 1 %: the rival 12.653024 is refused, the 12.7 it prints as is not",
        good="12.8 at its precision",
    ),
    Code(
        code="TOL-slip",
        severity=Severity.ERROR,
        meaning="A comparison does not refuse a slip of unit or sign.",
        threshold="times and divided by 1,000 and 100, and the sign, each also rounded",
        bad="0.5 within 1: the wrong sign, -0.5, is taken",
        good="0.5 at its precision",
    ),
    Code(
        code="TOL-promise",
        severity=Severity.ERROR,
        meaning="A rival that the words promise to accept is refused by the comparison.",
        bad="the aggregate, 11.4, is called acceptable, the comparison takes 11.8 only",
        good="the aggregate is refused in words and by the comparison",
    ),
    Code(
        code="TOL-indistinct",
        severity=Severity.WARNING,
        meaning="A rival prints as the expected value: here the choice does not matter.",
        threshold="equal at output precision",
        bad="a rival of 11.79 where 11.8 is expected with one place",
        good="a rival of 11.4",
    ),
    Code(
        code="TOL-profile",
        severity=Severity.ERROR,
        meaning="A band is wider than the profile allows.",
        threshold="tolerances.widest_percent of the profile, in percent of the expected value",
        bad="a band of 0.5 % under a profile that allows 0.1 %",
        good="the expected figure at its printed places",
    ),
    Code(
        code="TOL-wide",
        severity=Severity.WARNING,
        meaning="A band is wide, though no listed rival is within it.",
        threshold=(
            "more than 1 % of the expected value, or any that takes another day basis (360, 364,"
            " 365, 366, 371) where days count"
        ),
        bad="52.0 days within 1 %: 365 days in place of 364 give 52.1",
        good="52.0 days at their precision",
    ),
)
