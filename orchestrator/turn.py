"""One role's submission: a turn, at most one repair turn in the same session, or a human."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from agents.role import Role
from agents.session import Submission
from contracts.contract import Contract, parse_contract
from contracts.counters import Counters
from contracts.errors import AgentProtocolError, ContractError, DeadlineReached
from contracts.escalation import Reason
from contracts.event import EventKind
from contracts.finding import Finding, Severity
from gates.audit import audit_trace
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps
from orchestrator.materials import Question
from orchestrator.message import brief, further_turn, repair
from orchestrator.session import open_session, seat_of
from orchestrator.stage import Blocked, Outcome
from orchestrator.trace import read_activation

BodyT = TypeVar("BodyT", bound=Contract)


class Reading(NamedTuple):
    """What code makes of a submission: its bodies, and what is wrong with it."""

    bodies: tuple[Contract, ...]
    findings: tuple[Finding, ...]


class Parsed(NamedTuple, Generic[BodyT]):
    """One output file read under its contract, or its faults."""

    body: BodyT | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """How a turn ended: with bodies, or with why only a human can go on."""

    bodies: tuple[Contract, ...]
    turns: int
    blocked: Blocked | None

    def outcome(self, counters: Counters, *, producer: str) -> Outcome:
        """The outcome of a stage that is this submission and nothing else."""
        return Outcome(
            verdict="blocked" if self.blocked else "done",
            bodies=self.bodies,
            counters=counters,
            producer=producer,
            blocked=self.blocked,
        )


def parse_output(submission: Submission, name: str, model: type[BodyT]) -> Parsed[BodyT]:
    """Read one output file; contract faults become findings with pointers into the file."""
    if name not in submission.files:
        missing = Finding(
            code="contract-missing",
            severity=Severity.ERROR,
            pointer=f"{name.removesuffix('.json')}:",
            message=f"{name} is missing: it was neither written nor given",
        )
        return Parsed(None, (missing,))
    try:
        return Parsed(parse_contract(submission.files[name], model), ())
    except ContractError as error:
        word = name.removesuffix(".json")
        return Parsed(
            None,
            tuple(
                Finding(
                    code=f"contract-{fault.code}",
                    severity=Severity.ERROR,
                    pointer=f"{word}:{fault.pointer}",
                    message=fault.message,
                )
                for fault in error.faults
            ),
        )


async def take_turn(
    deps: Deps,
    question: Question,
    assignment: Assignment,
    check: Callable[[Submission], Reading],
) -> Taken:
    """Let a role work until code takes its submission or its one repair turn is used; audit it.

    A blocker is not for the role to mend and goes to a human at once. What a human submitted in
    the role's place is read in the same way and has no repair turn.
    """
    if assignment.edited is not None:
        return _take_edited(check(assignment.edited))
    taken = await _worked(deps, question, assignment, check)
    return await _audited(deps, question, assignment, taken)


async def _audited(deps: Deps, question: Question, assignment: Assignment, taken: Taken) -> Taken:
    """The turn as it is, or a human where its trace holds what no rubric may rest on.

    Warnings are left to the audit before acceptance, which puts them on the rubric.
    """
    trace = await read_activation(deps, question, assignment, taken.bodies)
    # Filings are long, and the lease must still be renewed.
    audit = await asyncio.to_thread(audit_trace, trace)
    findings = _above_warning(audit.findings)
    if not findings:
        return taken
    before = taken.blocked or Blocked(Reason.TRACE_AUDIT, ())
    blocked = Blocked(before.reason, (*before.findings, *findings))
    return Taken((audit,), taken.turns, blocked)


async def _worked(
    deps: Deps,
    question: Question,
    assignment: Assignment,
    check: Callable[[Submission], Reading],
) -> Taken:
    turns = 0
    findings: tuple[Finding, ...] = ()
    prompts = question.locked.prompts
    session = await open_session(deps, question, assignment)
    seat = seat_of(deps, assignment)
    message = _opening(prompts, assignment, nonce=seat.report_nonce(assignment.turn))
    try:
        for turns in (1, 2):
            turn = assignment.turn + turns - 1
            await deps.services.events.add(
                deps.run,
                EventKind.TURN_STARTED,
                role=assignment.role.name,
                detail=f"activation {assignment.activation}, turn {turn}",
            )
            submission = await session.run_turn(turn, message, inputs=assignment.inputs)
            reading = check(submission)
            findings = _above_warning(reading.findings)
            if not findings:
                return Taken(reading.bodies, turns, None)
            if any(found.severity is Severity.BLOCKER for found in findings):
                break
            message = repair(prompts, findings, nonce=seat.report_nonce(turn + 1))
        blocked = Blocked(_reason(findings), findings)
    except DeadlineReached as error:
        blocked = Blocked(Reason.DEADLINE, (_stopped("deadline", assignment.role, error),))
    except AgentProtocolError as error:
        blocked = Blocked(Reason.PROTOCOL, (_stopped("protocol", assignment.role, error),))
    return Taken((), turns, blocked)


def _opening(prompts: Mapping[str, bytes], assignment: Assignment, *, nonce: str) -> str:
    if assignment.further is not None:
        return further_turn(prompts, assignment.further, nonce=nonce)
    return brief(prompts, role=assignment.role.name, inputs=assignment.files)


def _take_edited(reading: Reading) -> Taken:
    findings = _above_warning(reading.findings)
    if findings:
        return Taken((), 0, Blocked(Reason.GATE_FAILED, findings))
    return Taken(reading.bodies, 0, None)


def _above_warning(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(found for found in findings if found.severity is not Severity.WARNING)


def _reason(findings: tuple[Finding, ...]) -> Reason:
    codes = {found.code for found in findings if found.severity is Severity.BLOCKER}
    if "FAC-cutoff-mismatch" in codes:
        return Reason.CUTOFF_MISMATCH
    return Reason.GATE_FAILED if codes else Reason.REPAIR_EXHAUSTED


def _stopped(word: str, role: Role, error: Exception) -> Finding:
    return Finding(
        code=f"session-{word}",
        severity=Severity.BLOCKER,
        pointer=f"{role.name}:",
        message=str(error),
    )
