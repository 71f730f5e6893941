"""Checking the audit chain: every row sealed, none missing, and the decisions those it tells of."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import RowMapping, cast, select

from contracts.contract import Json, sha256_of
from escalations.audit_chain import GENESIS, Anchor, AuditAction, AuditChain, is_sealed
from records.column_types import StoredBytes
from records.database import Database
from records.review_tables import COMMENT, OPINION
from records.tables import AUDIT, CANCEL_REQUEST, DECISION
from records.unit_of_work import Reading

_WORD_OF = {AuditAction.OPINION_GIVEN.value: "opinion", AuditAction.COMMENTED.value: "comment"}
"""What a row of the chain names by its hash."""
_WORDS = ("at", "actor", "action", "run", "item", "detail", "prev_mac", "mac")

# Bytes, since a changed row may hold what is neither text nor an instant.
_RAW = select(
    AUDIT.c.seq, *(cast(AUDIT.c[name], StoredBytes).label(name) for name in _WORDS)
).order_by(AUDIT.c.seq)


class _Said(NamedTuple):
    """Something a person wrote on an item, by its hash."""

    what: str
    item: str
    sha256: str


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What a check of the chain found."""

    rows: int
    head: Anchor | None
    faults: tuple[str, ...]
    """Each names a row of the chain or a decision; empty when all holds."""


async def verify(db: Database, audit: AuditChain, anchor: Anchor | None = None) -> AuditReport:
    """Check the chain from its first row; only an anchor kept elsewhere shows a cut-off end.

    Raises:
        CorruptRun: there are rows and no key.
    """
    body = cast(DECISION.c.body, StoredBytes).label("body")
    states = (DECISION.c.id, DECISION.c.consumed, DECISION.c.voided, body)
    async with db.reading() as reading:
        found = await reading.rows(_RAW)
        asked = {row["run"] for row in await reading.rows(select(CANCEL_REQUEST.c.run))}
        made = await reading.rows(select(*states).order_by(DECISION.c.id))
        said = await _kept_words(reading)
    # A long chain takes seconds, in which a console goes on answering others.
    kept = _Kept(found, asked, made, said)
    return await asyncio.to_thread(_report, audit, kept, anchor)


async def verify_since(db: Database, audit: AuditChain, since: Anchor) -> AuditReport:
    """Check the rows after one that was found whole, and that it is still where it was.

    Only `verify` holds decisions, opinions and comments against the chain, and looks at what is
    before that row.

    Returns:
        What was found; its rows are those after `since`.

    Raises:
        CorruptRun: there is no key.
    """
    async with db.reading() as reading:
        found = await reading.rows(_RAW.where(AUDIT.c.seq >= since.seq))
    return await asyncio.to_thread(_since, audit.key_for_reading(), found, since)


def _since(key: bytes, found: Sequence[RowMapping], since: Anchor) -> AuditReport:
    rows = [_text(row) for row in found]
    faults = [*_anchor_faults(rows, since)]
    if rows:
        faults.extend(_chain_faults(key, rows, since.seq, str(rows[0]["prev_mac"])))
    return AuditReport(max(0, len(rows) - 1), _last(rows), tuple(faults))


class _Kept(NamedTuple):
    """What is held against each other."""

    chain: Sequence[RowMapping]
    asked: set[str]
    """Runs whose end was asked for."""
    made: Sequence[RowMapping]
    """Decisions."""
    said: Counter[_Said]


def _report(audit: AuditChain, kept: _Kept, anchor: Anchor | None) -> AuditReport:
    rows = [_text(row) for row in kept.chain]
    faults = [*_chain_faults(audit.key_for_reading() if rows else b"", rows)]
    faults.extend(_anchor_faults(rows, anchor))
    told = _told(rows)
    for row in kept.made:
        faults.extend(_decision_faults(row, told.get(row["id"], {})))
    known = {row["id"] for row in kept.made}
    faults.extend(
        f"decision {name}: the chain tells of it, but its row is gone"
        for name in told.keys() - known
    )
    faults.extend(_cancel_faults(rows, kept.asked))
    faults.extend(_word_faults(rows, kept.said))
    return AuditReport(len(rows), _last(rows), tuple(faults))


def _last(rows: list[dict[str, Json]]) -> Anchor | None:
    return Anchor(int(str(rows[-1]["seq"])), str(rows[-1]["mac"])) if rows else None


