"""Write: the writer researches expected values and submits evidence and rows."""

from agents.roles import WRITER
from contracts.counters import MAX_FURTHER_TURNS
from contracts.finding import Validation
from orchestrator.assignment import Assignment, activation_number
from orchestrator.candidate import draft_validator, submit_candidate
from orchestrator.deps import Deps
from orchestrator.materials import read_settled, read_submitted, settled_files
from orchestrator.message import further_turn
from orchestrator.reader import read
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def write(state: RunState, deps: Deps) -> Update:
    """Open the writer's activation, or go on in it with the validator's findings."""
    counters = counters_of(state)
    attempt, candidate = counters.attempt, counters.candidate
    settled = await read_settled(deps, attempt)
    earlier = await read_submitted(deps, attempt, candidate) if candidate else None
    inputs, message = settled.fingerprints, ""
    if earlier is not None:
        found = await read(deps, Validation, "validate", attempt=attempt, n=candidate)
        left = MAX_FURTHER_TURNS - counters.further_turns - 1
        inputs = (*inputs, *earlier.fingerprints, found.fingerprint)
        message = further_turn(settled.question.locked.prompts, found.body, left=left)
    step = Step("write", attempt, candidate + 1, (*settled.question.configuration, *inputs))

    async def make() -> Outcome:
        assignment = Assignment(
            role=WRITER,
            attempt=attempt,
            activation=activation_number(attempt, 1),
            turn=counters.session_turns + 1,
            files=settled_files(settled),
            inputs=inputs,
            message=message,
            validate_draft=draft_validator(deps, settled, attempt, earlier),
        )
        return await submit_candidate(deps, settled, assignment, earlier, counters)

    return await run_stage(deps, step, make)
