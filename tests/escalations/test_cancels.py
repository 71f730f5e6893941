"""A request to end a run and its row in the audit chain stand or fall together."""

from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select

from contracts.errors import CorruptRun, InputError
from contracts.run_paths import audit_key_file
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from escalations.cancels import EndAsked, ask_for_end, end_asked
from records.database import Database
from records.requests import cancel_requested
from records.tables import AUDIT, CANCEL_REQUEST
from tests.records.material import NOON, RUN


async def ask(db: Database, audit: AuditChain, run: str = RUN, by: str = "ada") -> None:
    async with db.unit() as uow:
        await ask_for_end(uow, audit, run, by, NOON)


async def told(db: Database) -> list[tuple[str, str, str]]:
    async with db.reading() as reading:
        rows = await reading.rows(select(AUDIT).order_by(AUDIT.c.seq))
    return [(row["actor"], row["action"], row["run"]) for row in rows]


async def test_first_request_is_told_of_once(db: Database, audit: AuditChain) -> None:
    await ask(db, audit)
    await ask(db, audit, by="grace")
    assert await told(db) == [("ada", "cancel_requested", RUN)]
    assert (await verify(db, audit)).faults == ()


async def test_who_asked_is_read_back_with_the_note(db: Database, audit: AuditChain) -> None:
    async with db.unit() as uow:
        assert await end_asked(uow, RUN) is None
        await ask_for_end(uow, audit, RUN, "ada", NOON, note="asked twice")
        await ask_for_end(uow, audit, "run-2", "grace", NOON)
        assert await end_asked(uow, RUN) == EndAsked("ada", NOON, "asked twice")
        assert await end_asked(uow, "run-2") == EndAsked("grace", NOON, "")
    assert (await verify(db, audit)).faults == ()


async def test_a_row_that_cannot_be_read_is_told_of(db: Database, audit: AuditChain) -> None:
    async with db.unit() as uow:
        await uow.execute(
            insert(AUDIT).values(
                **{"seq": 1, "at": NOON, "actor": "eve", "action": "cancel_requested", "run": RUN},
                **{"item": "", "detail": "{", "prev_mac": "0" * 64, "mac": "0" * 64},
            )
        )
        with pytest.raises(CorruptRun, match="row 1 of the audit chain"):
            await end_asked(uow, RUN)


async def test_unknown_run_leaves_no_row(db: Database, audit: AuditChain) -> None:
    with pytest.raises(InputError, match="no run 'nobody'"):
        await ask(db, audit, "nobody")
    assert await told(db) == []


async def test_without_the_key_nothing_is_asked(
    db: Database, audit: AuditChain, tmp_path: Path
) -> None:
    await ask(db, audit, "run-2")
    audit_key_file(tmp_path).unlink()
    with pytest.raises(CorruptRun):
        await ask(db, audit)
    async with db.reading() as reading:
        assert not await cancel_requested(reading, RUN)


async def test_request_and_chain_must_agree(db: Database, audit: AuditChain) -> None:
    await ask(db, audit)
    async with db.unit() as uow:
        await uow.execute(delete(CANCEL_REQUEST))
        await uow.execute(insert(CANCEL_REQUEST).values(run="run-2", by="eve", at=NOON))
    assert (await verify(db, audit)).faults == (
        "end of run run-2: was asked for, but the chain does not tell of it",
        f"end of run {RUN}: the chain tells of it, but its row is gone",
    )
