"""Runners: when each was last seen, and which run each has in hand."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

INSTANT = sa.String(32)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "runner",
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("started", INSTANT, nullable=False),
        sa.Column("seen", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("holder", name="pk_runner"),
    )
    op.create_table(
        "runner_job",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_runner_job_run"),
        sa.PrimaryKeyConstraint("run", name="pk_runner_job"),
    )


def downgrade() -> None:
    """Refuse: what a runner left in hand is not forgotten."""
    msg = "there is no way back from revision 0009; restore a backup of the database instead"
    raise NotImplementedError(msg)
