"""Check the composition: the gate's verdict on journaled bytes, which is the authority."""

from contracts.composition import Composition
from contracts.escalation import Reason
from gates.composition import check_composition as find_all
from orchestrator.composed import composition_input, read_passed
from orchestrator.deps import Deps
from orchestrator.reader import read
from orchestrator.stage import Blocked, Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def check_composition(state: RunState, deps: Deps) -> Update:
    """Hold the composed rows against budget, review and evidence."""
    counters = counters_of(state)
    passed = await read_passed(deps, counters)
    composition = await read(deps, Composition, "compose", attempt=counters.attempt)
    configuration = passed.settled.question.configuration
    step = Step(
        "gates",
        counters.attempt,
        1,
        (*configuration, *passed.fingerprints, composition.fingerprint),
    )

    async def make() -> Outcome:
        report = find_all(composition_input(passed, composition.body))
        if report.verdict == "passed":
            return Outcome(verdict="passed", bodies=(report,), counters=counters)
        blocked = Blocked(Reason.GATE_FAILED, report.findings)
        return Outcome(verdict="blocked", bodies=(report,), counters=counters, blocked=blocked)

    return await run_stage(deps, step, make)
