"""Lock: question, sources and configuration are fixed by hash before anything else."""

from contracts.contract import fingerprint, parse_contract
from contracts.request import RunRequest
from orchestrator.deps import Deps
from orchestrator.lock import find_all, lock_of
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.state import RunState, Update, counters_of


async def lock(state: RunState, deps: Deps) -> Update:
    """Keep query, corpus index and all locked bytes; write their files."""
    services = deps.services
    request = parse_contract(services.blobs.get(deps.request_sha256), RunRequest)
    step = Step("lock", state["attempt"], 1, (fingerprint(request),))

    async def make() -> Outcome:
        found = find_all(request.profile, services.cast.names(), request.guards, web=request.web)
        for item in found:
            if item.data is not None:
                services.blobs.put(item.data)
        bodies = (request.query, request.corpus, lock_of(found))
        return Outcome(verdict="done", bodies=bodies, counters=counters_of(state))

    return await run_stage(deps, step, make)
