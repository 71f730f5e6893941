"""Accept: every condition looked at once more, and the rubric put together."""

from typing import Literal

from contracts.audit import TraceAudit
from contracts.composition import Composition
from contracts.confirmation import Confirmation
from contracts.contract import parse_contract
from contracts.counters import Counters
from contracts.escalation import Reason
from contracts.finding import GateReport
from contracts.lock import Lock
from contracts.match import Match
from contracts.request import RunRequest
from contracts.rubric import Rubric
from gates.acceptance import AcceptanceInput, check_acceptance
from gates.audit import audit_trace
from gates.context import check_context
from gates.factorization import check_factorization
from gates.sign_off import SignOffInput, check_sign_offs, signatures
from gates.verdict import gate_report
from gates.waiver import waive_confirmation, waive_report, waive_review
from orchestrator.activation import activation_of, context_input
from orchestrator.composed import Passed, read_passed
from orchestrator.deps import Deps
from orchestrator.lock import check_lock, find_all
from orchestrator.proposal import Judged, put_together
from orchestrator.reader import read
from orchestrator.recovery import read_newest, signed_in_force
from orchestrator.stage import Blocked, Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from orchestrator.trace import read_trace
from records.runs import RunStatus


async def accept(state: RunState, deps: Deps) -> Update:
    """Verify journal and lock, audit the trace, check every gate, assemble.

    Raises:
        CorruptRun: journal and files disagree.
        LockChanged: the configuration is not that of the run's start.
    """
    counters = counters_of(state)
    passed = await read_passed(deps, counters)
    composition = await read(deps, Composition, "compose", attempt=counters.attempt)
    report = await read(deps, GateReport, "gates", attempt=counters.attempt)
    confirmation = await read(deps, Confirmation, "confirm", attempt=counters.attempt)
    configuration = passed.settled.question.configuration
    own = (composition.fingerprint, report.fingerprint, confirmation.fingerprint)
    step = Step("accept", counters.attempt, 1, (*configuration, *passed.fingerprints, *own))

    async def make() -> Outcome:
        await deps.services.journal.verify(deps.run, deps.paths)
        await _check_lock(deps, counters.attempt)
        audit = await _audit(deps, passed, composition.body, counters)
        early = await _early_gates(deps, passed, counters)
        asked, signed = _asked(passed), signed_in_force(passed.recoveries)
        given = AcceptanceInput(
            validation=passed.validation.body,
            review_check=waive_review(passed.check.body, passed.waived),
            gates=(*early, waive_report(report.body, passed.waived)),
            confirmation=waive_confirmation(confirmation.body, passed.waived),
            audit=audit,
        )
        verdict = check_acceptance(given)
        blocked = _blocked(audit, verdict, check_sign_offs(asked, signed))
        if blocked is not None:
            return Outcome("blocked", (audit, verdict), counters, blocked=blocked)
        judged = Judged(passed, composition.body, report.body, audit)
        rubric = await put_together(deps, judged, counters, signatures(asked, signed))
        bodies = (audit, verdict, rubric)
        return Outcome("accepted", bodies, counters, accepted=_word(rubric))

    return await run_stage(deps, step, make)


def _word(rubric: Rubric) -> Literal[RunStatus.ACCEPTED, RunStatus.ACCEPTED_WITH_WAIVER]:
    return RunStatus.ACCEPTED_WITH_WAIVER if rubric.waivers else RunStatus.ACCEPTED


async def _check_lock(deps: Deps, attempt: int) -> None:
    services = deps.services
    request = parse_contract(services.blobs.get(deps.request_sha256), RunRequest)
    lock = await read_newest(deps, Lock, attempt)
    now = find_all(request.profile, services.cast.names(), request.guards, web=request.web)
    check_lock(lock.body, now, run=deps.run)


async def _early_gates(
    deps: Deps, passed: Passed, counters: Counters
) -> tuple[GateReport, GateReport]:
    """The gates of factorization and context once more, on journaled bytes."""
    settled = passed.settled
    question = settled.question
    match = await read(deps, Match, "match", attempt=counters.attempt)
    active = activation_of(question, settled.factorization)
    given = context_input(question, settled.factorization, match.body, active, settled.context)
    return (
        gate_report("factorization", check_factorization(question.query, settled.factorization)),
        gate_report("context", check_context(given)),
    )


def _blocked(audit: TraceAudit, verdict: GateReport, signing: GateReport) -> Blocked | None:
    """Nobody is asked to sign what does not pass: what is left to sign comes after all else."""
    if verdict.verdict != "passed":
        return Blocked(Reason.ACCEPTANCE_FAILED, (*verdict.findings, *audit.findings))
    if signing.verdict != "passed":
        return Blocked(Reason.SIGNATURE_NEEDED, signing.findings)
    return None


def _asked(passed: Passed) -> SignOffInput:
    settled = passed.settled
    return SignOffInput(
        profile=settled.question.locked.profile,
        context=settled.context,
        evidence=passed.submitted.evidence.body,
        validation=passed.validation.body,
    )


async def _audit(
    deps: Deps, passed: Passed, composition: Composition, counters: Counters
) -> TraceAudit:
    submitted = passed.submitted
    files = (submitted.evidence.body, submitted.rows.body, submitted.scripts.body, composition)
    corpus = passed.settled.question.loaded.corpus
    trace = await read_trace(deps, passed.settled, corpus, attempt=counters.attempt, files=files)
    return audit_trace(trace)
