"""How rows of calls and tools are found by the logical key of a call."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, RowMapping, Table, func, select

from contracts.model import CallKey
from records.database import Database

KEY_COLUMNS = ("scope", "role", "activation", "turn", "call")


def of_call(table: Table, key: CallKey) -> ColumnElement[bool]:
    """Rows of one call."""
    return of_activation(table, key.scope, role=key.role, activation=key.activation) & (
        (table.c.turn == key.turn) & (table.c.call == key.call)
    )


def of_activation(table: Table, scope: str, *, role: str, activation: int) -> ColumnElement[bool]:
    """Rows of one activation of a role."""
    return (table.c.scope == scope) & (table.c.role == role) & (table.c.activation == activation)


async def summed_active_ms(
    db: Database, table: Table, scope: str, roles: Collection[str], before: int | None
) -> int:
    """Add up the active milliseconds of some roles in a scope, of activations below `before`."""
    summed = select(func.sum(table.c.active_ms).label("total")).where(
        table.c.scope == scope, table.c.role.in_(tuple(roles))
    )
    if before is not None:
        summed = summed.where(table.c.activation < before)
    async with db.reading() as reading:
        found = await reading.first(summed)
    return (found["total"] if found else None) or 0


def key_of(row: RowMapping) -> CallKey:
    """Read the key back from a row."""
    return CallKey(**{name: row[name] for name in KEY_COLUMNS})


def shown(key: CallKey) -> str:
    """Name a call in a message."""
    return f"call {key.scope} {key.role} {key.activation}.{key.turn}.{key.call}"
