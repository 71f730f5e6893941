"""Items that are no run's: kept beside those of runs, claimed alike, ruled on in own words."""

import pytest
from sqlalchemy import insert, update
from sqlalchemy.exc import IntegrityError

from contracts.errors import CorruptRun, InputError, ItemHeld
from contracts.escalation import ItemKind
from contracts.matter import MatterKind, RulingKind, legal_rulings
from escalations.audit_chain import AuditChain
from escalations.audit_verify import verify
from escalations.invariant import check_blocked_iff_open
from escalations.item import item_in, items
from escalations.rulings import rule, ruling_in_force, rulings_on
from records.database import Database
from records.tables import DECISION, ESCALATION
from tests.escalations.material import MINUTE, claimed, matter, put, put_matter, ruling, waiting
from tests.records.material import NOON, RUN

BANK, PAIR, DISPUTE = ItemKind.BANK_GATE, ItemKind.AB_REVIEW, ItemKind.SCORER_DISPUTE
RULED: list[tuple[MatterKind, RulingKind]] = [
    (BANK, RulingKind.ADMIT),
    (BANK, RulingKind.REJECT),
    (PAIR, RulingKind.PREFER_A),
    (PAIR, RulingKind.PREFER_B),
    (PAIR, RulingKind.TIE),
    (PAIR, RulingKind.NEITHER),
    (DISPUTE, RulingKind.PASS),
    (DISPUTE, RulingKind.FAIL),
]


async def test_matters_stand_in_the_queue_beside_items_of_runs(db: Database) -> None:
    of_a_run = await put(db, waiting())
    asked = [await put_matter(db, matter(kind, kind.value)) for kind in (PAIR, BANK, DISPUTE)]
    async with db.reading() as reading:
        found = await items(reading, only_open=True)
        assert await item_in(reading, "bank_gate") == matter(BANK, "bank_gate")
    assert sorted(item.id for item in found) == sorted(item.id for item in (of_a_run, *asked))
    await check_blocked_iff_open(db)


@pytest.mark.parametrize(("kind", "word"), RULED)
async def test_a_matter_is_ruled_on_once_in_the_words_of_its_kind(
    db: Database, audit: AuditChain, kind: MatterKind, word: RulingKind
) -> None:
    asked = await put_matter(db, matter(kind))
    made = ruling(asked, word)
    await rule(db, audit, made, (await claimed(db, asked.id)).token, NOON)
    assert await ruling_in_force(db, asked.id) == made
    async with db.reading() as reading:
        assert (await item_in(reading, asked.id)).state == "decided"
    with pytest.raises(InputError, match="only an open one can be claimed or decided"):
        await claimed(db, asked.id)
    assert (await verify(db, audit)).faults == ()


def test_every_ruling_is_legal_somewhere() -> None:
    assert {(kind, word) for kind, word in RULED} == {
        (kind, word)
        for kind in (BANK, PAIR, DISPUTE)
        for word in legal_rulings(matter(kind))
        if word is not RulingKind.RETURN
    }


async def test_a_returned_matter_waits_on_and_is_ruled_on_by_another(
    db: Database, audit: AuditChain
) -> None:
    asked = await put_matter(db, matter())
    back, then = ruling(asked, RulingKind.RETURN), ruling(asked, RulingKind.ADMIT, n=2, by="grace")
    await rule(db, audit, back, (await claimed(db, asked.id)).token, NOON)
    assert await ruling_in_force(db, asked.id) is None
    held = await claimed(db, asked.id, holder="grace")
    await rule(db, audit, then, held.token, NOON)
    assert await rulings_on(db, asked.id) == (back, then)


async def test_a_changed_ruling_is_found(db: Database, audit: AuditChain) -> None:
    asked = await put_matter(db, matter())
    made = ruling(asked, RulingKind.ADMIT)
    await rule(db, audit, made, (await claimed(db, asked.id)).token, NOON)
    async with db.unit() as uow:
        await uow.execute(update(DECISION).values(body=DECISION.c.body + " "))
    assert (await verify(db, audit)).faults == (
        f"decision {made.id}: is not the one that was decided",
    )


async def test_an_id_is_taken_once(db: Database) -> None:
    await put_matter(db, matter())
    with pytest.raises(CorruptRun, match="already"):
        await put_matter(db, matter(PAIR))


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "escalation", "run": None},
        {"kind": "escalation", "subject": "build-7"},
        {"kind": "bank_gate"},
        {"kind": "bank_gate", "run": None, "attempt": None, "stage": None, "reason": None},
    ],
)
async def test_the_database_keeps_the_kinds_apart(
    db: Database, wrong: dict[str, str | None]
) -> None:
    whole = {
        **{"id": "i", "run": RUN, "attempt": 1, "stage": "write", "reason": "deadline"},
        **{"findings": "{}", "state": "open", "opened": NOON},
    }
    with pytest.raises(IntegrityError, match="ck_escalation_one_kind"):
        async with db.unit() as uow:
            await uow.execute(insert(ESCALATION).values({**whole, **wrong}))


async def test_the_same_ruling_sent_twice_is_made_once(db: Database, audit: AuditChain) -> None:
    asked = await put_matter(db, matter())
    held = await claimed(db, asked.id)
    with pytest.raises(ItemHeld, match="claim 1 of item 'matter-1' is ada's, not grace's"):
        await rule(db, audit, ruling(asked, RulingKind.ADMIT, by="grace"), held.token, NOON)
    made = ruling(asked, RulingKind.ADMIT)
    first = await rule(db, audit, made, held.token, NOON)
    later = made.model_copy(update={"at": NOON + MINUTE})
    assert await rule(db, audit, later, held.token, NOON + MINUTE) == first
    with pytest.raises(InputError, match="is decided"):
        await rule(db, audit, ruling(asked, RulingKind.REJECT), held.token, NOON)
    assert await rulings_on(db, asked.id) == (made,)
