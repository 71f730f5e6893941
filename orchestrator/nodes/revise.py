"""Revise: a fresh writer-family activation mends what the content review found."""

from dataclasses import replace

from agents.roles import REVISER
from contracts.contract import Contract
from contracts.counters import MAX_FURTHER_TURNS, Counters
from contracts.finding import Validation
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from orchestrator.assignment import Assignment, Further, activation_number
from orchestrator.candidate import draft_validator, submit_candidate
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
from orchestrator.reader import Read, read
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def revise(state: RunState, deps: Deps) -> Update:
    """Open a revision for a review, or go on in it with the validator's findings."""
    before = counters_of(state)
    begins = state["verdict"] == "revise"
    counters = _opened(before) if begins else before
    attempt, candidate = counters.attempt, counters.candidate
    settled = await read_settled(deps, attempt, candidate)
    earlier = await read_submitted(deps, attempt, candidate)
    review = await read(deps, Review, "review", attempt=attempt, n=counters.revisions)
    check = await read(deps, ReviewCheck, "review", attempt=attempt, n=counters.revisions)
    reproduction = await read(deps, Reproduction, "reproduce", attempt=attempt, n=candidate)
    found = await read(deps, Validation, "validate", attempt=attempt, n=candidate)
    read_before = (review.fingerprint, check.fingerprint, found.fingerprint)
    inputs = (*settled.fingerprints, *earlier.fingerprints, *read_before)
    step = Step("write", attempt, candidate + 1, (*settled.question.configuration, *inputs))
    left = MAX_FURTHER_TURNS - counters.further_turns - 1

    async def make() -> Outcome:
        assignment = Assignment(
            role=REVISER,
            attempt=attempt,
            activation=activation_number(attempt, counters.revisions),
            turn=counters.session_turns + 1,
            files=_files(settled, earlier, reproduction, found, (review.body, check.body)),
            inputs=inputs,
            further=None if begins else Further(found.body, left),
            research=any(item.needs_research for item in check.body.findings),
        )
        validator = draft_validator(deps, settled, assignment, earlier)
        assignment = replace(assignment, validate_draft=validator)
        return await submit_candidate(deps, settled, assignment, earlier, counters)

    return await run_stage(deps, step, make)


def _opened(counters: Counters) -> Counters:
    return counters.model_copy(
        update={
            "revisions": counters.revisions + 1,
            "further_turns": 0,
            "session_turns": 0,
            "mandate": "revise",
        }
    )


def _files(
    settled: Settled,
    earlier: Submitted,
    reproduction: Read[Reproduction],
    found: Read[Validation],
    reviewed: tuple[Contract, Contract],
) -> dict[str, bytes]:
    review, check = reviewed
    return {
        **settled_files(settled),
        **submission_files(settled, earlier, reproduction.body, found.body),
        "review.json": as_file(review),
        "review-check.json": as_file(check),
    }
