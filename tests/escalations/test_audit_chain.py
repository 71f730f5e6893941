from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import get_ident

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from contracts.errors import CorruptRun, InputError
from contracts.run_paths import audit_key_file
from escalations.audit_chain import Anchor, AuditAction, AuditChain, AuditEntry
from escalations.audit_key import AuditKey
from escalations.audit_verify import verify
from escalations.decisions import decide
from records.database import Database
from records.tables import AUDIT
from tests.escalations.material import MINUTE, claimed, decision, put, waiting
from tests.records.material import NOON, RUN

KEY = "0123456789abcdef" * 4


def entry(number: int) -> AuditEntry:
    return AuditEntry(
        at=NOON,
        actor="ada",
        action=AuditAction.DECIDED,
        run=RUN,
        item=f"item-{number}",
        detail={"note": f"number {number}"},
    )


@pytest.fixture
async def chained(db: Database, audit: AuditChain) -> Anchor:
    for number in (1, 2, 3, 4):
        async with db.unit() as uow:
            anchor = await audit.append(uow, entry(number))
    return anchor


GUARDS = {
    "sqlite": ("audit_refuses_update", "audit_refuses_delete"),
    "postgresql": ("audit_refuses_change ON audit",),
}


def kind_of(db: Database) -> str:
    return db._kind.engine.dialect.name


async def tamper(db: Database, *statements: str) -> None:
    async with db.unit() as uow:
        for trigger in GUARDS[kind_of(db)]:
            await uow.execute(text(f"DROP TRIGGER {trigger}"))
        for statement in statements:
            await uow.execute(text(statement))


COPY = "INSERT INTO audit SELECT {}, at, actor, action, run, item, detail, prev_mac, mac FROM audit"
COLUMNS = ("at", "actor", "action", "run", "item", "detail", "prev_mac", "mac")
CHANGES: dict[str, tuple[tuple[str, ...], str]] = {
    **{
        f"{name} of row 2": (
            (f"UPDATE audit SET {name} = 'x' || substr({name}, 2) WHERE seq = 2",),
            "row 2:",
        )
        for name in COLUMNS
    },
    "byte that is no text": (
        ("UPDATE audit SET actor = CAST(x'ff' AS TEXT) WHERE seq = 2",),
        "row 2: was changed",
    ),
    "row deleted": (("DELETE FROM audit WHERE seq = 2",), "row 2: missing"),
    "first row deleted": (("DELETE FROM audit WHERE seq = 1",), "row 1: missing"),
    "two rows deleted": (("DELETE FROM audit WHERE seq IN (2, 3)",), "rows 2 to 3: missing"),
    "rows swapped": (
        (
            "UPDATE audit SET seq = 99 WHERE seq = 2",
            "UPDATE audit SET seq = 2 WHERE seq = 3",
            "UPDATE audit SET seq = 3 WHERE seq = 99",
        ),
        "row 2: was changed",
    ),
    "row inserted": ((COPY.format(5) + " WHERE seq = 2",), "row 5: does not follow row 4"),
    "row put before the first": ((COPY.format(0) + " WHERE seq = 2",), "row 0: stands before"),
}


async def test_whole_chain_holds_and_gives_its_head(
    db: Database, audit: AuditChain, chained: Anchor
) -> None:
    report = await verify(db, audit, chained)
    assert (report.rows, report.head, report.faults) == (4, chained, ())
    assert chained.seq == 4


@pytest.mark.parametrize("change", CHANGES)
async def test_change_is_found_and_its_row_named(
    db: Database, audit: AuditChain, chained: Anchor, change: str
) -> None:
    statements, words = CHANGES[change]
    await tamper(db, *statements)
    assert any(fault.startswith(words) for fault in (await verify(db, audit)).faults)


async def test_only_an_anchor_shows_a_cut_off_end(
    db: Database, audit: AuditChain, chained: Anchor
) -> None:
    await tamper(db, "DELETE FROM audit WHERE seq = 4")
    assert (await verify(db, audit)).faults == ()
    (fault,) = (await verify(db, audit, chained)).faults
    assert fault.startswith("row 4: missing, though the anchor names it")
    async with db.unit() as uow:
        await audit.append(uow, entry(5))
    (fault,) = (await verify(db, audit, chained)).faults
    assert fault == "row 4: is not the row that the anchor names"


