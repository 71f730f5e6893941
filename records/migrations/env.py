"""What Alembic runs: the revisions, on the connection and in the transaction of the caller."""

from alembic import context
from sqlalchemy import Connection

from records.schema import METADATA


def migrate(connection: Connection) -> None:
    """Run the missing revisions; the caller commits all of them or none."""
    context.configure(
        connection=connection,
        target_metadata=METADATA,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


migrate(context.config.attributes["connection"])
