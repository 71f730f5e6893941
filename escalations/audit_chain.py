"""The audit chain: who decided what and when, each row sealed over the row before it.

A row is added in the transaction of the change that it tells of. Its MAC is HMAC-SHA256 over the
canonical JSON (RFC 8785) of the row and the MAC before it; the key lies outside the database.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

import rfc8785
from sqlalchemy import insert, select

from contracts.contract import Json
from contracts.errors import CorruptRun
from contracts.ids import RunId
from escalations.audit_key import AuditKey
from records.column_types import instant_text
from records.tables import AUDIT
from records.unit_of_work import Reading, UnitOfWork

GENESIS = "0" * 64
"""What stands for the MAC before the first row."""


class AuditAction(StrEnum):
    """What a row of the chain tells of."""

    DECIDED = "decided"
    CONSUMED = "consumed"
    VOIDED = "voided"
    CANCEL_REQUESTED = "cancel_requested"
    RESUME_REQUESTED = "resume_requested"
    TAKEN_OVER = "taken_over"
    """A claim was taken from whoever had it."""
    REQUEUED = "requeued"
    """An item was put back among those that nobody looks after."""
    ASSIGNED = "assigned"
    DUE_SET = "due_set"
    SECOND_REVIEW = "second_review"
    """A second review was asked for, or asked for no longer."""
    OPINION_GIVEN = "opinion_given"
    """Names the opinion by its hash: what it says is nobody's to read before the second one."""
    COMMENTED = "commented"
    STUDY_CREATED = "study_created"
    STUDY_REVEALED = "study_revealed"
    ACCESS_CHANGED = "access_changed"
    """Users, their roles and tokens: who may decide at all."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One thing to be written down."""

    at: datetime
    actor: str
    """The person, or `runner`."""
    action: AuditAction
    run: RunId
    """Empty for what concerns no run."""
    item: str
    """Empty for what concerns the whole run."""
    detail: Mapping[str, str]


class Anchor(NamedTuple):
    """A row by its number and MAC; kept elsewhere it shows when the chain's end was cut off."""

    seq: int
    mac: str

    def __str__(self) -> str:
        """Print as `SEQ:MAC`, the way it is given back."""
        return f"{self.seq}:{self.mac}"


class AuditChain:
    """The chain of one database; the key is read only when a row is sealed or checked."""

    def __init__(self, key: AuditKey) -> None:
        self._key = key

    async def append(self, uow: UnitOfWork, entry: AuditEntry) -> Anchor:
        """Add a row in the caller's transaction, and give it as the new head.

        Raises:
            CorruptRun: the key is missing, or is not the one that the chain was made with.
            EnvironmentFault: the key's file cannot be read or made.
        """
        last = await uow.first(select(AUDIT).order_by(AUDIT.c.seq.desc()).limit(1))
        if last is None:
            key, prev_mac, seq = self._key.read_or_make(), GENESIS, 1
        else:
            key, prev_mac, seq = self._key.read(), last["mac"], last["seq"] + 1
            columns = {**last, "at": instant_text(last["at"])}
            if not is_sealed(key, columns):
                msg = (
                    f"row {last['seq']} of the audit chain was not made with this key, or was "
                    "changed; nothing is added to it. `finrubric audit verify` says more"
                )
                raise CorruptRun(msg)
        values: dict[str, Json] = {
            "seq": seq,
            "at": instant_text(entry.at),
            "actor": entry.actor,
            "action": entry.action.value,
            "run": entry.run,
            "item": entry.item,
            "detail": rfc8785.dumps(dict(entry.detail)).decode(),
            "prev_mac": prev_mac,
        }
        mac = _mac(key, values)
        await uow.execute(insert(AUDIT).values({**values, "at": entry.at, "mac": mac}))
        return Anchor(seq, mac)

    def key_for_reading(self) -> bytes:
        """Give the key to check rows with.

        Raises:
            CorruptRun: it is missing or damaged.
        """
        return self._key.read()


async def head(reading: Reading, *, until: datetime | None = None) -> Anchor | None:
    """Read the newest row, or the newest one by an instant, as an anchor; None without any."""
    newest = select(AUDIT.c.seq, AUDIT.c.mac).order_by(AUDIT.c.seq.desc()).limit(1)
    if until is not None:
        newest = newest.where(AUDIT.c.at <= until)
    row = await reading.first(newest)
    return None if row is None else Anchor(row["seq"], row["mac"])


def is_sealed(key: bytes, columns: Mapping[str, Json]) -> bool:
    """Whether a row, its instant as text, carries the MAC of its own words."""
    values = {name: value for name, value in columns.items() if name != "mac"}
    return hmac.compare_digest(_mac(key, values).encode(), str(columns["mac"]).encode())


def _mac(key: bytes, values: Mapping[str, Json]) -> str:
    return hmac.new(key, rfc8785.dumps(dict(values)), sha256).hexdigest()
