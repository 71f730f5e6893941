"""Codes of dependencies."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="DEP-cycle",
        severity=Severity.ERROR,
        meaning="Derivations need each other in a circle.",
        bad="DRV1 takes DRV2, DRV2 takes DRV1",
        good="DRV2 takes DRV1, DRV1 takes observations",
    ),
    Code(
        code="DEP-script-changed",
        severity=Severity.ERROR,
        meaning="A script's text is not the one its hash pins.",
        threshold="equal SHA-256",
        bad="a script edited after it was collected",
        good="a script as it was collected",
    ),
    Code(
        code="DEP-not-run",
        severity=Severity.ERROR,
        meaning="A derivation's script was not run again, or failed.",
        bad="the script reads a file that is not there",
        good="the script ends with exit code 0",
    ),
    Code(
        code="DEP-result",
        severity=Severity.ERROR,
        meaning="Run again, the script prints another result than the declared one.",
        threshold="equal as text",
        bad="declared 11.77, printed 11.768121",
        good="declared 11.768121, printed 11.768121",
    ),
    Code(
        code="DEP-period",
        severity=Severity.ERROR,
        meaning="A derived period is not what its rule makes of the inputs' intervals.",
        threshold="set difference (first input less the others), union, or the same interval",
        bad="fiscal 2024 less 39 weeks, declared as 13 weeks",
        good="fiscal 2024 (53 weeks) less 39 weeks, declared as 14 weeks",
    ),
    Code(
        code="DEP-unit",
        severity=Severity.ERROR,
        meaning="No computation gives this unit from the inputs' units.",
        threshold=(
            "an input's own unit, a share of two equal units, money per share from money and"
            " shares; the difference of two percentages is in percentage points"
        ),
        bad="percent from one amount in USD",
        good="percent from two amounts in USD",
    ),
    Code(
        code="DEP-not-additive",
        severity=Severity.ERROR,
        meaning="A ratio, index or per-share figure is subtracted over time.",
        threshold="rule `difference` over an input in the unit of the result",
        bad="earnings per share of a year less those of nine months",
        good="net income of a year less that of nine months, divided by shares",
    ),
    Code(
        code="DEP-one-step",
        severity=Severity.WARNING,
        meaning=(
            "An outcome is computed from whole tables in one script: its steps cannot be checked"
            " or credited."
        ),
        threshold="more than 4 observations of several series and several periods",
        bad="the mean of five shares, from ten amounts",
        good="the mean of five shares that are derived each",
    ),
    Code(
        code="DEP-vintage",
        severity=Severity.ERROR,
        meaning="One derivation takes periods of a series from different vintages of it.",
        threshold=(
            "direct inputs of one series, another period and another stated vintage; two vintages"
            " of one period are a revision and pass"
        ),
        bad="November's index of 18 December over October's of 13 November",
        good="both months as the release of 18 December has them",
    ),
    Code(
        code="DEP-uneven",
        severity=None,
        meaning="Two periods are compared whose lengths differ by a week or two: is that meant?",
        threshold="5 to 14 days between two intervals of a share, multiple or point",
        bad="growth of a year of 53 weeks over one of 52",
        good="growth of a year of 52 weeks over one of 52",
    ),
    Code(
        code="DEP-day-count",
        severity=None,
        meaning="A figure is in days: does its script count the days of its periods?",
        threshold="a derivation in days over an input with an interval",
        bad="days of inventory of a quarter of 98 days",
        good="a number of days read in a source",
    ),
)
