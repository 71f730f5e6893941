"""Items of the human queue: opened in the transaction that blocks the run, read by its id."""

from sqlalchemy import insert, select

from contracts.contract import Contract, canonical, parse_contract
from contracts.errors import CorruptRun
from contracts.escalation import Escalation, Reason
from contracts.finding import Finding
from contracts.ids import RunId
from records.database import Database
from records.runs import RunStatus, set_status
from records.tables import ESCALATION
from records.unit_of_work import UnitOfWork


class _Findings(Contract):
    """How the findings of an item stand in its row."""

    findings: tuple[Finding, ...]


_OPEN = ESCALATION.c.state == "open"


async def open_item(uow: UnitOfWork, escalation: Escalation) -> None:
    """Put an item into the queue and block its run, in the caller's transaction.

    Raises:
        InputError: there is no such run.
        CorruptRun: the run has an open item already, has ended, or the item is not an open one.
    """
    if escalation.state != "open":
        msg = f"escalation {escalation.id!r} is {escalation.state}; only an open one can be put in"
        raise CorruptRun(msg)
    await set_status(uow, escalation.run, RunStatus.BLOCKED)
    there = await uow.first(
        select(ESCALATION.c.id).where(
            ((ESCALATION.c.run == escalation.run) & _OPEN) | (ESCALATION.c.id == escalation.id)
        )
    )
    if there is not None:
        msg = f"run {escalation.run!r} waits for {there['id']!r} already; decide that one first"
        raise CorruptRun(msg)
    findings = canonical(_Findings(findings=escalation.findings)).decode()
    columns = escalation.model_dump(exclude={"findings"})
    await uow.execute(insert(ESCALATION).values(**columns, findings=findings))


async def open_item_of(db: Database, run: RunId) -> Escalation | None:
    """Read the item that a run waits for, or None when it waits for none."""
    async with db.reading() as reading:
        row = await reading.first(select(ESCALATION).where(ESCALATION.c.run == run, _OPEN))
    if row is None:
        return None
    findings = parse_contract(row["findings"].encode(), _Findings).findings
    return Escalation(
        id=row["id"],
        run=row["run"],
        attempt=row["attempt"],
        stage=row["stage"],
        reason=Reason(row["reason"]),
        findings=findings,
        state=row["state"],
        opened=row["opened"],
    )
