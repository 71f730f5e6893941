"""POP, second half: what is done with a population stays within it, and its totals tie out."""

from collections.abc import Iterator, Mapping
from decimal import Decimal

from contracts.evidence import Derivation, Evidence, Population, TieOut
from contracts.finding import Finding
from contracts.ids import EvidenceId
from contracts.period import PeriodError
from contracts.quantity import UnitMismatch
from gates.codes import finding
from gates.lookup import Figure, derivations_of


def check_tie_out(
    pointer: str, item: Population, figures: Mapping[EvidenceId, Figure]
) -> Iterator[Finding]:
    """`total - sum(parts) = residual`, in the unit and scale of the total, computed here."""
    tie_out = item.tie_out
    if tie_out is None:
        return
    total = figures.get(tie_out.total)
    parts = [figures[name] for name in tie_out.parts if name in figures]
    if total is None or len(parts) != len(tie_out.parts):
        return
    for fault in (
        _foreign_parts(item, tie_out),
        _arithmetic(tie_out, total, parts),
        _intervals(total, parts),
    ):
        if fault is not None:
            yield finding("POP-tie-out", f"{pointer}/tie_out", fault)
            return


def _foreign_parts(item: Population, tie_out: TieOut) -> str | None:
    own = {name for member in item.members for name in member.evidence}
    foreign = [name for name in tie_out.parts if name not in own]
    return f"no member brings {', '.join(foreign)}" if foreign else None


def _arithmetic(tie_out: TieOut, total: Figure, parts: list[Figure]) -> str | None:
    try:
        sums = [part.quantity.in_terms_of(total.unit, total.scale) for part in parts]
    except UnitMismatch as error:
        return f"parts and total have different units: {error}"
    residual = total.value - sum(sums, Decimal(0))
    if residual != tie_out.residual:
        return f"total less parts is {residual:f}, declared is {tie_out.residual:f}"
    return None


def _intervals(total: Figure, parts: list[Figure]) -> str | None:
    """Parts in time must fill the total's interval; parts of one interval (segments) need not."""
    periods = [part.period for part in parts]
    if total.period is None or None in periods:
        return None
    first, *rest = [period for period in periods if period is not None]
    if all(first.same_interval(other) for other in rest):
        return None if first.same_interval(total.period) else "parts and total cover other days"
    try:
        joined = first.union(*rest)
    except PeriodError as error:
        return f"the parts do not join: {error}"
    return None if joined.same_interval(total.period) else "the parts do not fill the total's days"


def check_inputs(evidence: Evidence, pointer: str, item: Population) -> Iterator[Finding]:
    """What a target computes over a population rests on its members, all of them and no other."""
    owner = {name: member.key for member in item.members for name in member.evidence}
    derivations = derivations_of(evidence)
    for index, target in enumerate(evidence.targets):
        first = target.evidence[0]
        if item.id not in target.evidence or first not in derivations:
            continue
        reached, foreign = _reach(first, owner, derivations)
        if foreign:
            message = f"{first} rests on {', '.join(sorted(foreign))}, evidence of no member"
            yield finding("POP-inputs", f"evidence:/targets/{index}/evidence", message)
        left = [member.key for member in item.members if member.key not in reached]
        if left and not foreign:
            message = f"{first} takes nothing from {', '.join(left)}"
            yield finding("POP-inputs", f"evidence:/targets/{index}/evidence", message)


def unlinked_targets(evidence: Evidence, item: Population) -> Iterator[int]:
    """Places of outcome targets that draw on several members and do not name the population."""
    owner = {name: member.key for member in item.members for name in member.evidence}
    derivations = derivations_of(evidence)
    for index, target in enumerate(evidence.targets):
        first = target.evidence[0]
        if target.role != "outcome" or item.id in target.evidence or first not in derivations:
            continue
        if len(_reach(first, owner, derivations)[0]) > 1:
            yield index


def _reach(
    start: EvidenceId, owner: Mapping[EvidenceId, str], derivations: Mapping[EvidenceId, Derivation]
) -> tuple[set[str], set[EvidenceId]]:
    """Members that the inputs lead to, and inputs that lead to none."""
    reached: set[str] = set()
    foreign: set[EvidenceId] = set()
    seen: set[EvidenceId] = {start}
    waiting = list(derivations[start].inputs)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        if name in owner:
            reached.add(owner[name])
        elif name in derivations:
            waiting += derivations[name].inputs
        else:
            foreign.add(name)
    return reached, foreign
