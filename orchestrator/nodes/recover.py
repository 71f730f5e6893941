"""Recover: a human's decision is taken up, once, and opens a new attempt."""

from contracts.contract import Contract, fingerprint, parse_contract
from contracts.decision import Decision, DecisionKind
from contracts.lock import Lock
from contracts.recovery import Guidance
from contracts.source import Corpus
from orchestrator.deps import Deps
from orchestrator.lock import changed_items
from orchestrator.pending import pending_decision
from orchestrator.recovery import Beginning, beginning, first_affected, opened, read_newest
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def recover(state: RunState, deps: Deps) -> Update:
    """Write down the decision, what it gives, and the node at which the attempt begins.

    Raises:
        CorruptRun: the run has no decision to go on with, or it was taken up before.
    """
    before = counters_of(state)
    item, decision = await pending_decision(deps, state["row_sha"])
    step = Step("recover", before.attempt + 1, 1, (fingerprint(decision),))

    async def make() -> Outcome:
        codes = {found.code for found in item.findings}
        begins = beginning(item.stage, codes, decision)
        bodies: list[Contract] = [
            decision,
            Guidance(
                text=decision.guidance,
                findings=item.findings,
                source_ids=tuple(source.card.id for source in decision.sources),
            ),
        ]
        if decision.sources:
            corpus = await read_newest(deps, Corpus, before.attempt)
            bodies.append(corpus.body.with_sources(decision.sources))
        if decision.kind is DecisionKind.RELOCK:
            lock, begins = await _relocked(deps, decision, before.attempt, begins)
            bodies.append(lock)
        return Outcome(
            verdict=begins.value,
            bodies=tuple(bodies),
            counters=opened(before, begins, decision),
            producer="human",
            decision=decision,
        )

    return await run_stage(deps, step, make)


async def _relocked(
    deps: Deps, decision: Decision, attempt: int, otherwise: Beginning
) -> tuple[Lock, Beginning]:
    before = await read_newest(deps, Lock, attempt)
    lock = parse_contract(deps.services.blobs.get(decision.lock or ""), Lock)
    return lock, first_affected(changed_items(before.body, lock), otherwise)
