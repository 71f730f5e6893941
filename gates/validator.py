"""The validator: pure and total; all findings of one candidate at once, in a stable order.

Each family decides only against a declared frame (budget, catalogue, corpus index, guard); what
remains is handed to the content reviewer as a question.
"""

from collections.abc import Callable
from itertools import chain
from typing import TypeAlias

from contracts.finding import Finding, Validation
from gates.asked import Asked, numbered
from gates.contamination import check_contamination
from gates.conventions import ask_conventions, check_conventions
from gates.coverage import ask_coverage, check_coverage
from gates.cutoff import check_cutoff
from gates.dependencies import ask_dependencies, check_dependencies
from gates.evidence import check_evidence
from gates.passages import check_passages
from gates.points import check_points
from gates.populations import ask_populations, check_populations
from gates.structure import check_submission
from gates.targets import ask_targets, check_targets
from gates.texts import check_texts
from gates.themes import check_themes
from gates.tolerances import check_tolerances
from gates.validation_input import ValidationInput as ValidationInput
from gates.verdict import verdict_of

Check: TypeAlias = Callable[[ValidationInput], tuple[Finding, ...]]
Ask: TypeAlias = Callable[[ValidationInput], tuple[Asked, ...]]

FAMILIES: tuple[Check, ...] = (
    check_coverage,
    check_targets,
    check_evidence,
    check_dependencies,
    check_conventions,
    check_populations,
    check_passages,
    check_themes,
    check_cutoff,
    check_contamination,
    check_points,
    check_tolerances,
    check_texts,
)
"""In the order in which findings are reported."""
_ASKING: tuple[Ask, ...] = (
    ask_coverage,
    ask_targets,
    ask_dependencies,
    ask_conventions,
    ask_populations,
)


def validate(given: ValidationInput) -> Validation:
    """Run structure and every family over one candidate; never raises on contract-valid input.

    The verdict is `blocked` with any blocker, `findings` with any error, else `passed`.
    """
    structure = check_submission(
        given.evidence,
        given.rows,
        scripts=given.scripts,
        factorization=given.factorization,
        budget=given.budget,
        context=given.context,
    )
    findings = (*structure, *chain.from_iterable(check(given) for check in FAMILIES))
    return Validation(
        verdict=verdict_of(findings),
        findings=findings,
        questions=numbered(chain.from_iterable(ask(given) for ask in _ASKING)),
    )
