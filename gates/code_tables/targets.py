"""Codes of targets."""

from contracts.finding import Severity
from gates.code import Code

CODES: tuple[Code, ...] = (
    Code(
        code="TGT-unresolved",
        severity=Severity.BLOCKER,
        meaning="A target has no settled value; nothing can be accepted on it.",
        bad="status unresolved",
        good="status resolved with evidence",
    ),
    Code(
        code="TGT-status",
        severity=Severity.ERROR,
        meaning="Status and comparison say different things about whether a value exists.",
        threshold="indeterminate status exactly with an indeterminate comparison",
        bad="status resolved, comparison indeterminate",
        good="status resolved, comparison number",
    ),
    Code(
        code="TGT-search",
        severity=Severity.ERROR,
        meaning="A target is called indeterminate without a closed search in the corpus.",
        threshold="all documents of the corpus known by the cutoff, and at least one query",
        bad="indeterminate, search empty",
        good="indeterminate, with the documents and queries that were tried",
    ),
    Code(
        code="TGT-indeterminate",
        severity=Severity.WARNING,
        meaning="A target has no value after a closed search.",
        threshold="printed; for an outcome the review then waits for a human, by `REV-agreement`",
        bad="the figure was not disclosed by the cutoff",
        good="the figure was disclosed",
    ),
    Code(
        code="TGT-judgement",
        severity=Severity.WARNING,
        meaning="An outcome rests on a judgement that the sources do not settle.",
        threshold="printed; the review then waits for a human, by `REV-agreement`",
        bad="an outcome target of kind judgement",
        good="a support target of kind judgement",
    ),
    Code(
        code="TGT-deliverable",
        severity=Severity.ERROR,
        meaning="The comparison of an outcome cannot hold what the obligation delivers.",
        threshold=(
            "a value is no statement, judgement or forecast; a forecast is a forecast or"
            " indeterminate"
        ),
        bad="a value is asked for, the target is a statement",
        good="a value is asked for, the target is a number",
    ),
    Code(
        code="TGT-theme",
        severity=Severity.ERROR,
        meaning="A list is asked for, and an outcome in words rests on no theme of passages.",
        threshold="a statement, a judgement, or a set without a population as first evidence",
        bad="one statement that risks are discussed",
        good="a statement per core theme, each with its theme as evidence",
    ),
    Code(
        code="TGT-carrier",
        severity=Severity.ERROR,
        meaning="The evidence that should carry the expected value is no figure.",
        threshold="number: first evidence; interval: first two",
        bad="a number whose first evidence is a population",
        good="a number whose first evidence is the derivation that computes it",
    ),
    Code(
        code="TGT-value",
        severity=Severity.ERROR,
        meaning="The expected value is not what its evidence says, at output precision and unit.",
        threshold="equal after the target's own rounding; members equal as a set",
        bad="expects 11.9 %, the derivation says 11.768121 %",
        good="expects 11.8 %, the derivation says 11.768121 %",
    ),
    Code(
        code="TGT-reading",
        severity=None,
        meaning="The expected value is words, a choice or a date: do the sources settle it?",
        bad="a statement target",
        good="a number target, which code compares with its evidence",
    ),
)
