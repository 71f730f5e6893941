"""Setting a table aside, so that it can be made anew under its name and filled from the old one."""

import sqlalchemy as sa
from alembic import op

_INDEXES = sa.text(
    "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    "WHERE i.indrelid = to_regclass(:table)"
)


def set_aside(table: str, name: str) -> None:
    """Rename a table; on PostgreSQL its keys as well, whose names no two tables can have."""
    op.rename_table(table, name)
    if op.get_context().dialect.name != "postgresql":
        return
    found = op.get_bind().execute(_INDEXES, {"table": name}).scalars().all()
    for index in found:
        op.execute(f'ALTER INDEX "{index}" RENAME TO "{index}_{name}"')
