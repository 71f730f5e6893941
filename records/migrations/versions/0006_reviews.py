"""Drafts, comments, care and opinions of people who decide."""

from datetime import datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

INSTANT = sa.String(32)
WAITING = sa.text("taken IS NULL")
ANSWER_WITHIN = timedelta(days=2)


def upgrade() -> None:
    """Add the tables, and give every item that is there its care."""
    _make_care()
    _make_texts()
    _make_opinions()
    _make_requests()
    _care_for_what_is_there()


def _make_care() -> None:
    op.create_table(
        "care",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("assignee", sa.Text),
        sa.Column("due", INSTANT, nullable=False),
        sa.Column("second_review", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("item", name="pk_care"),
        sa.ForeignKeyConstraint(["item"], ["escalation.id"], name="fk_care_item"),
    )


def _make_texts() -> None:
    op.create_table(
        "draft",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("saved", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("item", "author", name="pk_draft"),
        sa.ForeignKeyConstraint(["item"], ["escalation.id"], name="fk_draft_item"),
    )
    op.create_table(
        "item_comment",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("item", "n", name="pk_item_comment"),
        sa.ForeignKeyConstraint(["item"], ["escalation.id"], name="fk_item_comment_item"),
    )


def _make_opinions() -> None:
    op.create_table(
        "opinion",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("reviewer", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("item", "round", "reviewer", name="pk_opinion"),
        sa.ForeignKeyConstraint(["item"], ["escalation.id"], name="fk_opinion_item"),
    )


def _make_requests() -> None:
    op.create_table(
        "resume_request",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("taken", INSTANT),
        sa.Column("taker", sa.Text),
        sa.PrimaryKeyConstraint("run", "n", name="pk_resume_request"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_resume_request_run"),
    )
    op.create_index(
        "uq_resume_request_waiting",
        "resume_request",
        ["run"],
        unique=True,
        sqlite_where=WAITING,
        postgresql_where=WAITING,
    )


def _care_for_what_is_there() -> None:
    """Date arithmetic is each database's own, so it is done here."""
    there = op.get_bind().execute(sa.text("SELECT id, opened FROM escalation")).all()
    care = sa.table(
        "care",
        sa.column("item", sa.Text),
        sa.column("due", INSTANT),
        sa.column("second_review", sa.Boolean),
    )
    for item, opened in there:
        due = datetime.fromisoformat(opened) + ANSWER_WITHIN
        values = {"item": item, "due": due.isoformat(timespec="microseconds")}
        op.execute(sa.insert(care).values(**values, second_review=False))


def downgrade() -> None:
    """Refuse: what people wrote is not forgotten."""
    msg = "there is no way back from revision 0006; restore a backup of the database instead"
    raise NotImplementedError(msg)