async def _kept_words(reading: Reading) -> Counter[_Said]:
    """Every opinion and comment by its hash."""
    kept: Counter[_Said] = Counter()
    for what, item, words in (
        ("opinion", OPINION.c.item, OPINION.c.body),
        ("comment", COMMENT.c.item, COMMENT.c.text),
    ):
        written = select(item.label("item"), cast(words, StoredBytes).label("words"))
        for row in await reading.rows(written):
            kept[_Said(what, row["item"], sha256_of(row["words"]))] += 1
    return kept


def _text(row: RowMapping) -> dict[str, Json]:
    words = {name: (row[name] or b"").decode("utf-8", "replace") for name in _WORDS}
    return {"seq": row["seq"], **words}


def _chain_faults(
    key: bytes, rows: list[dict[str, Json]], expected: int = 1, prev_mac: str = GENESIS
) -> Iterator[str]:
    for row in rows:
        seq = int(str(row["seq"]))
        if seq > expected:
            gone = f"row {expected}" if seq == expected + 1 else f"rows {expected} to {seq - 1}"
            yield f"{gone}: missing"
        elif seq < expected:
            yield f"row {seq}: stands before the first"
        elif row["prev_mac"] != prev_mac:
            yield f"row {seq}: does not follow row {seq - 1}"
        if not is_sealed(key, row):
            yield f"row {seq}: was changed or not made with this key"
        expected, prev_mac = max(expected, seq) + 1, str(row["mac"])


def _anchor_faults(rows: list[dict[str, Json]], anchor: Anchor | None) -> Iterator[str]:
    if anchor is None:
        return
    macs = {row["seq"]: row["mac"] for row in rows}
    if anchor.seq not in macs:
        yield f"row {anchor.seq}: missing, though the anchor names it; the end was cut off"
    elif macs[anchor.seq] != anchor.mac:
        yield f"row {anchor.seq}: is not the row that the anchor names"


def _told(rows: list[dict[str, Json]]) -> dict[str, dict[str, str]]:
    """What the chain says of each decision: action to the hash it names."""
    told: dict[str, dict[str, str]] = {}
    for row in rows:
        try:
            detail: Json = json.loads(str(row["detail"]))
        except json.JSONDecodeError:
            continue
        if isinstance(detail, dict) and "decision" in detail:
            words = told.setdefault(str(detail["decision"]), {})
            words[str(row["action"])] = str(detail.get("sha256"))
    return told


def _cancel_faults(rows: list[dict[str, Json]], asked: set[str]) -> Iterator[str]:
    told = {str(row["run"]) for row in rows if row["action"] == AuditAction.CANCEL_REQUESTED}
    for run in sorted(asked - told):
        yield f"end of run {run}: was asked for, but the chain does not tell of it"
    for run in sorted(told - asked):
        yield f"end of run {run}: the chain tells of it, but its row is gone"


def _word_faults(rows: list[dict[str, Json]], kept: Counter[_Said]) -> Iterator[str]:
    """Opinions and comments, held against the hashes that the chain has of them."""
    told = Counter(said for row in rows if (said := _said(row)) is not None)
    for what, item, _ in sorted((kept - told).elements()):
        yield f"{what} on item {item}: is not one that the chain tells of"
    for what, item, _ in sorted((told - kept).elements()):
        yield f"{what} on item {item}: the chain tells of it, but its row is gone or changed"


def _said(row: dict[str, Json]) -> _Said | None:
    word = _WORD_OF.get(str(row["action"]))
    if word is None:
        return None
    try:
        detail: Json = json.loads(str(row["detail"]))
    except json.JSONDecodeError:
        return None
    sha256 = detail.get(word) if isinstance(detail, dict) else None
    return None if sha256 is None else _Said(word, str(row["item"]), str(sha256))


def _decision_faults(row: RowMapping, told: Mapping[str, str]) -> Iterator[str]:
    name = row["id"]
    if AuditAction.DECIDED not in told:
        yield f"decision {name}: the chain does not tell of it"
        return
    if told[AuditAction.DECIDED] != sha256_of(row["body"]):
        yield f"decision {name}: is not the one that was decided"
    if row["consumed"] is None and AuditAction.CONSUMED in told:
        yield f"decision {name}: took effect, but its row says that it did not"
    if (row["voided"] is not None) != (AuditAction.VOIDED in told):
        yield f"decision {name}: chain and row differ in whether it was voided"
