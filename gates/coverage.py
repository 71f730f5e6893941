"""COV: every component of the request has a target, every target a row, in the right block."""

from collections.abc import Iterator

from contracts.evidence import Evidence
from contracts.finding import Finding
from gates.asked import Asked
from gates.codes import finding
from gates.lookup import derivations_of, populations_of, target_pointers
from gates.passages import themes_of
from gates.spans import unspanned
from gates.validation_input import ValidationInput


def check_coverage(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, in file order."""
    return (
        *_components(given),
        *_outcome_targets(given),
        *_row_targets(given),
        *_unrequested(given.evidence),
    )


def ask_coverage(given: ValidationInput) -> tuple[Asked, ...]:
    """Whether all obligations were found code cannot say; words outside every span are a hint."""
    words = unspanned(given.query, given.factorization)
    if not words:
        return ()
    text = f"No span holds {', '.join(repr(word) for word in words)}: is anything asked there?"
    return (Asked("COV-unspanned", "query:/text", text),)


def _components(given: ValidationInput) -> Iterator[Finding]:
    aimed = {target.component_id for target in given.evidence.targets if target.role == "outcome"}
    for index, obligation in enumerate(given.factorization.obligations):
        for place, component in enumerate(obligation.components):
            if component.id not in aimed:
                pointer = f"factorization:/obligations/{index}/components/{place}"
                message = f"no outcome target for {component.id}, {component.statement!r}"
                yield finding("COV-component", pointer, message)


def _outcome_targets(given: ValidationInput) -> Iterator[Finding]:
    graded = {name for row in given.rows.rows if row.role == "outcome" for name in row.target_ids}
    for pointer, target in target_pointers(given.evidence):
        if target.role != "outcome" or target.status == "unresolved" or target.id in graded:
            continue
        message = f"no outcome row grades {target.id}: add one or drop the target"
        yield finding("COV-target", pointer, message)


def _row_targets(given: ValidationInput) -> Iterator[Finding]:
    targets = {target.id: target for target in reversed(given.evidence.targets)}
    obligations = {block.id: block.obligation_id for block in given.budget.blocks}
    owners = {
        component.id: obligation.id
        for obligation in given.factorization.obligations
        for component in obligation.components
    }
    for index, row in enumerate(given.rows.rows):
        for place, name in enumerate(row.target_ids):
            target = targets.get(name)
            if target is None:
                continue
            pointer = f"rows:/rows/{index}/target_ids/{place}"
            wanted = obligations.get(row.block_id)
            owner = owners.get(target.component_id)
            if wanted and owner and wanted != owner:
                message = f"{name} belongs to {owner}, but {row.block_id} is the block of {wanted}"
                yield finding("COV-block", pointer, message)
            if row.role == "outcome" and target.role == "support":
                message = f"{name} is a support target: an outcome row may not be paid for it"
                yield finding("COV-role", pointer, message)


def _unrequested(evidence: Evidence) -> Iterator[Finding]:
    """Support for nothing: a target on which no outcome rests grades what nobody asked for."""
    reached = _reached(evidence)
    for pointer, target in target_pointers(evidence):
        if target.role == "support" and reached.isdisjoint(target.evidence):
            message = f"no outcome rests on what {target.id} expects: drop it, it was not asked"
            yield finding("COV-unrequested", pointer, message)


def _reached(evidence: Evidence) -> set[str]:
    """Every figure and population that an outcome target rests on, however far away."""
    derivations, populations = derivations_of(evidence), populations_of(evidence)
    themes = themes_of(evidence)
    waiting = [
        name for item in evidence.targets if item.role == "outcome" for name in item.evidence
    ]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in reached:
            continue
        reached.add(name)
        if name in derivations:
            waiting += derivations[name].inputs
        elif name in themes:
            waiting += themes[name].claim_ids
        elif name in populations:
            waiting += [one for member in populations[name].members for one in member.evidence]
    members = {
        item.id: {one for m in item.members for one in m.evidence} for item in populations.values()
    }
    return reached | {name for name, ids in members.items() if ids & reached}
