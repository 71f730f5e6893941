"""Blind studies: pairs, sides, verdicts."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

INSTANT = sa.String(32)
SHA256 = sa.String(64)
REVEALED_WHOLE = (
    "(revealed IS NULL) = (revealed_by IS NULL) AND (revealed IS NULL) = (reason IS NULL)"
)


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "study",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("revealed", INSTANT),
        sa.Column("revealed_by", sa.Text),
        sa.Column("reason", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_study"),
        sa.CheckConstraint(REVEALED_WHOLE, name=op.f("ck_study_revealed_whole")),
    )
    op.create_table(
        "study_pair",
        sa.Column("study", sa.Text, nullable=False),
        sa.Column("pair", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("benchmark", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("left_sha", SHA256, nullable=False),
        sa.Column("right_sha", SHA256, nullable=False),
        sa.PrimaryKeyConstraint("study", "pair", name="pk_study_pair"),
        sa.UniqueConstraint("study", "n", name="uq_study_pair_study_n"),
        sa.ForeignKeyConstraint(["study"], ["study.id"], name="fk_study_pair_study"),
    )
    op.create_table(
        "study_item",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("study", sa.Text, nullable=False),
        sa.Column("pair", sa.Text, nullable=False),
        sa.Column("reviewer", sa.Text, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("left_is_a", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_study_item"),
        sa.ForeignKeyConstraint(
            ["study", "pair"],
            ["study_pair.study", "study_pair.pair"],
            name="fk_study_item_study_pair",
        ),
        sa.UniqueConstraint("study", "reviewer", "pair", name="uq_study_item_study_reviewer_pair"),
        sa.UniqueConstraint(
            "study", "reviewer", "position", name="uq_study_item_study_reviewer_position"
        ),
    )
    op.create_table(
        "study_draft",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("saved", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("item", name="pk_study_draft"),
        sa.ForeignKeyConstraint(["item"], ["study_item.id"], name="fk_study_draft_item"),
    )
    op.create_table(
        "study_verdict",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("item", name="pk_study_verdict"),
        sa.ForeignKeyConstraint(["item"], ["study_item.id"], name="fk_study_verdict_item"),
    )


def downgrade() -> None:
    """Refuse: what people wrote is not forgotten."""
    msg = "there is no way back from revision 0008; restore a backup of the database instead"
    raise NotImplementedError(msg)
