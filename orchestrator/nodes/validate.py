"""Validate: the pure validator on journaled bytes, and the bound on further turns."""

from contracts.counters import MAX_FURTHER_TURNS, Counters
from contracts.escalation import Reason
from contracts.finding import Validation
from contracts.reproduction import Reproduction
from gates.validator import validate as find_all
from orchestrator.deps import Deps
from orchestrator.materials import read_settled, read_submitted, validation_input
from orchestrator.reader import read
from orchestrator.stage import Blocked, Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def validate(state: RunState, deps: Deps) -> Update:
    """Hold one submission against everything code can decide, all findings at once."""
    counters = counters_of(state)
    attempt, candidate = counters.attempt, counters.candidate
    settled = await read_settled(deps, attempt, candidate)
    submitted = await read_submitted(deps, attempt, candidate)
    reproduction = await read(deps, Reproduction, "reproduce", attempt=attempt, n=candidate)
    step = Step(
        "validate",
        attempt,
        candidate,
        (
            *settled.question.configuration,
            *settled.fingerprints,
            *submitted.fingerprints,
            reproduction.fingerprint,
        ),
    )

    async def make() -> Outcome:
        files = (submitted.evidence.body, submitted.rows.body, submitted.scripts.body)
        found = find_all(validation_input(settled, files, reproduction.body))
        blocked = _blocked(found, counters)
        return Outcome(
            verdict="blocked" if blocked else found.verdict,
            bodies=(found,),
            counters=counters,
            blocked=blocked,
        )

    return await run_stage(deps, step, make)


def _blocked(found: Validation, counters: Counters) -> Blocked | None:
    if found.verdict == "blocked":
        return Blocked(Reason.GATE_FAILED, found.findings)
    if found.verdict == "findings" and counters.further_turns >= MAX_FURTHER_TURNS:
        return Blocked(Reason.TURNS_EXHAUSTED, found.findings)
    return None
