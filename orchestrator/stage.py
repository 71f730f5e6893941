"""One stage: found in the journal, or made, written, and committed in one transaction.

A stage is done when a journal row with the same inputs exists. Its node returns the row's values
whether the row is new or found, so a walk from the start replays a run exactly.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agents.roles import ROLES
from contracts.contract import Contract, Header, Stamped, canonical, fingerprint, sha256_of
from contracts.counters import Counters
from contracts.decision import Decision
from contracts.errors import RunCancelled
from contracts.escalation import Escalation, Reason, is_final
from contracts.event import EventKind
from contracts.finding import Finding
from contracts.ids import RunId, Sha256
from contracts.lock import Lock
from escalations.decisions import mark_consumed
from escalations.item import fail_with, open_item
from orchestrator.deps import Deps
from orchestrator.state import Update, update
from records.files import write_once
from records.journal import NewRow
from records.journal_chain import JournalFile, JournalRow
from records.lease import require_current
from records.requests import cancel_requested
from records.runs import RunStatus, set_lock, set_status
from records.unit_of_work import UnitOfWork

StageName: TypeAlias = Literal[
    "lock",
    "factorize",
    "budget",
    "match",
    "contextualize",
    "write",
    "reproduce",
    "validate",
    "reopen",
    "review",
    "compose",
    "gates",
    "confirm",
    "accept",
    "recover",
]


@dataclass(frozen=True, slots=True)
class Blocked:
    """Why a stage hands the run to a human."""

    reason: Reason
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a stage made: a word for the router, files and counters."""

    verdict: str
    bodies: tuple[Contract, ...]
    counters: Counters
    producer: str = "code"
    blocked: Blocked | None = None
    accepted: Literal[RunStatus.ACCEPTED, RunStatus.ACCEPTED_WITH_WAIVER] | None = None
    decision: Decision | None = None
    """The human's decision that this step takes up."""


@dataclass(frozen=True, slots=True)
class Step:
    """Which stage of which attempt, its ordinal, and the fingerprints it is made from."""

    stage: StageName
    attempt: int
    n: int
    inputs: tuple[Sha256, ...]

    @property
    def inputs_sha(self) -> Sha256:
        """Hash of the stage's place and inputs: what makes a row the row of this work."""
        return sha256_of(
            "\n".join((self.stage, str(self.attempt), str(self.n), *self.inputs)).encode()
        )


async def run_stage(deps: Deps, step: Step, make: Callable[[], Awaitable[Outcome]]) -> Update:
    """Find the step's row or do the work and commit it.

    Raises:
        CorruptRun: a stage file of that name holds other bytes.
        RunHeld: another process has taken the run's lease.
        RunCancelled: somebody asked for the run's end; it has its word.
    """
    services = deps.services
    found = await services.journal.find(deps.run, stage=step.stage, inputs_sha=step.inputs_sha)
    if found is not None:
        return update(found.verdict, found.counters, row_sha=found.row_sha)
    async with services.database.unit() as uow:
        # A process that was stopped and wakes after its lease must not begin anything.
        await require_current(uow, deps.lease)
        is_cancelled = await cancel_requested(uow, deps.run)
        if is_cancelled:
            await set_status(uow, deps.run, RunStatus.CANCELLED)
            await services.events.add_in(uow, deps.run, EventKind.CANCELLED, stage=step.stage)
        else:
            await services.events.add_in(uow, deps.run, EventKind.STAGE_STARTED, stage=step.stage)
    if is_cancelled:
        raise RunCancelled(f"run {deps.run} was cancelled before {step.stage}")
    outcome = await make()
    row = await _commit(deps, step, outcome)
    return update(row.verdict, row.counters, row_sha=row.row_sha)


async def _commit(deps: Deps, step: Step, outcome: Outcome) -> JournalRow:
    files = tuple(_write(deps, step, outcome, body) for body in outcome.bodies)
    new = NewRow(
        attempt=step.attempt,
        stage=step.stage,
        n=step.n,
        verdict=outcome.verdict,
        counters=outcome.counters,
        active_ms=await active_ms(deps),
        inputs_sha=step.inputs_sha,
        at=deps.services.clock.now(),
        files=files,
    )
    services = deps.services
    async with services.database.unit() as uow:
        row = await services.journal.append(uow, deps.lease, new)
        for file in files:
            if file.name == Lock.contract_name:
                await set_lock(uow, deps.run, file.fingerprint)
        if outcome.decision is not None:
            await mark_consumed(uow, services.audit, outcome.decision.id, services.clock.now())
        kind, detail = await _consequence(deps, uow, step, outcome)
        await services.events.add_in(uow, deps.run, kind, stage=step.stage, detail=detail)
    return row


async def _consequence(
    deps: Deps, uow: UnitOfWork, step: Step, outcome: Outcome
) -> tuple[EventKind, str]:
    """Give the run its word, if the step ends or blocks it; say what happened."""
    if outcome.accepted is not None:
        await set_status(uow, deps.run, outcome.accepted)
        return EventKind.ACCEPTED, outcome.accepted
    if outcome.blocked is None:
        return EventKind.STAGE_DONE, outcome.verdict
    if is_final(step.attempt, outcome.blocked.reason):
        await fail_with(uow, _escalation(deps, step, outcome.blocked, state="closed"))
        return EventKind.FAILED, outcome.blocked.reason
    await open_item(uow, _escalation(deps, step, outcome.blocked, state="open"))
    return EventKind.ESCALATED, outcome.blocked.reason


async def active_ms(deps: Deps) -> int:
    """Active milliseconds of the whole run so far: recorded calls and tools, never waiting."""
    roles = tuple(role.name for role in ROLES)
    calls = await deps.services.ledger.active_ms(deps.scope, roles)
    return calls + await deps.services.tool_log.active_ms(deps.scope, roles)


def _write(deps: Deps, step: Step, outcome: Outcome, body: Contract) -> JournalFile:
    name = body.contract_name
    header = Header(
        contract=name,
        version=body.contract_version,
        run=deps.run,
        producer=outcome.producer,
        inputs=step.inputs,
    )
    data = canonical(Stamped(header=header, body=body))
    sha256 = sha256_of(data)
    path = deps.paths.stage_file(name, step.attempt, step.n, sha256)
    write_once(path, data)
    return JournalFile(
        name=name,
        path=path.relative_to(deps.paths.root).as_posix(),
        sha256=sha256,
        fingerprint=fingerprint(body),
        contract=name,
        version=body.contract_version,
    )


def item_id(run: RunId, *, attempt: int, stage: str, n: int) -> str:
    """The id of the item that a blocked step opens: the place of its journal row."""
    return f"{run}-a{attempt}-{stage}-{n}"


def _escalation(
    deps: Deps, step: Step, blocked: Blocked, *, state: Literal["open", "closed"]
) -> Escalation:
    return Escalation(
        id=item_id(deps.run, attempt=step.attempt, stage=step.stage, n=step.n),
        run=deps.run,
        attempt=step.attempt,
        stage=step.stage,
        reason=blocked.reason,
        findings=blocked.findings,
        state=state,
        opened=deps.services.clock.now(),
    )
