"""TGT: what a target expects follows from its evidence, its status and its deliverable."""

from collections.abc import Iterator, Mapping

from contracts.comparison import (
    ForecastComparison,
    IndeterminateComparison,
    IntervalComparison,
    JudgementComparison,
    NumberComparison,
    SequenceComparison,
    SetComparison,
    StatementComparison,
    expected_text,
)
from contracts.comparison_kind import folded
from contracts.cutoff import Known
from contracts.evidence import Population, Target
from contracts.factorization import Deliverable
from contracts.finding import Finding
from contracts.ids import EvidenceId, PopulationId
from contracts.quantity import Quantity, UnitMismatch
from gates.asked import Asked
from gates.codes import finding
from gates.lookup import Figure, figures_of, populations_of, target_pointers
from gates.validation_input import ValidationInput


def check_targets(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, target by target."""
    figures = figures_of(given.evidence)
    populations = populations_of(given.evidence)
    found: list[Finding] = []
    for pointer, target in target_pointers(given.evidence):
        found += _status(given, pointer, target)
        found += _kind(given, pointer, target)
        found += _value(pointer, target, figures, populations)
    return tuple(found)


def ask_targets(given: ValidationInput) -> tuple[Asked, ...]:
    """Expected values that no figure and no population carries: a reader must confirm them."""
    return tuple(
        Asked(
            "TGT-reading",
            f"{pointer}/comparison",
            f"Do the sources settle {expected_text(target.comparison)!r} for {target.statement!r}?",
        )
        for pointer, target in target_pointers(given.evidence)
        if target.status == "resolved" and not _is_decided(given, target)
    )


def _status(given: ValidationInput, pointer: str, target: Target) -> Iterator[Finding]:
    is_open = isinstance(target.comparison, IndeterminateComparison)
    if target.status == "unresolved":
        message = f"{target.id} is unresolved: a human must decide how to go on"
        yield finding("TGT-unresolved", f"{pointer}/status", message)
    elif is_open != (target.status == "indeterminate"):
        message = f"status {target.status} does not go with a {target.comparison.kind} comparison"
        yield finding("TGT-status", f"{pointer}/status", message)
    elif target.status == "indeterminate":
        yield _search(given, pointer, target)


def _search(given: ValidationInput, pointer: str, target: Target) -> Finding:
    if target.search is None:
        message = f"{target.id} is indeterminate without a search: list documents and queries tried"
        return finding("TGT-search", f"{pointer}/search", message)
    known = {item.card.id for item in given.corpus.items}
    unknown = [name for name in target.search.documents if name not in known]
    cutoff = given.query.cutoff
    untried = [
        item.card.id
        for item in given.corpus.items
        if item.card.id not in target.search.documents
        and item.card.times.known_by(cutoff) in (Known.YES, Known.UNVERIFIED)
    ]
    if unknown:
        message = f"the search names {', '.join(unknown)}, which the corpus does not hold"
        return finding("TGT-search", f"{pointer}/search/documents", message)
    if untried:
        message = f"the search is not closed: {', '.join(untried)} were known and not searched"
        return finding("TGT-search", f"{pointer}/search/documents", message)
    message = f"{target.id} is indeterminate after a closed search; say the nearest known fact"
    return finding("TGT-indeterminate", f"{pointer}/status", message)


_JUDGED = (StatementComparison, JudgementComparison, ForecastComparison)


def _kind(given: ValidationInput, pointer: str, target: Target) -> Iterator[Finding]:
    comparison = target.comparison
    if target.role != "outcome":
        return
    if isinstance(comparison, JudgementComparison):
        message = f"{target.id} is an outcome by judgement: a human must agree"
        yield finding("TGT-judgement", f"{pointer}/comparison", message)
    deliverable = _deliverable(given, target)
    is_misfit = (deliverable == "value" and isinstance(comparison, _JUDGED)) or (
        deliverable == "forecast"
        and not isinstance(comparison, ForecastComparison | IndeterminateComparison)
    )
    if is_misfit:
        message = f"a {deliverable} is asked for, the comparison is of kind {comparison.kind}"
        yield finding("TGT-deliverable", f"{pointer}/comparison", message)


def _deliverable(given: ValidationInput, target: Target) -> Deliverable | None:
    for obligation in given.factorization.obligations:
        if any(component.id == target.component_id for component in obligation.components):
            return obligation.deliverable
    return None


def _value(
    pointer: str,
    target: Target,
    figures: Mapping[EvidenceId, Figure],
    populations: Mapping[PopulationId, Population],
) -> Iterator[Finding]:
    carriers = [figures.get(name) for name in target.evidence[:2]]
    match target.comparison:
        case NumberComparison():
            yield from _number(pointer, target, target.comparison, carriers[0])
        case IntervalComparison():
            yield from _interval(pointer, target, target.comparison, carriers)
        case SetComparison() | SequenceComparison():
            population = populations.get(target.evidence[0])
            yield from _members(pointer, target.comparison.members, population)
        case _:
            return


def _number(
    pointer: str, target: Target, comparison: NumberComparison, figure: Figure | None
) -> Iterator[Finding]:
    if figure is None:
        yield from _no_carrier(pointer, target, "its first evidence must be the figure")
        return
    expected = comparison.expected
    place = f"{pointer}/comparison/expected"
    try:
        value = figure.quantity.in_terms_of(expected.unit, expected.scale)
    except UnitMismatch as error:
        yield finding("TGT-value", place, f"{figure.id} carries another unit: {error}")
        return
    wanted = comparison.rounding.apply(expected.value)
    found = comparison.rounding.apply(value)
    if found != wanted:
        message = f"expects {wanted}, but {figure.id} rounds to {found} in the same unit"
        yield finding("TGT-value", place, message)


def _interval(
    pointer: str, target: Target, comparison: IntervalComparison, figures: list[Figure | None]
) -> Iterator[Finding]:
    ends = [figure.quantity for figure in figures if figure is not None]
    if len(ends) != 2:
        yield from _no_carrier(pointer, target, "its first two evidence ids must be the ends")
        return
    for word, wanted, found in zip(("low", "high"), _ends(comparison), ends, strict=True):
        if not _is_same(wanted, found):
            message = f"expects {wanted.text()}, the evidence says {found.text()}"
            yield finding("TGT-value", f"{pointer}/comparison/{word}", message)


def _ends(comparison: IntervalComparison) -> tuple[Quantity, Quantity]:
    return comparison.low, comparison.high


def _is_same(wanted: Quantity, found: Quantity) -> bool:
    try:
        return found.in_terms_of(wanted.unit, wanted.scale) == wanted.value
    except UnitMismatch:
        return False


def _members(
    pointer: str, members: tuple[str, ...], population: Population | None
) -> Iterator[Finding]:
    if population is None:
        return
    keys = {folded(member.key) for member in population.members}
    expected = {folded(member) for member in members}
    if keys != expected:
        odd = ", ".join(sorted(keys ^ expected))
        message = f"the members of {population.id} are others: {odd} stand on one side only"
        yield finding("TGT-value", f"{pointer}/comparison/members", message)


def _no_carrier(pointer: str, target: Target, advice: str) -> Iterator[Finding]:
    message = f"nothing carries the expected value of {target.id}: {advice}"
    yield finding("TGT-carrier", f"{pointer}/evidence", message)


def _is_decided(given: ValidationInput, target: Target) -> bool:
    comparison = target.comparison
    if isinstance(comparison, SetComparison | SequenceComparison):
        return target.evidence[0] in populations_of(given.evidence)
    return isinstance(comparison, NumberComparison | IntervalComparison)
