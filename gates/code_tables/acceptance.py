"""Codes of the acceptance gate."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="ACC-validation",
        severity=Severity.ERROR,
        meaning="The candidate's validation did not pass, or there is none.",
        bad="verdict `findings`",
        good="verdict `passed`, warnings allowed",
    ),
    Code(
        code="ACC-review",
        severity=Severity.ERROR,
        meaning="The content review did not pass, or there is none.",
        bad="verdict `revise`",
        good="verdict `passed`",
    ),
    Code(
        code="ACC-gate",
        severity=Severity.ERROR,
        meaning="A coded gate did not pass, or a required one left no report.",
        threshold="factorization, context and composition are required",
        bad="no report of the composition gate",
        good="all reports `passed`",
    ),
    Code(
        code="ACC-confirmation",
        severity=Severity.ERROR,
        meaning="The composition was not confirmed.",
        threshold="all eight checks",
        bad="verdict `refused`",
        good="verdict `confirmed`",
    ),
    Code(
        code="ACC-audit",
        severity=Severity.ERROR,
        meaning="The trace audit found something, or was not made.",
        bad="a blocked host in a tool result",
        good="verdict `passed`",
    ),
    Code(
        code="ACC-sign-off",
        severity=Severity.BLOCKER,
        meaning="The profile wants a person to sign before this rubric is accepted.",
        threshold=(
            "sign_offs of the profile: every_rubric, unverified_dates, accepted_rivals,"
            " authored_criteria; asked for when all else has passed, given by a decision to `sign`"
        ),
        bad="dates that nobody verified, under a profile that lists unverified_dates",
        good="the same rubric, signed by a person, or under a profile that lists none",
    ),
    Code(
        code="ACC-open-finding",
        severity=Severity.ERROR,
        meaning="A finding above `warning` is open although its verdict says `passed`.",
        threshold="severity above `warning`, or above `minor` in a review",
        bad="`passed` beside a `CUT-after` error",
        good="`passed` beside warnings only",
    ),
)
