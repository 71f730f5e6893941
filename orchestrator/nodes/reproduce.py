"""Reproduce: code runs every script again in a clean sandbox and looks up every quote."""

from orchestrator.deps import Deps
from orchestrator.materials import read_question, read_submitted
from orchestrator.reproduction import bench
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def reproduce(state: RunState, deps: Deps) -> Update:
    """Write down what the scripts print and where the quotes stand; judge nothing."""
    counters = counters_of(state)
    attempt, candidate = counters.attempt, counters.candidate
    question = await read_question(deps, attempt, candidate)
    submitted = await read_submitted(deps, attempt, candidate)
    step = Step("reproduce", attempt, candidate, (*question.configuration, *submitted.fingerprints))

    async def make() -> Outcome:
        body = await bench(deps, "reproduce", attempt).reproduce(
            submitted.evidence.body, submitted.scripts.body, question
        )
        return Outcome(verdict="done", bodies=(body,), counters=counters)

    return await run_stage(deps, step, make)
