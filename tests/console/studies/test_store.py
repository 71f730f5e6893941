"""A study is made once, is blind until it is revealed, and is revealed once."""

import json

import pytest
from sqlalchemy import select

from console.studies.export import exported
from console.studies.refusals import NotThere, StillHidden
from console.studies.store import create_study, progress_of, reveal, studies, study_in
from console.studies.verdicts import give_verdict, items_of
from contracts.errors import InputError
from contracts.study import PairVerdict
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from records.database import Database
from records.tables import AUDIT
from tests.console.studies.material import REVIEWERS, pairs_of, plan
from tests.contracts.studies import AT, example_verdict


async def made(db: Database, audit: AuditChain) -> None:
    await create_study(db, audit, plan(), pairs_of(2))


async def judge_all(db: Database, verdict: PairVerdict) -> None:
    for name in REVIEWERS:
        async with db.reading() as reading:
            items = await items_of(reading, "winter", name)
        for item in items:
            await give_verdict(db, "winter", item.id, verdict, by=name, at=AT)


async def test_a_study_is_kept_with_its_draw(db: Database, audit: AuditChain) -> None:
    await made(db, audit)
    async with db.reading() as reading:
        (found,) = await studies(reading)
        progress = await progress_of(reading, "winter")
        items = [one for name in REVIEWERS for one in await items_of(reading, "winter", name)]
    assert found.plan == plan()
    assert (found.given, found.planned, found.is_complete) == (0, 6, False)
    assert [(one.reviewer, one.given, one.planned) for one in progress] == [
        (name, 0, 2) for name in REVIEWERS
    ]
    assert len({one.id for one in items}) == 6
    assert len({one.pair for one in items}) == 2


async def test_a_name_is_given_once(db: Database, audit: AuditChain) -> None:
    await made(db, audit)
    with pytest.raises(InputError, match="'winter' is there already"):
        await made(db, audit)


async def test_an_unknown_study_is_not_there(db: Database) -> None:
    async with db.reading() as reading:
        with pytest.raises(NotThere, match="no study 'winter'"):
            _ = await study_in(reading, "winter")


@pytest.mark.parametrize("reason", ["", " " * 20, "too short"])
async def test_an_early_end_needs_a_reason(db: Database, audit: AuditChain, reason: str) -> None:
    await made(db, audit)
    with pytest.raises(InputError, match="0 of 6 verdicts: to close it early"):
        await reveal(db, audit, "winter", by="Lea", reason=reason, at=AT)
    async with db.reading() as reading:
        with pytest.raises(StillHidden, match="0 of 6 verdicts are in"):
            _ = await exported(reading, "winter")


async def test_a_reveal_stands_in_the_audit_chain_with_its_reason(
    db: Database, audit: AuditChain
) -> None:
    await made(db, audit)
    await reveal(db, audit, "winter", by="Lea", reason="Ben left the team", at=AT)
    async with db.reading() as reading:
        found = await study_in(reading, "winter")
        rows = await reading.rows(select(AUDIT).order_by(AUDIT.c.seq))
    assert (found.revealed, found.revealed_by, found.reason) == (AT, "Lea", "Ben left the team")
    assert [row["action"] for row in rows] == ["study_created", "study_revealed"]
    assert json.loads(rows[1]["detail"]) == {
        "given": "0",
        "planned": "6",
        "reason": "Ben left the team",
        "study": "winter",
    }
    assert (await verify(db, audit)).faults == ()
    with pytest.raises(InputError, match="revealed already, by Lea"):
        await reveal(db, audit, "winter", by="Max", reason="once more, please", at=AT)


async def test_a_complete_study_needs_no_reason(db: Database, audit: AuditChain) -> None:
    await made(db, audit)
    await judge_all(db, example_verdict())
    await reveal(db, audit, "winter", by="Lea", reason="said all the same", at=AT)
    async with db.reading() as reading:
        found = await study_in(reading, "winter")
        export = await exported(reading, "winter")
    assert (found.is_complete, found.reason) == (True, "")
    assert len(export.verdicts) == export.planned == 6


async def test_a_revealed_study_takes_no_verdict(db: Database, audit: AuditChain) -> None:
    await made(db, audit)
    await reveal(db, audit, "winter", by="Lea", reason="Ben left the team", at=AT)
    with pytest.raises(InputError, match="revealed; no further verdict counts"):
        await judge_all(db, example_verdict())
