"""The one Alembic history of the database."""