@pytest.mark.parametrize("statement", ["UPDATE audit SET actor = 'eve'", "DELETE FROM audit"])
@pytest.mark.usefixtures("chained")
async def test_database_itself_refuses_changes(db: Database, statement: str) -> None:
    with pytest.raises(IntegrityError, match="only added to"):
        async with db.unit() as uow:
            await uow.execute(text(statement))
    async with db.reading() as reading:
        assert len(await reading.rows(select(AUDIT))) == 4


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE decision SET body = replace(body, 'after', 'under')", "is not the one that"),
        ("UPDATE decision SET voided = at", "differ in whether it was voided"),
        ("DELETE FROM decision", "its row is gone"),
    ],
)
async def test_changed_decision_is_found(
    db: Database, audit: AuditChain, statement: str, words: str
) -> None:
    item = await put(db, waiting())
    held = await claimed(db, item.id)
    await decide(db, audit, decision(item), held.token, NOON)
    assert (await verify(db, audit)).faults == ()
    async with db.unit() as uow:
        await uow.execute(text(statement))
    (fault,) = (await verify(db, audit)).faults
    assert fault.startswith("decision run-1-a1-d1: ")
    assert words in fault


def lost(key: Path) -> None:
    key.unlink()


def emptied(key: Path) -> None:
    key.write_bytes(b"")


def replaced(key: Path) -> None:
    key.write_text("f" * 64)


@pytest.mark.parametrize(
    ("harm", "words"),
    [(lost, "is missing"), (emptied, "holds no key"), (replaced, "not made with this key")],
)
@pytest.mark.usefixtures("chained")
async def test_no_fresh_key_takes_the_place_of_a_lost_one(
    db: Database, audit: AuditChain, tmp_path: Path, harm: Callable[[Path], None], words: str
) -> None:
    key = audit_key_file(tmp_path)
    harm(key)
    left = key.read_bytes() if key.exists() else None
    with pytest.raises(CorruptRun, match=words):
        async with db.unit() as uow:
            await audit.append(uow, entry(5))
    assert (key.read_bytes() if key.exists() else None) == left
    async with db.reading() as reading:
        assert len(await reading.rows(select(AUDIT))) == 4


async def test_key_may_come_from_the_environment(db: Database, tmp_path: Path) -> None:
    audit = AuditChain(AuditKey(tmp_path, KEY))
    async with db.unit() as uow:
        await audit.append(uow, entry(1))
    assert not audit_key_file(tmp_path).exists()
    assert (await verify(db, audit)).faults == ()
    other = AuditChain(AuditKey(tmp_path, KEY[::-1]))
    assert (await verify(db, other)).faults == ("row 1: was changed or not made with this key",)


@pytest.mark.parametrize("given", ["", "secret", KEY[:-1], f"{KEY}\n"])
def test_unusable_key_is_refused_and_not_shown(tmp_path: Path, given: str) -> None:
    with pytest.raises(InputError, match="64 to 256 hexadecimal digits") as refused:
        _ = AuditKey(tmp_path, given)
    assert "secret" not in str(refused.value)


async def test_a_clock_set_back_changes_neither_order_nor_seals(
    db: Database, audit: AuditChain
) -> None:
    for number, jump in ((1, 60), (2, -60), (3, 0)):
        async with db.unit() as uow:
            moved = replace(entry(number), at=NOON + jump * MINUTE)
            anchor = await audit.append(uow, moved)
    async with db.reading() as reading:
        rows = await reading.rows(select(AUDIT.c.item).order_by(AUDIT.c.seq))
    assert [row["item"] for row in rows] == ["item-1", "item-2", "item-3"]
    report = await verify(db, audit, anchor)
    assert (report.head, report.rows) == (anchor, 3)
    assert not [fault for fault in report.faults if fault.startswith("row ")]


class _WatchedKey(AuditKey):
    """A key that notes the thread in which it was read."""

    thread: int = 0

    def read(self) -> bytes:
        self.thread = get_ident()
        return super().read()


async def test_a_check_leaves_the_event_loop_to_others(db: Database, tmp_path: Path) -> None:
    key = _WatchedKey(tmp_path, KEY)
    audit = AuditChain(key)
    async with db.unit() as uow:
        _ = await audit.append(uow, entry(1))
    assert (await verify(db, audit)).rows == 1
    assert key.thread not in {0, get_ident()}
