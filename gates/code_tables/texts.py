"""Codes of row texts."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="TXT-row-cap",
        severity=Severity.ERROR,
        meaning="There are more rows than the profile allows.",
        threshold="max_rows of the profile, 60 by default",
        bad="61 rows",
        good="3 rows",
    ),
    Code(
        code="TXT-digits",
        severity=Severity.ERROR,
        meaning="A figure is typed into a row; code could not keep it equal to the evidence.",
        threshold="no digit of any script outside references",
        bad="States 11.8 % as the average",
        good="States {{T1}} as the average",
    ),
    Code(
        code="TXT-number-words",
        severity=Severity.ERROR,
        meaning="A number is written in letters; like a digit, code could not keep it true.",
        threshold="numbers above one in letters, outside references",
        bad="Takes the first thirty-nine weeks",
        good="Takes {{OBS13.period}}",
    ),
    Code(
        code="TXT-reference",
        severity=Severity.ERROR,
        meaning="A reference leads nowhere, or a brace belongs to none.",
        bad="States {{T9}} where there is no T9",
        good="States {{T1}}",
    ),
    Code(
        code="TXT-unlisted",
        severity=Severity.ERROR,
        meaning="A row speaks of a target that it does not list.",
        bad="target_ids T1, text with {{T2}}",
        good="target_ids T1 and T2, text with both",
    ),
    Code(
        code="TXT-unstated",
        severity=Severity.WARNING,
        meaning="A row lists a target whose expected value its text never says.",
        bad="target_ids T1, 'States the average'",
        good="target_ids T1, 'States {{T1}}'",
    ),
    Code(
        code="TXT-blank",
        severity=Severity.ERROR,
        meaning="A row has no words beside its references.",
        bad="{{T1}}",
        good="States {{T1}}",
    ),
    Code(
        code="TXT-conditional",
        severity=Severity.WARNING,
        meaning="A row may hold for some answers only; found by words, so a reader decides.",
        threshold="if, unless, otherwise, where available and the like",
        bad="States {{T1}} if disclosed",
        good="States {{T1}}",
    ),
    Code(
        code="TXT-duplicate",
        severity=Severity.WARNING,
        meaning="Two rows read alike, so one point of an answer may count twice.",
        threshold="at least 90 % of the words of both are shared",
        bad="two rows 'States {{T1}} as the average'",
        good="rows about different things",
    ),
    Code(
        code="TXT-same-targets",
        severity=Severity.WARNING,
        meaning=(
            "Two rows grade the same targets in other words, so one point of an answer may count"
            " twice."
        ),
        threshold="equal sets of target_ids",
        bad="two rows on {{T1}}",
        good="a row on {{T1}} and one on {{T2}}",
    ),
    Code(
        code="TXT-empty-rationale",
        severity=Severity.ERROR,
        meaning="A row, convention, rival or exclusion gives no reason.",
        threshold="at least one word",
        bad="rationale ''",
        good="rationale 'Another window averages other quarters'",
    ),
)
