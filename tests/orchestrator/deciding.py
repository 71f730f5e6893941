"""A human at the queue, as tests play one: claims the open item of a run and decides it."""

from datetime import timedelta

from contracts.decision import Decision, DecisionKind, DecisionReason, FindingRef, ReplacedFile
from contracts.escalation import Escalation
from contracts.ids import Sha256
from contracts.source import CorpusItem
from escalations.claims import claim
from escalations.decisions import decide, next_decision_id
from escalations.item import open_item_of
from orchestrator.deps import Services
from tests.orchestrator.play import RUN


async def open_item(services: Services, run: str = RUN) -> Escalation:
    """The item that a run waits for; a test that expects one fails without it."""
    item = await open_item_of(services.database, run)
    assert item is not None
    return item


async def decided(
    services: Services,
    kind: DecisionKind,
    *,
    guidance: str = "",
    sources: tuple[CorpusItem, ...] = (),
    files: tuple[ReplacedFile, ...] = (),
    waived: tuple[FindingRef, ...] = (),
    lock: Sha256 | None = None,
    run: str = RUN,
) -> Decision:
    """Decide the open item of a run."""
    item = await open_item(services, run)
    now = services.clock.now()
    held = await claim(
        services.database, item.id, holder="ada", lasting=timedelta(minutes=5), at=now
    )
    decision = Decision(
        id=await next_decision_id(services.database, item.id),
        item=item.id,
        run=run,
        attempt=item.attempt,
        kind=kind,
        reason=DecisionReason.OTHER,
        note="Decided by a test that plays a human.",
        guidance=guidance,
        sources=sources,
        files=files,
        waived=waived,
        lock=lock,
        by="ada",
        at=now,
    )
    await decide(services.database, services.audit, decision, held.token, now)
    return decision
