"""What analysts miss in composed rows: credit for steps, spread points, whole points.

Three of the five weaknesses that analysts named (FinAutoRubric, appendix D); the other two show in
the evidence: `DEP-one-step` and `TOL-wide`.
"""

from collections.abc import Iterator

from contracts.budget import points_text
from contracts.evidence import Evidence, Target
from contracts.finding import Finding
from contracts.ids import EvidenceId
from contracts.rows import Row
from gates.codes import finding
from gates.lookup import derivations_of

MOST = 6_000
"""Hundredths that one row may hold without a warning."""
WHOLE = 100
"""Hundredths of one point."""


def check_credit(rows: tuple[Row, ...], evidence: Evidence) -> tuple[Finding, ...]:
    """Warnings on how the composed rows give credit."""
    return (*_steps(rows, evidence), *_points(rows))


def _steps(rows: tuple[Row, ...], evidence: Evidence) -> Iterator[Finding]:
    graded = {name for row in rows for name in row.target_ids}
    carried = {item.evidence[0] for item in evidence.targets if item.id in graded}
    targets = {item.id: item for item in reversed(evidence.targets)}
    for index, row in enumerate(rows):
        for name in row.target_ids if row.role == "outcome" else ():
            steps = _steps_to(targets.get(name), evidence)
            if steps is not None and carried.isdisjoint(steps):
                message = (
                    f"no row grades a step on the way to {name}: an answer that fails in the last"
                    " one gets nothing for the others"
                )
                yield finding("CMP-step-credit", f"composition:/rows/{index}", message)


def _steps_to(target: Target | None, evidence: Evidence) -> set[EvidenceId] | None:
    """Figures on the way to an outcome; None for one that takes a single step or none."""
    derivations = derivations_of(evidence)
    if target is None or target.evidence[0] not in derivations:
        return None
    steps: set[EvidenceId] = set()
    waiting = list(derivations[target.evidence[0]].inputs)
    while waiting:
        name = waiting.pop()
        if name not in steps:
            steps.add(name)
            waiting += derivations[name].inputs if name in derivations else ()
    steps.discard(target.evidence[0])
    return steps if steps & derivations.keys() else None


def _points(rows: tuple[Row, ...]) -> Iterator[Finding]:
    for index, row in enumerate(rows):
        pointer = f"composition:/rows/{index}/points"
        if row.points > MOST:
            message = (
                f"{row.id} holds {points_text(row.points)} of 100 points: right or wrong, it"
                " decides alone"
            )
            yield finding("CMP-concentrated", pointer, message)
        if row.points % WHOLE:
            message = f"{row.id} holds {points_text(row.points)} points: no reader is told why"
            yield finding("CMP-fraction", pointer, message)
