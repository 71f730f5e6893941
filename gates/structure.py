"""What code can say of one submission on its own: what earns the one repair turn.

No judgement of substance: ids that lead nowhere, stand twice, are none of those that earlier
stages gave, or changed their meaning since an earlier submission. The validator runs this too, so
that a draft hears of it, and its families need not.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from contracts.budget import Budget
from contracts.context import Context
from contracts.evidence import Evidence, Population
from contracts.factorization import Factorization
from contracts.finding import Finding
from contracts.rows import Candidate, Scripts
from gates.codes import finding


class Submitted(NamedTuple):
    """An earlier submission of the same run."""

    evidence: Evidence
    rows: Candidate


def check_submission(
    evidence: Evidence,
    rows: Candidate,
    *,
    scripts: Scripts,
    factorization: Factorization,
    budget: Budget,
    context: Context,
    earlier: Submitted | None = None,
) -> tuple[Finding, ...]:
    """Every structural finding of one submission.

    Args:
        evidence: the evidence file.
        rows: the rows file.
        scripts: what code collected beside them.
        factorization: where component ids come from.
        budget: where block ids come from.
        context: where criterion and principle ids come from.
        earlier: the submission before, whose frozen ids must keep their meaning.
    """
    return (
        *_doubled(evidence, rows, scripts),
        *_dangling(evidence, rows),
        *_missing_scripts(evidence, scripts),
        *_unknown_components(evidence, factorization),
        *_unknown_row_ids(rows, budget, context),
        *(_frozen(evidence, rows, earlier) if earlier else ()),
    )


def _doubled(evidence: Evidence, rows: Candidate, scripts: Scripts) -> Iterator[Finding]:
    groups: tuple[tuple[str, Sequence[str]], ...] = (
        ("evidence:/sources", [item.id for item in evidence.sources]),
        ("evidence:/observations", [item.id for item in evidence.observations]),
        ("evidence:/derivations", [item.id for item in evidence.derivations]),
        ("evidence:/claims", [item.id for item in evidence.claims]),
        ("evidence:/syntheses", [item.id for item in evidence.syntheses]),
        ("evidence:/populations", [item.id for item in evidence.populations]),
        ("evidence:/conventions", [item.id for item in evidence.conventions]),
        ("evidence:/targets", [item.id for item in evidence.targets]),
        ("rows:/rows", [item.id for item in rows.rows]),
        ("scripts:/scripts", [item.name for item in scripts.scripts]),
    )
    for pointer, ids in groups:
        first = {name: index for index, name in reversed(list(enumerate(ids)))}
        for index, name in enumerate(ids):
            if first[name] != index:
                message = f"{name} stands twice: give each its own id"
                yield finding("STR-duplicate-id", f"{pointer}/{index}", message)
    yield from _doubled_themes(evidence)


def _doubled_themes(evidence: Evidence) -> Iterator[Finding]:
    """Themes are numbered in one series over all syntheses."""
    seen: set[str] = set()
    for index, synthesis in enumerate(evidence.syntheses):
        for place, theme in enumerate(synthesis.themes):
            if theme.id in seen:
                pointer = f"evidence:/syntheses/{index}/themes/{place}"
                message = f"{theme.id} stands twice: give each its own id"
                yield finding("STR-duplicate-id", pointer, message)
            seen.add(theme.id)


def _dangling(evidence: Evidence, rows: Candidate) -> Iterator[Finding]:
    figures = {item.id for item in (*evidence.observations, *evidence.derivations)}
    populations = {item.id for item in evidence.populations}
    targets = {item.id for item in evidence.targets}
    settling = figures | populations | _worded(evidence)
    for known, found in (
        (figures, _figure_references(evidence)),
        (settling, _settling_references(evidence)),
        (targets, _target_references(evidence, rows)),
    ):
        yield from (_leads_nowhere(pointer, name) for pointer, name in found if name not in known)


def _worded(evidence: Evidence) -> set[str]:
    """Ids of what is evidence in words."""
    themes = (theme.id for item in evidence.syntheses for theme in item.themes)
    return {*(item.id for item in evidence.claims), *themes}


def _leads_nowhere(pointer: str, name: str) -> Finding:
    return finding("STR-dangling", pointer, f"{name} is not in the evidence: add it or mend the id")


def _figure_references(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Pointer and id of every reference to an observation or derivation outside `evidence`."""
    for index, derivation in enumerate(evidence.derivations):
        yield from _numbered(f"evidence:/derivations/{index}/inputs", derivation.inputs)
    for index, population in enumerate(evidence.populations):
        yield from _population_references(f"evidence:/populations/{index}", population)
    for index, convention in enumerate(evidence.conventions):
        for place, option in enumerate(convention.options):
            if option.derivation_id is not None:
                pointer = f"evidence:/conventions/{index}/options/{place}/derivation_id"
                yield pointer, option.derivation_id
    for index, target in enumerate(evidence.targets):
        for place, rival in enumerate(target.alternatives):
            yield f"evidence:/targets/{index}/alternatives/{place}/evidence_id", rival.evidence_id


