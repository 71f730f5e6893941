"""Codes of the point budget."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="BUD-too-many-obligations",
        severity=Severity.BLOCKER,
        meaning="The request has so many obligations that shares become meaningless.",
        threshold="more than 50 obligations",
        bad="51 obligations",
        good="50 obligations of two points each",
    ),
)
