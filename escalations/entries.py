"""Rows of the audit chain about an item of the queue."""

from collections.abc import Mapping
from datetime import datetime

from contracts.escalation import Escalation
from escalations.audit_chain import AuditAction, AuditEntry
from escalations.item import Item


def entry_on(
    item: Item, action: AuditAction, *, by: str, at: datetime, detail: Mapping[str, str]
) -> AuditEntry:
    """What somebody did to an item; an item that is no run's names none."""
    run = item.run if isinstance(item, Escalation) else ""
    return AuditEntry(at=at, actor=by, action=action, run=run, item=item.id, detail=detail)
