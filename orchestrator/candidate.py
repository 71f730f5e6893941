"""Reading a candidate's files, and the draft validation that the writer may call as a tool."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

from agents.models.draft_report import draft_report
from agents.session import Submission
from agents.tools.validate import ValidateDraft
from contracts.contract import Contract, fingerprint, sha256_of
from contracts.counters import Counters
from contracts.evidence import Evidence
from contracts.finding import Validation
from contracts.rows import Candidate, Script, Scripts
from gates import structure
from gates.validator import validate
from gates.verdict import verdict_of
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps
from orchestrator.found_pages import found_items, grown
from orchestrator.materials import Settled, Submitted, validation_input
from orchestrator.reproduction import Remembered, bench
from orchestrator.stage import Outcome
from orchestrator.turn import Reading, parse_output, take_turn
from sources.corpus import restore_corpus


async def submit_candidate(
    deps: Deps,
    settled: Settled,
    assignment: Assignment,
    earlier: Submitted | None,
    counters: Counters,
) -> Outcome:
    """Have a candidate submitted in one turn of an activation, and count what was used.

    Every turn after an activation's first is a further turn for validator findings.
    """
    taken = await take_turn(
        deps,
        settled.question,
        assignment,
        lambda submission: read_candidate(settled, submission, earlier),
    )
    after = counters.model_copy(
        update={
            "candidate": counters.candidate + 1,
            "further_turns": counters.further_turns + (counters.session_turns > 0),
            "session_turns": counters.session_turns + taken.turns,
        }
    )
    pages = () if taken.blocked else await found_items(deps, assignment)
    if pages:
        corpus = grown(settled.question.loaded.corpus, pages)
        taken = replace(taken, bodies=(*taken.bodies, corpus))
    return taken.outcome(after, producer=assignment.producer)


def read_candidate(settled: Settled, submission: Submission, earlier: Submitted | None) -> Reading:
    """Parse evidence and rows, and say what code can say of one submission alone."""
    evidence = parse_output(submission, "evidence.json", Evidence)
    rows = parse_output(submission, "rows.json", Candidate)
    if evidence.body is None or rows.body is None:
        return Reading((), (*evidence.findings, *rows.findings))
    scripts = collected(submission.scripts)
    findings = structure.check_submission(
        evidence.body,
        rows.body,
        scripts=scripts,
        factorization=settled.factorization,
        budget=settled.budget,
        context=settled.context,
        earlier=earlier and structure.Submitted(earlier.evidence.body, earlier.rows.body),
    )
    bodies: tuple[Contract, ...] = (evidence.body, rows.body, scripts)
    return Reading(bodies, findings)


def collected(scripts: Mapping[str, str]) -> Scripts:
    """Scripts by name as a body, sorted, each with its hash."""
    return Scripts(
        scripts=tuple(
            Script(name=name, sha256=sha256_of(text.encode()), text=text)
            for name, text in sorted(scripts.items())
        )
    )


def draft_validator(
    deps: Deps, given: Settled, assignment: Assignment, earlier: Submitted | None
) -> ValidateDraft:
    """The host side of `validate_draft`: what a submission after `earlier` would be told.

    Scripts that ran for an earlier draft of the activation are not run again on the same inputs.
    """
    remembered: Remembered = {}

    async def run(files: Mapping[str, bytes], scripts: Mapping[str, str]) -> str:
        settled = await _with_pages(deps, given, assignment)
        submission = Submission(files=files, scripts=scripts, turns_used=0)
        reading = read_candidate(settled, submission, earlier)
        match reading.bodies:
            case (Evidence() as evidence, Candidate() as rows, Scripts() as collected_scripts):
                pass
            case _:
                return draft_report(
                    Validation(verdict="findings", findings=reading.findings, questions=())
                )
        clean = bench(deps, "draft", assignment.attempt, remembered)
        reproduction = await clean.reproduce(evidence, collected_scripts, settled.question)
        found = validate(
            validation_input(settled, (evidence, rows, collected_scripts), reproduction)
        )
        findings = tuple(dict.fromkeys((*reading.findings, *found.findings)))
        whole = found.model_copy(update={"findings": findings, "verdict": verdict_of(findings)})
        return draft_report(whole)

    return run


async def _with_pages(deps: Deps, settled: Settled, assignment: Assignment) -> Settled:
    """What is settled, over a corpus with the pages that the activation was shown so far."""
    pages = await found_items(deps, assignment)
    if not pages:
        return settled
    corpus = grown(settled.question.loaded.corpus, pages)
    loaded = await asyncio.to_thread(restore_corpus, corpus, deps.services.snapshots)
    question = settled.question
    frames = question.frames | {fingerprint(question.loaded.corpus)}
    return replace(settled, question=replace(question, loaded=loaded, frames=frames))
