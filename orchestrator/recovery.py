"""Human recoveries: where a new attempt begins, what it stands on, and what a waiver still closes.

A recovery is a journal row of the stage `recover`, the first of its attempt. Its verdict is the
node at which the attempt begins; what earlier attempts left before that node stays in force.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from agents.role import Role
from contracts.counters import MAX_FURTHER_TURNS, Counters
from contracts.decision import Decision, DecisionKind, FindingRef
from contracts.lock import LockKind
from contracts.recovery import Guidance
from orchestrator.deps import Kept
from orchestrator.reader import BodyT, Read, read, read_file
from records.journal_chain import JournalRow


class Beginning(StrEnum):
    """Nodes at which an attempt can begin, in the order of the walk."""

    FACTORIZE = "factorize"
    MATCH = "match"
    CONTEXTUALIZE = "contextualize"
    WRITE = "write"
    REVIEW = "review"
    COMPOSE = "compose"
    CONFIRM = "confirm"
    ACCEPT = "accept"


BEGINNINGS = tuple(Beginning)

_NODE_OF_STAGE: dict[str, Beginning] = {
    "factorize": Beginning.FACTORIZE,
    "budget": Beginning.FACTORIZE,
    "contextualize": Beginning.CONTEXTUALIZE,
    "write": Beginning.WRITE,
    "validate": Beginning.WRITE,
    "review": Beginning.WRITE,
    "compose": Beginning.COMPOSE,
    "gates": Beginning.COMPOSE,
    "confirm": Beginning.COMPOSE,
    "accept": Beginning.WRITE,
}
"""Where a retry or an edit begins, by the stage that blocked the run: at the role that can mend
it. What a review refuses is the writer's to mend, what a confirmation refuses the composer's."""
_AFTER_WAIVER: dict[str, Beginning] = {
    "review": Beginning.COMPOSE,
    "gates": Beginning.CONFIRM,
    "confirm": Beginning.ACCEPT,
}
"""Where the run goes on when what a stage found is waived: behind that stage."""
_AGAIN: dict[str, Beginning] = {"review": Beginning.REVIEW, "confirm": Beginning.CONFIRM}
"""Stages that are taken up again themselves when their own role is at fault, not what it judged."""
_OWN_FAULT = ("session-deadline", "session-protocol", "AUD-")
"""Codes, or how they begin: a session that stopped, or whose trace nothing may rest on."""
_ROLE_NODES: dict[str, Beginning] = {
    "factorizer": Beginning.FACTORIZE,
    "contextualizer": Beginning.CONTEXTUALIZE,
    "writer": Beginning.WRITE,
    "reviser": Beginning.WRITE,
    "reviewer": Beginning.REVIEW,
    "composer": Beginning.COMPOSE,
    "confirmer": Beginning.CONFIRM,
}
_AFFECTED: dict[LockKind, Beginning] = {
    LockKind.PRINCIPLE: Beginning.MATCH,
    LockKind.TASK: Beginning.MATCH,
    LockKind.EGRESS: Beginning.WRITE,
    LockKind.GUARD: Beginning.WRITE,
}


@dataclass(frozen=True, slots=True)
class Recovery:
    """One human recovery, as its journal row says."""

    attempt: int
    begins: Beginning
    decision: Decision
    guidance: Read[Guidance]


def beginning(stage: str, codes: Collection[str], decision: Decision) -> Beginning:
    """The node at which the attempt after a decision begins; a relock may begin earlier.

    Args:
        stage: stage that blocked the run.
        codes: codes of what it found.
        decision: the human's decision.
    """
    if decision.kind is DecisionKind.WAIVE:
        return _AFTER_WAIVER[stage]
    if decision.kind is DecisionKind.SIGN:
        return Beginning.ACCEPT
    is_own = any(code.startswith(_OWN_FAULT) for code in codes)
    if decision.kind is not DecisionKind.EDIT and is_own:
        return _AGAIN.get(stage, _NODE_OF_STAGE[stage])
    return _NODE_OF_STAGE[stage]


def first_affected(changed: Collection[tuple[LockKind, str]], otherwise: Beginning) -> Beginning:
    """The first node that changed bytes of a lock affect, at the latest `otherwise`.

    A role's own prompt affects its node, principles and bank tasks the match. Whatever else
    changed (gates, contracts, tools, models, kinds, the profile) may affect every gate.
    """
    nodes = {otherwise, *(_affected(kind, name) for kind, name in changed)}
    return min(nodes, key=BEGINNINGS.index)


def _affected(kind: LockKind, name: str) -> Beginning:
    if kind is LockKind.PROMPT:
        return _ROLE_NODES.get(name.rpartition("/")[2].removesuffix(".md"), Beginning.FACTORIZE)
    return _AFFECTED.get(kind, Beginning.FACTORIZE)


def opened(before: Counters, begins: Beginning, decision: Decision) -> Counters:
    """Counters of a new attempt: every bound is fresh, ordinals of what it stands on are kept."""
    place = BEGINNINGS.index(begins)
    kept: dict[str, int | str] = {}
    if place >= BEGINNINGS.index(Beginning.REVIEW):
        kept["candidate"] = before.candidate
    if place > BEGINNINGS.index(Beginning.REVIEW):
        kept |= {"revisions": before.revisions, "mandate": before.mandate}
    if decision.kind is DecisionKind.EDIT and begins is Beginning.WRITE:
        # No writer has a session in this attempt, so that findings go back to the human.
        kept["further_turns"] = MAX_FURTHER_TURNS
    return Counters(attempt=before.attempt + 1).model_copy(update=kept)


def begins_at(recovery: Recovery, role: Role) -> bool:
    """Whether the attempt of a recovery begins at a role's node."""
    return role.name != "reviser" and _ROLE_NODES[role.name] == recovery.begins