def _settling_references(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What targets, members, syntheses and themes rest on."""
    for index, target in enumerate(evidence.targets):
        yield from _numbered(f"evidence:/targets/{index}/evidence", target.evidence)
    for index, population in enumerate(evidence.populations):
        for place, member in enumerate(population.members):
            base = f"evidence:/populations/{index}/members/{place}"
            yield from _numbered(f"{base}/evidence", member.evidence)
    for index, synthesis in enumerate(evidence.syntheses):
        yield f"evidence:/syntheses/{index}/population_id", synthesis.population_id
        for place, theme in enumerate(synthesis.themes):
            base = f"evidence:/syntheses/{index}/themes/{place}"
            yield from _numbered(f"{base}/claim_ids", theme.claim_ids)


def _population_references(base: str, population: Population) -> Iterator[tuple[str, str]]:
    if population.tie_out is not None:
        yield f"{base}/tie_out/total", population.tie_out.total
        yield from _numbered(f"{base}/tie_out/parts", population.tie_out.parts)


def _target_references(evidence: Evidence, rows: Candidate) -> Iterator[tuple[str, str]]:
    for index, convention in enumerate(evidence.conventions):
        yield from _numbered(f"evidence:/conventions/{index}/affects", convention.affects)
    for index, row in enumerate(rows.rows):
        yield from _numbered(f"rows:/rows/{index}/target_ids", row.target_ids)


def _numbered(pointer: str, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for place, name in enumerate(names):
        yield f"{pointer}/{place}", name


def _missing_scripts(evidence: Evidence, scripts: Scripts) -> Iterator[Finding]:
    known = {script.name for script in scripts.scripts}
    for index, derivation in enumerate(evidence.derivations):
        if derivation.script not in known:
            pointer = f"evidence:/derivations/{index}/script"
            message = f"scripts/{derivation.script} was not submitted: write it"
            yield finding("STR-script-missing", pointer, message)


def _unknown_components(evidence: Evidence, factorization: Factorization) -> Iterator[Finding]:
    known = {part.id for item in factorization.obligations for part in item.components}
    for index, target in enumerate(evidence.targets):
        if target.component_id not in known:
            pointer = f"evidence:/targets/{index}/component_id"
            message = f"{target.component_id} is no component of the request; ids are frozen"
            yield finding("STR-unknown-component", pointer, message)


def _unknown_row_ids(rows: Candidate, budget: Budget, context: Context) -> Iterator[Finding]:
    blocks = {block.id for block in budget.blocks}
    criteria = {criterion.id for criterion in context.criteria}
    principles = set(context.principle_ids)
    for index, row in enumerate(rows.rows):
        base = f"rows:/rows/{index}"
        if row.block_id not in blocks:
            message = f"{row.block_id} is no block of the frozen budget"
            yield finding("STR-unknown-block", f"{base}/block_id", message)
        for pointer, name in _numbered(f"{base}/criterion_ids", row.criterion_ids):
            if name not in criteria:
                message = f"{name} is no criterion of the context"
                yield finding("STR-unknown-criterion", pointer, message)
        for pointer, name in _numbered(f"{base}/principle_ids", row.principle_ids):
            if name not in principles:
                message = f"{name} is no activated principle of the context"
                yield finding("STR-unknown-principle", pointer, message)


def _frozen(evidence: Evidence, rows: Candidate, earlier: Submitted) -> Iterator[Finding]:
    components = {item.id: item.component_id for item in earlier.evidence.targets}
    for index, target in enumerate(evidence.targets):
        before = components.get(target.id, target.component_id)
        if before != target.component_id:
            pointer = f"evidence:/targets/{index}/component_id"
            message = f"{target.id} was about {before}: take a new id for another target"
            yield finding("STR-frozen-id", pointer, message)
    blocks = {item.id: item.block_id for item in earlier.rows.rows}
    for index, row in enumerate(rows.rows):
        before = blocks.get(row.id, row.block_id)
        if before != row.block_id:
            pointer = f"rows:/rows/{index}/block_id"
            message = f"{row.id} was of block {before}: take a new id for another row"
            yield finding("STR-frozen-id", pointer, message)
