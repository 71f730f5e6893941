"""Compose: a fresh reviewer-family session re-cuts rows and points, each edit with a finding."""

from agents.roles import COMPOSER
from agents.session import Submission
from contracts.composition import Composition
from gates.composition import check_composition
from orchestrator.composed import composition_input, read_passed
from orchestrator.deps import Deps
from orchestrator.materials import as_file, rendered_file, settled_files
from orchestrator.opening import opening
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.turn import Reading, parse_output, take_turn


async def compose(state: RunState, deps: Deps) -> Update:
    """Have the rows composed; evidence and values cannot be touched here."""
    counters = counters_of(state)
    passed = await read_passed(deps, counters)
    settled, submitted = passed.settled, passed.submitted
    evidence, rows = submitted.evidence.body, submitted.rows.body
    assignment = await opening(
        deps,
        COMPOSER,
        attempt=counters.attempt,
        files={
            **settled_files(settled),
            "evidence.json": as_file(evidence),
            "rows.json": as_file(rows),
            "rows.md": rendered_file(settled.factorization, evidence, rows.rows),
            "review.json": as_file(passed.review.body),
            "review-check.json": as_file(passed.check.body),
        },
        inputs=passed.fingerprints,
    )
    configuration = settled.question.configuration
    step = Step("compose", counters.attempt, 1, (*configuration, *assignment.inputs))

    def check(submission: Submission) -> Reading:
        parsed = parse_output(submission, "composition.json", Composition)
        if parsed.body is None:
            return Reading((), parsed.findings)
        report = check_composition(composition_input(passed, parsed.body))
        return Reading((parsed.body,), report.findings)

    async def make() -> Outcome:
        taken = await take_turn(deps, settled.question, assignment, check)
        return taken.outcome(counters, producer=assignment.producer)

    return await run_stage(deps, step, make)
