"""The audit chain as a page and as lines: newest first, by run, item, person or action."""

import json
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, RowMapping, func, select, true

from contracts.contract import Json
from records.column_types import instant_text
from records.database import Database
from records.tables import AUDIT
from records.unit_of_work import Reading

PER_PAGE = 50
_AT_ONCE = 500
_COLUMNS = ("actor", "action", "run", "item", "detail", "prev_mac", "mac")


class AuditFilter(NamedTuple):
    """What is asked for in the address of the page; empty words ask for all."""

    run: str = ""
    item: str = ""
    actor: str = ""
    action: str = ""
    before: int = 0
    """Only rows below this number; 0 for the newest."""

    def query(self) -> dict[str, str]:
        """The filter as parts of an address, without the page."""
        words = {"run": self.run, "item": self.item, "actor": self.actor, "action": self.action}
        return {name: word for name, word in words.items() if word}


@dataclass(frozen=True, slots=True)
class AuditRow:
    """One row of the chain."""

    seq: int
    at: datetime
    actor: str
    action: str
    run: str
    item: str
    detail: tuple[tuple[str, str], ...]
    mac: str


@dataclass(frozen=True, slots=True)
class AuditFound:
    """One page of the chain."""

    rows: tuple[AuditRow, ...]
    total: int
    """Rows that fit the filter, of all pages."""
    older: int
    """What `before` is for the next page; 0 where there is none."""
    actors: tuple[str, ...]
    actions: tuple[str, ...]


async def find_audit(db: Database, chosen: AuditFilter) -> AuditFound:
    """Read one page of the chain."""
    async with db.reading() as reading:
        counted = (
            select(func.count().label("n")).select_from(AUDIT).where(_fits(chosen, page=False))
        )
        total = await reading.first(counted)
        newest = select(AUDIT).where(_fits(chosen, page=True)).order_by(AUDIT.c.seq.desc())
        found = await reading.rows(newest.limit(PER_PAGE + 1))
        actors = await _words(reading, AUDIT.c.actor)
        actions = await _words(reading, AUDIT.c.action)
    shown = found[:PER_PAGE]
    return AuditFound(
        rows=tuple(_row(row) for row in shown),
        total=total["n"] if total else 0,
        older=shown[-1]["seq"] if len(found) > PER_PAGE else 0,
        actors=actors,
        actions=actions,
    )


async def audit_lines(db: Database, chosen: AuditFilter) -> AsyncGenerator[bytes]:
    """Every row that fits, oldest first, as a line of JSON with its MACs."""
    after = 0
    while True:
        condition = _fits(chosen, page=False) & (AUDIT.c.seq > after)
        async with db.reading() as reading:
            ordered = select(AUDIT).where(condition).order_by(AUDIT.c.seq).limit(_AT_ONCE)
            rows = await reading.rows(ordered)
        if not rows:
            return
        after = rows[-1]["seq"]
        yield b"".join(_line(row) for row in rows)


def _fits(chosen: AuditFilter, *, page: bool) -> ColumnElement[bool]:
    condition: ColumnElement[bool] = true()
    for column, word in (
        (AUDIT.c.run, chosen.run),
        (AUDIT.c.item, chosen.item),
        (AUDIT.c.actor, chosen.actor),
        (AUDIT.c.action, chosen.action),
    ):
        if word:
            condition &= column == word
    return condition & (AUDIT.c.seq < chosen.before) if page and chosen.before else condition


async def _words(reading: Reading, column: ColumnElement[str]) -> tuple[str, ...]:
    rows = await reading.rows(select(column.label("word")).distinct().order_by("word"))
    return tuple(row["word"] for row in rows)


def _row(row: RowMapping) -> AuditRow:
    return AuditRow(
        seq=row["seq"],
        at=row["at"],
        actor=row["actor"],
        action=row["action"],
        run=row["run"],
        item=row["item"],
        detail=_detail(row["detail"]),
        mac=row["mac"],
    )


def _detail(text: str) -> tuple[tuple[str, str], ...]:
    """Names and values; a row that somebody changed may hold anything, and is shown as it is."""
    try:
        found: Json = json.loads(text)
    except json.JSONDecodeError:
        return (("unreadable", text),)
    if not isinstance(found, dict):
        return (("unreadable", text),)
    return tuple(
        (name, value if isinstance(value, str) else str(value)) for name, value in found.items()
    )


def _line(row: RowMapping) -> bytes:
    document: dict[str, Json] = {"seq": row["seq"], "at": instant_text(row["at"])}
    document |= {name: row[name] for name in _COLUMNS}
    return json.dumps(document, ensure_ascii=False).encode("utf-8", "replace") + b"\n"
