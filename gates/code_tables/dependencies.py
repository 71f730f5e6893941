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
)
