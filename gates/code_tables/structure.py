"""Codes of one submission on its own."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="STR-duplicate-id",
        severity=Severity.ERROR,
        meaning="An id stands twice, so a reference to it says nothing.",
        bad="two observations OBS1",
        good="OBS1 and OBS2",
    ),
    Code(
        code="STR-dangling",
        severity=Severity.ERROR,
        meaning="A reference leads to no observation, derivation, population or target.",
        bad="a derivation with input OBS99, which nobody wrote down",
        good="a derivation whose inputs are all in the file",
    ),
    Code(
        code="STR-script-missing",
        severity=Severity.ERROR,
        meaning="A derivation names a script that was not submitted.",
        bad="script mean.py without a file scripts/mean.py",
        good="scripts/mean.py lies beside the evidence",
    ),
    Code(
        code="STR-unknown-component",
        severity=Severity.ERROR,
        meaning="A target is about a component that the request does not have.",
        bad="a target for O2.1 of a request with one obligation",
        good="a target for O1.1",
    ),
    Code(
        code="STR-unknown-block",
        severity=Severity.ERROR,
        meaning="A row stands in a block that the frozen budget does not have.",
        bad="a row in block B7 of a budget with B1",
        good="a row in block B1",
    ),
    Code(
        code="STR-unknown-criterion",
        severity=Severity.ERROR,
        meaning="A row carries a criterion that the context does not have.",
        bad="a row that carries CR20 where six criteria were given",
        good="a row that carries CR1",
    ),
    Code(
        code="STR-unknown-principle",
        severity=Severity.ERROR,
        meaning="A row carries a principle that is not activated.",
        bad="a row that carries `be-nice`",
        good="a row that carries a principle of the context",
    ),
    Code(
        code="STR-frozen-id",
        severity=Severity.ERROR,
        meaning="A target or row id of an earlier submission now means something else.",
        threshold="target id with its component, row id with its block",
        bad="T1 was about O1.1 and is now about O2.1",
        good="T1 stays about O1.1; the new target is T4",
    ),
)
