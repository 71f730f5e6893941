import asyncio

import pytest

from contracts.contract import sha256_of
from contracts.cutoff import SourceTimes
from contracts.errors import CorruptRun
from contracts.source import CorpusItem, SourceCard
from records.database import Database
from records.snapshots import add_snapshot, snapshots
from tests.records.material import RUN


def item(
    name: str = "10-K-2024", data: bytes = b"text", title: str = "Annual report"
) -> CorpusItem:
    card = SourceCard(
        id=name,
        title=title,
        publisher="Texas Roadhouse, Inc.",
        form="10-K",
        times=SourceTimes(version_proof="accession"),
    )
    return CorpusItem(card=card, snapshot=sha256_of(data))


async def add(db: Database, added: CorpusItem) -> None:
    async with db.unit() as uow:
        await add_snapshot(uow, RUN, added)


async def test_sources_added_at_once_are_all_there(db: Database) -> None:
    items = [item(f"source-{n}", data=b"%d" % n) for n in range(4)]
    await asyncio.gather(*(add(db, added) for added in reversed(items)))
    assert await snapshots(db, RUN) == tuple(items)
    assert await snapshots(db, "run-2") == ()


async def test_same_source_again_is_fine(db: Database) -> None:
    await add(db, item())
    await add(db, item())
    assert await snapshots(db, RUN) == (item(),)


@pytest.mark.parametrize("other", [item(data=b"other"), item(title="Another")])
async def test_other_source_under_the_same_id_is_refused(db: Database, other: CorpusItem) -> None:
    await add(db, item())
    with pytest.raises(CorruptRun, match="'10-K-2024' of run 'run-1'"):
        await add(db, other)
    assert await snapshots(db, RUN) == (item(),)
