"""Codes of the confirmation."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="CNF-check-undecided",
        severity=Severity.ERROR,
        meaning="A judged check of the confirmation is not decided, or decided twice.",
        threshold="each of the three once",
        bad="`rows_judgeable_once` twice, `points_follow_decision` missing",
        good="all three decided",
    ),
)