async def read_recoveries(deps: Kept, attempt: int) -> tuple[Recovery, ...]:
    """The recoveries that led to an attempt, oldest first.

    Raises:
        CorruptRun: a recovery's row or file is missing.
    """
    rows = await deps.services.journal.rows(deps.run)
    return tuple(
        _recovery(deps, row) for row in rows if row.stage == "recover" and row.attempt <= attempt
    )


def _recovery(deps: Kept, row: JournalRow) -> Recovery:
    return Recovery(
        attempt=row.attempt,
        begins=Beginning(row.verdict),
        decision=read_file(deps, row, Decision).body,
        guidance=read_file(deps, row, Guidance),
    )


async def read_newest(deps: Kept, model: type[BodyT], attempt: int) -> Read[BodyT]:
    """What the lock stage wrote, or what a recovery up to `attempt` put in its place."""
    rows = await deps.services.journal.rows(deps.run)
    for row in reversed(rows):
        is_ours = row.stage == "recover" and row.attempt <= attempt
        if is_ours and any(file.name == model.contract_name for file in row.files):
            return read_file(deps, row, model)
    return await read(deps, model, "lock")


def first_attempt(recoveries: Collection[Recovery], role: Role) -> int:
    """The first attempt whose sessions of a role are still in force: later ones stand on it."""
    place = BEGINNINGS.index(_ROLE_NODES[role.name])
    return max(
        (item.attempt for item in recoveries if BEGINNINGS.index(item.begins) <= place),
        default=1,
    )


def waivers_in_force(recoveries: Collection[Recovery]) -> tuple[Decision, ...]:
    """Waivers of stages that were not done again since, oldest first."""
    return _in_force(recoveries, DecisionKind.WAIVE)


def signed_in_force(recoveries: Collection[Recovery]) -> tuple[Decision, ...]:
    """Signatures of what stands as it was signed, oldest first."""
    return _in_force(recoveries, DecisionKind.SIGN)


def _in_force(recoveries: Collection[Recovery], kind: DecisionKind) -> tuple[Decision, ...]:
    found: list[tuple[Beginning, Decision]] = []
    for item in recoveries:
        place = BEGINNINGS.index(item.begins)
        found = [(after, made) for after, made in found if BEGINNINGS.index(after) <= place]
        if item.decision.kind is kind:
            found.append((item.begins, item.decision))
    return tuple(made for _, made in found)


def waived_findings(waivers: Collection[Decision]) -> tuple[FindingRef, ...]:
    """All findings that some waivers close."""
    return tuple(ref for waiver in waivers for ref in waiver.waived)
