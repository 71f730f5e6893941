"""The sources of a run: one row per source, so that two writers lose nothing; any index is a print.

The bytes lie in `Blobs` under the hash that the row names.
"""

from sqlalchemy import insert, select

from contracts.contract import canonical, parse_contract
from contracts.errors import CorruptRun
from contracts.ids import RunId
from contracts.source import CorpusItem, SourceCard
from records.database import Database
from records.tables import SNAPSHOT
from records.unit_of_work import UnitOfWork


async def add_snapshot(uow: UnitOfWork, run: RunId, item: CorpusItem) -> None:
    """Add a source to a run; the same again is fine.

    Raises:
        CorruptRun: the id stands for other bytes or another card in this run.
    """
    source = item.card.id
    new = {"sha256": item.snapshot, "card": canonical(item.card).decode()}
    found = await uow.first(
        select(SNAPSHOT).where(SNAPSHOT.c.run == run, SNAPSHOT.c.source == source)
    )
    if found is None:
        await uow.execute(insert(SNAPSHOT).values(run=run, source=source, **new))
    elif new != {name: found[name] for name in new}:
        msg = f"source {source!r} of run {run!r} is recorded with other bytes or another card"
        raise CorruptRun(msg)


async def snapshots(db: Database, run: RunId) -> tuple[CorpusItem, ...]:
    """Read the sources of a run, sorted by id."""
    ordered = select(SNAPSHOT).where(SNAPSHOT.c.run == run).order_by(SNAPSHOT.c.source)
    async with db.reading() as reading:
        rows = await reading.rows(ordered)
    return tuple(
        CorpusItem(card=parse_contract(row["card"].encode(), SourceCard), snapshot=row["sha256"])
        for row in rows
    )
