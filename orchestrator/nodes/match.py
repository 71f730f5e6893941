"""Match: code shortlists the bank tasks nearest to the signature."""

from contracts.factorization import Factorization
from contracts.match import Match
from orchestrator.deps import Deps
from orchestrator.locked import read_locked
from orchestrator.reader import read
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of
from task_bank.retrieval import Bm25

SHORTLIST = 5
"""Tasks offered for rating."""


async def match(state: RunState, deps: Deps) -> Update:
    """Rank the locked bank by the signature's words and features."""
    locked = await read_locked(deps, state["attempt"])
    factorization = await read(deps, Factorization, "factorize", attempt=state["attempt"])
    step = Step("match", state["attempt"], 1, (factorization.fingerprint, locked.lock_sha256))

    async def make() -> Outcome:
        signature = factorization.body.signature
        retriever = Bm25()
        shortlist = retriever.rank(
            signature.statement, signature.features, locked.tasks, limit=SHORTLIST
        )
        body = Match(
            retriever=retriever.name,
            bank_sha256=locked.bank_sha256,
            shortlist=shortlist,
        )
        return Outcome(verdict="done", bodies=(body,), counters=counters_of(state))

    return await run_stage(deps, step, make)
