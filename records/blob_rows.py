"""One row per kept blob: what exists, and how large it is."""

from sqlalchemy import insert, select

from contracts.contract import sha256_of
from contracts.ids import Sha256
from records.tables import BLOB
from records.unit_of_work import UnitOfWork


async def keep(uow: UnitOfWork, data: bytes) -> Sha256:
    """Say that these bytes, put into `Blobs` before, exist; give their hash."""
    sha256 = sha256_of(data)
    if await uow.first(select(BLOB.c.size).where(BLOB.c.sha256 == sha256)) is None:
        await uow.execute(insert(BLOB).values(sha256=sha256, size=len(data)))
    return sha256
