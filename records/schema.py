"""Bring a database to the newest schema by the one Alembic history; refuse what is not ours."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from contracts.errors import EnvironmentFault
from records import access_tables, review_tables, runner_tables, study_tables, tables
from records.postgres import sort_by_bytes

METADATA = tables.METADATA
"""Every table, whichever module it stands in."""
TABLE_MODULES = (tables, review_tables, access_tables, study_tables, runner_tables)


def history() -> Config:
    """Give the configuration of the history; it works from a checkout and from a wheel."""
    config = Config()
    config.set_main_option("script_location", "records:migrations")
    return config


def upgrade(connection: Connection, place: str) -> None:
    """Run the revisions that are missing, inside the transaction of `connection`.

    Raises:
        EnvironmentFault: the schema is newer than this finrubric, or the tables are not ours.
    """
    config = history()
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == script.get_current_head():
        return
    if current is None:
        _require_empty(connection, place)
    elif current not in {revision.revision for revision in script.walk_revisions()}:
        msg = f"{place} has schema {current}, which is newer than this finrubric; update finrubric"
        raise EnvironmentFault(msg)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "postgresql":
        sort_by_bytes(connection)


def _require_empty(connection: Connection, place: str) -> None:
    found = inspect(connection).get_table_names()
    if found:
        msg = f"{place} holds tables that are not of finrubric ({found[0]}, …); name another one"
        raise EnvironmentFault(msg)
