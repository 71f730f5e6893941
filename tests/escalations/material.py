"""Items that wait, claims on them, and decisions to make."""

from datetime import datetime, timedelta

from contracts.decision import Decision, DecisionKind, DecisionReason, FindingRef, ReplacedFile
from contracts.escalation import Escalation, ItemKind
from contracts.finding import Finding, Severity
from contracts.matter import Matter, MatterKind, Ruling, RulingKind
from escalations.claims import Claim, claim
from escalations.item import open_item, open_matter
from records.database import Database
from tests.records.material import NOON, escalation

MINUTE = timedelta(minutes=1)
NOTE = "the newest report is after the cutoff"
OVERLAP = Finding(
    code="CMP-finding-open",
    severity=Severity.ERROR,
    pointer="composition:/rows/1",
    message="rows R1 and R2 overlap",
)


def waiting(run: str = "run-1", *, attempt: int = 1, stage: str = "validate") -> Escalation:
    """An item with one waivable finding, in a stage where that can or cannot be waived."""
    return escalation(run, f"{run}-a{attempt}").model_copy(
        update={"attempt": attempt, "stage": stage, "findings": (OVERLAP,)}
    )


async def put(db: Database, item: Escalation) -> Escalation:
    async with db.unit() as uow:
        await open_item(uow, item)
    return item


async def claimed(db: Database, item: str, *, holder: str = "ada", at: datetime = NOON) -> Claim:
    return await claim(db, item, holder=holder, lasting=15 * MINUTE, at=at)


def decision(
    item: Escalation, kind: DecisionKind = DecisionKind.RETRY, *, n: int = 1, by: str = "ada"
) -> Decision:
    """A decision with whatever its kind must bring."""
    some = "a" * 64
    return Decision(
        id=f"{item.id}-d{n}",
        item=item.id,
        run=item.run,
        attempt=item.attempt,
        kind=kind,
        reason=DecisionReason.WRONG_PERIOD,
        note=NOTE,
        files=(ReplacedFile(name="rows.json", sha256=some),) if kind is DecisionKind.EDIT else (),
        waived=(FindingRef(code=OVERLAP.code, pointer=OVERLAP.pointer),)
        if kind is DecisionKind.WAIVE
        else (),
        signed=(FindingRef(code=OVERLAP.code, pointer=OVERLAP.pointer),)
        if kind is DecisionKind.SIGN
        else (),
        lock=some if kind is DecisionKind.RELOCK else None,
        by=by,
        at=NOON,
    )


def matter(kind: MatterKind = ItemKind.BANK_GATE, name: str = "matter-1") -> Matter:
    """A question to a person about no run."""
    return Matter(
        id=name,
        kind=kind,
        subject="build-7",
        question="May the task enter the bank?",
        findings=(OVERLAP,),
        state="open",
        opened=NOON,
    )


def ruling(on: Matter, kind: RulingKind, *, n: int = 1, by: str = "ada") -> Ruling:
    return Ruling(
        id=f"{on.id}-d{n}", item=on.id, subject=on.subject, kind=kind, note=NOTE, by=by, at=NOON
    )


async def put_matter(db: Database, item: Matter) -> Matter:
    async with db.unit() as uow:
        await open_matter(uow, item)
    return item
