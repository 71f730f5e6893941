"""Items of the queue that are no run's: they have a subject, and a question in words."""

import sqlalchemy as sa
from alembic import op

from records.migrations.aside import set_aside

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INSTANT = sa.String(32)
IN_FORCE = sa.text("kind <> 'return' AND voided IS NULL")
OPEN = sa.text("state = 'open'")
ONE_KIND = (
    "(kind = 'escalation' AND run IS NOT NULL AND attempt IS NOT NULL AND stage IS NOT NULL "
    "AND reason IS NOT NULL AND subject IS NULL AND question IS NULL) OR "
    "(kind <> 'escalation' AND run IS NULL AND attempt IS NULL AND stage IS NULL "
    "AND reason IS NULL AND subject IS NOT NULL AND question IS NOT NULL)"
)
ITEM = "id, run, attempt, stage, reason, findings, state, opened, kind"
CLAIM = "item, holder, token, expires"
DECISION = "id, item, run, n, attempt, kind, body, at, consumed, voided, void_reason"


def upgrade() -> None:
    """Let an item and its decision have no run."""
    # Made anew, so that an upgraded database has the very tables of a fresh one; what refers to
    # the items is made anew with them, since a renamed table takes its references along.
    op.drop_index("uq_escalation_open", table_name="escalation")
    op.drop_index("uq_decision_in_force", table_name="decision")
    for name in ("escalation", "claim", "decision"):
        set_aside(name, f"{name}_0003")
    _make_items()
    _make_claims()
    _make_decisions()
    for name, columns in (("escalation", ITEM), ("claim", CLAIM), ("decision", DECISION)):
        op.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM {name}_0003")
    for name in ("decision", "claim", "escalation"):
        op.drop_table(f"{name}_0003")
    _make_index("uq_escalation_open", "escalation", "run", OPEN)
    _make_index("uq_decision_in_force", "decision", "item", IN_FORCE)


def _make_items() -> None:
    op.create_table(
        "escalation",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("run", sa.Text),
        sa.Column("attempt", sa.Integer),
        sa.Column("stage", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("subject", sa.Text),
        sa.Column("question", sa.Text),
        sa.Column("findings", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("opened", INSTANT, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, server_default="escalation"),
        sa.PrimaryKeyConstraint("id", name="pk_escalation"),
        sa.CheckConstraint(ONE_KIND, name=op.f("ck_escalation_one_kind")),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_escalation_run"),
    )


def _make_claims() -> None:
    op.create_table(
        "claim",
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("holder", sa.Text),
        sa.Column("token", sa.Integer, nullable=False),
        sa.Column("expires", INSTANT),
        sa.PrimaryKeyConstraint("item", name="pk_claim"),
        sa.ForeignKeyConstraint(["item"], ["escalation.id"], name="fk_claim_item"),
    )


def _make_decisions() -> None:
    op.create_table(
        "decision",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("run", sa.Text),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("consumed", INSTANT),
        sa.Column("voided", INSTANT),
        sa.Column("void_reason", sa.Text),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
        sa.UniqueConstraint("item", "n", name="uq_decision_item_n"),
        sa.ForeignKeyConstraint(["item"], ["escalation.id"], name="fk_decision_item"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_decision_run"),
    )


def _make_index(name: str, table: str, column: str, where: sa.TextClause) -> None:
    op.create_index(name, table, [column], unique=True, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    """Refuse: what people were asked is not taken apart."""
    msg = "there is no way back from revision 0004; restore a backup of the database instead"
    raise NotImplementedError(msg)
