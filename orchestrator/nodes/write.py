"""Write: the writer researches expected values and submits evidence and rows."""

from dataclasses import replace

from agents.roles import WRITER
from contracts.counters import MAX_FURTHER_TURNS
from contracts.finding import Validation
from orchestrator.assignment import Further
from orchestrator.candidate import draft_validator, submit_candidate
from orchestrator.deps import Deps
from orchestrator.materials import read_settled, read_submitted, settled_files
from orchestrator.opening import opening
from orchestrator.reader import read
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def write(state: RunState, deps: Deps) -> Update:
    """Open the writer's activation, or go on in it with the validator's findings."""
    counters = counters_of(state)
    attempt, candidate = counters.attempt, counters.candidate
    settled = await read_settled(deps, attempt, candidate)
    earlier = await read_submitted(deps, attempt, candidate) if candidate else None
    assignment = await opening(
        deps,
        WRITER,
        attempt=attempt,
        files=settled_files(settled),
        inputs=settled.fingerprints,
    )
    if earlier is not None:
        found = await read(deps, Validation, "validate", attempt=attempt, n=candidate)
        left = MAX_FURTHER_TURNS - counters.further_turns - 1
        assignment = replace(
            assignment,
            turn=counters.session_turns + 1,
            inputs=(*assignment.inputs, *earlier.fingerprints, found.fingerprint),
            further=Further(found.body, left),
        )
    configuration = settled.question.configuration
    step = Step("write", attempt, candidate + 1, (*configuration, *assignment.inputs))
    validator = draft_validator(deps, settled, assignment, earlier)
    assignment = replace(assignment, validate_draft=validator)

    async def make() -> Outcome:
        return await submit_candidate(deps, settled, assignment, earlier, counters)

    return await run_stage(deps, step, make)
