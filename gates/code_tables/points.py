"""Codes of points."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="PTS-theme",
        severity=Severity.ERROR,
        meaning="One row on a theme holds so much of its block that the others hardly count.",
        threshold="25 % of the block, or an equal share where themes are fewer than four",
        bad="one row of 100 points on five themes",
        good="five rows of 20 points",
    ),
    Code(
        code="PTS-total",
        severity=Severity.ERROR,
        meaning="The blocks of the budget do not hold 100 points.",
        threshold="10,000 hundredths",
        bad="one block of 90 points",
        good="one block of 100 points",
    ),
    Code(
        code="PTS-block",
        severity=Severity.ERROR,
        meaning="The rows of a block do not hold its frozen points.",
        threshold="equal in hundredths",
        bad="rows of 60 and 20 in a block of 100",
        good="rows of 60, 20 and 20 in a block of 100",
    ),
    Code(
        code="PTS-step",
        severity=Severity.ERROR,
        meaning="Row points are finer than the budget's step.",
        threshold="multiples of the step; one row may carry what the step leaves of its block",
        bad="rows of 33.34 and 66.66 with a step of one point",
        good="rows of 33 and 67",
    ),
    Code(
        code="PTS-zero",
        severity=Severity.ERROR,
        meaning="A row is worth nothing.",
        threshold="more than 0 hundredths",
        bad="a row of 0 points",
        good="a row of 5 points",
    ),
    Code(
        code="PTS-majority",
        severity=Severity.ERROR,
        meaning="Support outweighs the outcome.",
        threshold="outcome rows hold strictly more than 5,000 hundredths",
        bad="50 outcome, 50 support",
        good="51 outcome, 49 support",
    ),
)
