"""The decision that a run was given and has not taken up yet."""

from contracts.decision import Decision
from contracts.errors import CorruptRun
from contracts.escalation import Escalation
from contracts.ids import Sha256
from escalations.decisions import decision_in_force
from escalations.item import read_item
from orchestrator.deps import Deps
from orchestrator.stage import item_id
from records.journal_chain import JournalRow


async def pending_decision(deps: Deps, row_sha: Sha256) -> tuple[Escalation, Decision]:
    """The item that a blocked step opened and the decision on it.

    Raises:
        CorruptRun: there is no such step, or nobody has decided.
    """
    for row in await deps.services.journal.rows(deps.run):
        if row.row_sha == row_sha and row.verdict == "blocked":
            decision = await decision_on(deps, row)
            if decision is not None:
                return await read_item(deps.services.database, _item_of(deps, row)), decision
    msg = f"run {deps.run}: nobody has decided on what blocks it; see `finrubric queue list`"
    raise CorruptRun(msg)


async def decision_on(deps: Deps, row: JournalRow) -> Decision | None:
    """The decision on the item that a blocked step opened, if somebody has decided."""
    return await decision_in_force(deps.services.database, _item_of(deps, row))


def _item_of(deps: Deps, row: JournalRow) -> str:
    return item_id(deps.run, attempt=row.attempt, stage=row.stage, n=row.n)
