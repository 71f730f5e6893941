"""What may be done inside one transaction: read rows, and in a unit of work also write them."""

from collections.abc import Sequence

from sqlalchemy import Executable, RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection


class Reading:
    """One read transaction: every query in it sees the same state."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def rows(self, statement: Executable) -> Sequence[RowMapping]:
        """Run a query and give all its rows."""
        return (await self._connection.execute(statement)).mappings().all()

    async def first(self, statement: Executable) -> RowMapping | None:
        """Run a query and give its first row, or None."""
        return (await self._connection.execute(statement)).mappings().first()


class UnitOfWork(Reading):
    """One write transaction; what it wrote exists when it ends cleanly, or not at all."""

    async def execute(self, statement: Executable) -> int:
        """Run an insert, update or delete and give the number of rows it touched."""
        return (await self._connection.execute(statement)).rowcount
