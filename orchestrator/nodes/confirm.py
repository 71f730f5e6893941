"""Confirm: another fresh session and code make eight checks, also when nothing was edited."""

from agents.roles import CONFIRMER
from agents.session import Submission
from contracts.composition import Composition
from contracts.confirmation import ConfirmationSubmission
from contracts.counters import Counters
from contracts.escalation import Reason
from contracts.finding import GateReport
from gates.confirmation import ConfirmationInput, coded_checks, confirmation_violations
from gates.confirmation import confirm as decide
from gates.waiver import confirmation_findings
from orchestrator.composed import Passed, composition_input, read_passed
from orchestrator.deps import Deps
from orchestrator.materials import as_file, rendered_file, settled_files
from orchestrator.opening import opening
from orchestrator.reader import read
from orchestrator.stage import Blocked, Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.turn import Reading, Taken, parse_output, take_turn


async def confirm(state: RunState, deps: Deps) -> Update:
    """Have the composition confirmed or refused; a refusal goes to a human."""
    counters = counters_of(state)
    passed = await read_passed(deps, counters)
    attempt = counters.attempt
    composition = await read(deps, Composition, "compose", attempt=attempt)
    report = await read(deps, GateReport, "gates", attempt=attempt)
    settled, evidence = passed.settled, passed.submitted.evidence.body
    assignment = await opening(
        deps,
        CONFIRMER,
        attempt=attempt,
        files={
            **settled_files(settled),
            "evidence.json": as_file(evidence),
            "composition.json": as_file(composition.body),
            "gates.json": as_file(report.body),
            "rows.md": rendered_file(settled.factorization, evidence, composition.body.rows),
        },
        inputs=(*passed.fingerprints, composition.fingerprint, report.fingerprint),
    )
    step = Step("confirm", attempt, 1, (*settled.question.configuration, *assignment.inputs))

    async def make() -> Outcome:
        taken = await take_turn(deps, settled.question, assignment, _check)
        return _decided(passed, composition.body, taken, counters)

    return await run_stage(deps, step, make)


def _check(submission: Submission) -> Reading:
    parsed = parse_output(submission, "confirmation.json", ConfirmationSubmission)
    if parsed.body is None:
        return Reading((), parsed.findings)
    return Reading((parsed.body,), confirmation_violations(parsed.body))


def _decided(passed: Passed, composition: Composition, taken: Taken, counters: Counters) -> Outcome:
    match taken.bodies:
        case (ConfirmationSubmission() as submission,):
            pass
        case _:
            return taken.outcome(counters, producer=CONFIRMER.name)
    given = ConfirmationInput(
        composed=composition_input(passed, composition),
        factorization=passed.settled.factorization,
        frozen_budget=passed.settled.frozen_budget,
        reviewed_evidence=passed.submitted.evidence.fingerprint,
    )
    body = decide(coded_checks(given), submission)
    if body.verdict == "confirmed":
        return Outcome("passed", (body,), counters, producer=CONFIRMER.name)
    blocked = Blocked(Reason.CONFIRMATION_REFUSED, confirmation_findings(body))
    return Outcome("blocked", (body,), counters, producer=CONFIRMER.name, blocked=blocked)
