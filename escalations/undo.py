"""Undoing a decision: for half a minute, by who made it, and only while no runner obeys it.

A runner that looks for work leaves a decision alone until then. Whoever types `runs resume` does
not want to wait, and gives that time up.
"""

from datetime import datetime, timedelta

from sqlalchemy import RowMapping, select

from contracts.decision import Decision, DecisionKind
from contracts.draft import DecisionDraft, DraftFile
from contracts.errors import CorruptRun, InputError
from escalations.audit_chain import AuditChain
from escalations.claims import LEASE, Claim, given_to
from escalations.decisions import decision_of_row, void
from escalations.drafts import put_draft
from escalations.opinions import agree, opinions_behind
from records.database import Database
from records.files import Blobs
from records.lease import is_held
from records.tables import CLAIM, DECISION
from records.unit_of_work import Reading, UnitOfWork

UNDO_FOR = timedelta(seconds=30)
"""How long a decision can be undone."""
UNDONE = "undone by who decided"
"""Why such a decision was voided, as its row and the chain say."""


def undo_until(made: datetime) -> datetime:
    """Until when a decision that was made at an instant can be undone."""
    return made + UNDO_FOR


def is_consumable(made: datetime, at: datetime) -> bool:
    """Whether a runner that looks for work may obey a decision now."""
    return at >= undo_until(made)


async def undo(
    db: Database, audit: AuditChain, blobs: Blobs, decision_id: str, *, by: str, at: datetime
) -> Claim:
    """Take a decision back: its item is open again, held by the same person, with their draft.

    Sources that came with it are kept by hash, but have to be given again.

    Raises:
        InputError: there is no such decision, or it cannot be undone (any more); says since when.
        CorruptRun: the audit chain cannot be added to, or a kept file was changed.
    """
    async with db.unit() as uow:
        row = await uow.first(select(DECISION).where(DECISION.c.id == decision_id))
        if row is None or row["run"] is None:
            raise InputError(f"there is no decision {decision_id!r} on a run to be undone")
        await _require_undoable(uow, row, by, at)
        decision = decision_of_row(row)
        await void(uow, audit, decision_id, UNDONE, at, by=by)
        mine = await _own_words(uow, decision, by)
        await put_draft(uow, mine.item, author=by, draft=draft_from(mine, blobs), at=at)
        return await _claim_again(uow, mine.item, by, at)


def draft_from(decision: Decision, blobs: Blobs) -> DecisionDraft:
    """The form that a decision was made with, apart from sources.

    Raises:
        CorruptRun: a kept file is missing or changed.
    """
    return DecisionDraft(
        kind=decision.kind.value,
        reason=decision.reason.value,
        note=decision.note,
        guidance=decision.guidance,
        findings=tuple(f"{found.code}@{found.pointer}" for found in decision.waived),
        files=tuple(
            DraftFile(name=file.name, text=blobs.get(file.sha256).decode())
            for file in decision.files
        ),
    )


async def _require_undoable(uow: UnitOfWork, row: RowMapping, by: str, at: datetime) -> None:
    name = row["id"]
    if row["voided"] is not None:
        raise InputError(f"decision {name!r} was taken back at {_moment(row['voided'])} already")
    if row["kind"] in (DecisionKind.REJECT.value, DecisionKind.RETURN.value):
        msg = f"decision {name!r}: a {row['kind']} took effect at {_moment(row['at'])}, at once"
        raise InputError(msg)
    if row["consumed"] is not None:
        msg = f"decision {name!r} took effect at {_moment(row['consumed'])}; it cannot be undone"
        raise InputError(msg)
    own = await deciders(uow, decision_of_row(row))
    if by not in own:
        msg = f"decision {name!r} is of {' and '.join(own)}; nobody else undoes it"
        raise InputError(msg)
    if is_consumable(row["at"], at):
        msg = f"decision {name!r} is final since {_moment(undo_until(row['at']))}"
        raise InputError(f"{msg}, {UNDO_FOR.seconds} seconds after it was made")
    if await is_held(uow, row["run"], at):
        msg = f"decision {name!r}: run {row['run']!r} goes on from it already; it cannot be undone"
        raise InputError(msg)


async def deciders(reading: Reading, decision: Decision) -> tuple[str, ...]:
    """Whose decision it is: one person's, or of both whose opinions agreed."""
    agreed = [one.by for one in await _opinions(reading, decision) if agree(one, decision)]
    return tuple(agreed) if decision.by in agreed else (decision.by,)


async def _own_words(reading: Reading, decision: Decision, by: str) -> Decision:
    if by == decision.by:
        return decision
    said = {one.by: one for one in await _opinions(reading, decision)}
    return said.get(by, decision)


async def _opinions(reading: Reading, decision: Decision) -> tuple[Decision, ...]:
    return tuple(one.decision for one in await opinions_behind(reading, decision))


async def _claim_again(uow: UnitOfWork, item: str, by: str, at: datetime) -> Claim:
    expires = at + LEASE
    row = await uow.first(given_to(by, CLAIM.c.item == item, expires=expires))
    if row is None:
        raise CorruptRun(f"item {item!r} has no row to be claimed by; restore the database")
    return Claim(item, by, row["token"], expires)


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
