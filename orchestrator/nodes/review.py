"""Review: another family reopens the sources and computes for itself; code compares."""

from dataclasses import replace

from agents.roles import REVIEWER
from agents.session import Submission
from contracts.counters import MAX_REVISIONS, Counters
from contracts.escalation import Reason
from contracts.finding import Validation
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from contracts.rows import Scripts
from gates.review import ReviewInput, check_review, review_violations, waits_for_agreement
from gates.waiver import review_findings
from orchestrator.candidate import collected
from orchestrator.deps import Deps
from orchestrator.materials import (
    Settled,
    Submitted,
    as_file,
    read_settled,
    read_submitted,
    settled_files,
    submission_files,
)
from orchestrator.opening import opening
from orchestrator.passages import located_themes
from orchestrator.reader import Read, read
from orchestrator.reopening import REOPENED_FILE, as_shown, reopen
from orchestrator.reproduction import bench
from orchestrator.stage import Blocked, Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.turn import Reading, Taken, parse_output, take_turn


async def review(state: RunState, deps: Deps) -> Update:
    """Have the candidate reviewed, run the reviewer's scripts again and compare."""
    counters = counters_of(state)
    attempt, candidate, n = counters.attempt, counters.candidate, counters.revisions + 1
    settled = await read_settled(deps, attempt, candidate)
    submitted = await read_submitted(deps, attempt, candidate)
    reproduction = await read(deps, Reproduction, "reproduce", attempt=attempt, n=candidate)
    found = await read(deps, Validation, "validate", attempt=attempt, n=candidate)
    reopened = await reopen(deps, settled, submitted, counters, n=n)
    read_before = (reproduction.fingerprint, found.fingerprint)
    if reopened is not None:
        read_before = (*read_before, reopened.fingerprint)
    assignment = await opening(
        deps,
        REVIEWER,
        attempt=attempt,
        files={
            **settled_files(settled),
            **submission_files(settled, submitted, reproduction.body, found.body),
            **({} if reopened is None else {REOPENED_FILE: as_file(as_shown(reopened.body))}),
        },
        inputs=(*settled.fingerprints, *submitted.fingerprints, *read_before),
        ordinal=n,
    )
    assignment = replace(assignment, reopened=None if reopened is None else reopened.body)
    step = Step("review", attempt, n, (*settled.question.configuration, *assignment.inputs))

    async def make() -> Outcome:
        taken = await take_turn(
            deps,
            settled.question,
            assignment,
            lambda submission: _check(submission, submitted, found),
        )
        return await _compared(deps, settled, submitted, found, taken, counters)

    return await run_stage(deps, step, make)


def _check(submission: Submission, submitted: Submitted, found: Read[Validation]) -> Reading:
    parsed = parse_output(submission, "review.json", Review)
    if parsed.body is None:
        return Reading((), parsed.findings)
    scripts = collected(submission.scripts)
    given = _input(submitted, found, parsed.body, scripts)
    return Reading((parsed.body, scripts), review_violations(given))


def _input(
    submitted: Submitted, found: Read[Validation], body: Review, scripts: Scripts
) -> ReviewInput:
    return ReviewInput(
        evidence=submitted.evidence.body,
        questions=found.body.questions,
        review=body,
        writer_scripts=submitted.scripts.body,
        own_scripts=scripts,
    )


async def _compared(
    deps: Deps,
    settled: Settled,
    submitted: Submitted,
    found: Read[Validation],
    taken: Taken,
    counters: Counters,
) -> Outcome:
    match taken.bodies:
        case (Review() as body, Scripts() as scripts):
            pass
        case _:
            return taken.outcome(counters, producer=REVIEWER.name)
    reruns = await bench(deps, "rerun", counters.attempt).rerun(
        body, scripts, settled.question.loaded.texts
    )
    located = located_themes(submitted.evidence.body, body, settled.question.loaded.texts)
    given = _input(submitted, found, body, scripts)
    check = check_review(replace(given, reruns=reruns, located=located))
    blocked = _blocked(check, counters)
    return Outcome(
        verdict="blocked" if blocked else check.verdict,
        bodies=(body, scripts, check),
        counters=counters,
        producer=REVIEWER.name,
        blocked=blocked,
    )


def _blocked(check: ReviewCheck, counters: Counters) -> Blocked | None:
    if check.verdict == "blocked":
        return Blocked(Reason.REVIEW_BLOCKER, review_findings(check))
    if waits_for_agreement(check):
        return Blocked(Reason.AGREEMENT_NEEDED, review_findings(check))
    if check.verdict == "revise" and counters.revisions >= MAX_REVISIONS:
        return Blocked(Reason.REVISIONS_EXHAUSTED, review_findings(check))
    return None
