"""Codes of obligation coverage."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="COV-theme",
        severity=Severity.ERROR,
        meaning="A theme is graded by no outcome target, or shares the one it has.",
        threshold=(
            "a core theme carries one statement target alone; a peripheral one is in some target"
        ),
        bad="one statement target on three core themes",
        good="three statement targets, and one set that takes in the peripheral themes",
    ),
    Code(
        code="COV-component",
        severity=Severity.ERROR,
        meaning="A component of the request has no outcome target.",
        threshold="at least one outcome target per component",
        bad="two figures asked for, an outcome target for one",
        good="an outcome target for each",
    ),
    Code(
        code="COV-target",
        severity=Severity.ERROR,
        meaning="An outcome target is graded by no outcome row.",
        threshold="at least one outcome row per resolved or indeterminate outcome target",
        bad="T1 stands in a support row only",
        good="an outcome row names T1",
    ),
    Code(
        code="COV-block",
        severity=Severity.ERROR,
        meaning="A row grades a target of another obligation than its block's.",
        bad="a row of block B1 (obligation O1) that grades a target of O2",
        good="a row of block B1 that grades a target of O1",
    ),
    Code(
        code="COV-role",
        severity=Severity.ERROR,
        meaning="An outcome row grades a support target: support would become outcome.",
        bad="an outcome row for the window that was used",
        good="a support row for the window, an outcome row for the figure",
    ),
    Code(
        code="COV-unrequested",
        severity=Severity.WARNING,
        meaning="A support target expects what no outcome rests on: nobody asked for it.",
        threshold="no figure or population of an outcome leads to it",
        bad="support for the gross margin where the share of one segment is asked",
        good="support for a quarter that the average takes",
    ),
    Code(
        code="COV-unspanned",
        severity=None,
        meaning="Content words of the query lie in no recorded span: was an obligation missed?",
        bad="'and the median' stands in no span",
        good="every content word lies in a span of an obligation, binding or context",
    ),
)
