"""Freeze the budget: 100 points over the obligations, by code, before any research."""

from contracts.budget import Budget
from contracts.escalation import Reason
from contracts.factorization import Factorization
from gates.budget import freeze
from orchestrator.deps import Deps
from orchestrator.locked import read_locked
from orchestrator.reader import read
from orchestrator.stage import Blocked, Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def freeze_budget(state: RunState, deps: Deps) -> Update:
    """Split the points in query order; more obligations than the limit block the run."""
    locked = await read_locked(deps, state["attempt"])
    factorization = await read(deps, Factorization, "factorize", attempt=state["attempt"])
    step = Step("budget", state["attempt"], 1, (factorization.fingerprint, locked.lock_sha256))

    async def make() -> Outcome:
        frozen = freeze(factorization.body, step=locked.profile.point_step)
        counters = counters_of(state)
        if isinstance(frozen, Budget):
            return Outcome(verdict="done", bodies=(frozen,), counters=counters)
        blocked = Blocked(Reason.BUDGET_BLOCKER, (frozen,))
        return Outcome(verdict="blocked", bodies=(), counters=counters, blocked=blocked)

    return await run_stage(deps, step, make)
