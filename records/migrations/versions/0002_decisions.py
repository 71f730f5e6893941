"""Human decisions: kinds of items, claims, decisions, the audit chain, requests to cancel."""

import sqlalchemy as sa
from alembic import op

from records.migrations.aside import set_aside

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SHA256 = sa.String(64)
INSTANT = sa.String(32)
IN_FORCE = sa.text("kind <> 'return' AND voided IS NULL")
OPEN = sa.text("state = 'open'")
TRIGGERS = {
    "sqlite": tuple(
        f"CREATE TRIGGER audit_refuses_{verb.lower()} BEFORE {verb} ON audit "
        "BEGIN SELECT RAISE(ABORT, 'the audit chain is only added to'); END"
        for verb in ("UPDATE", "DELETE")
    ),
    "postgresql": (
        "CREATE FUNCTION audit_refuses_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "RAISE EXCEPTION USING MESSAGE = 'the audit chain is only added to', ERRCODE = '23001'; "
        "END $$",
        "CREATE TRIGGER audit_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_refuses_change()",
        "ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_refuses_change",
    ),
}


def upgrade() -> None:
    """Give items a kind and a claim; make the tables of what people decide."""
    _give_items_a_kind()
    _make_claims()
    _make_decisions()
    _make_audit()
    op.create_table(
        "cancel_request",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("run", name="pk_cancel_request"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_cancel_request_run"),
    )


def _give_items_a_kind() -> None:
    # Made anew, so that an upgraded database has the very table of a fresh one.
    op.drop_index("uq_escalation_open", table_name="escalation")
    set_aside("escalation", "escalation_0001")
    op.create_table(
        "escalation",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("findings", sa.Text, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("opened", INSTANT, nullable=False),
        sa.Column("kind", sa.Text, nullable=False, server_default="escalation"),
        sa.PrimaryKeyConstraint("id", name="pk_escalation"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_escalation_run"),
    )
    columns = "id, run, attempt, stage, reason, findings, state, opened"
    op.execute(f"INSERT INTO escalation ({columns}) SELECT {columns} FROM escalation_0001")
    op.drop_table("escalation_0001")
    op.create_index(
        "uq_escalation_open",
        "escalation",
        ["run"],
        unique=True,
        sqlite_where=OPEN,
        postgresql_where=OPEN,
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
    op.execute("INSERT INTO claim (item, token) SELECT id, 0 FROM escalation")


def _make_decisions() -> None:
    op.create_table(
        "decision",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
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
    op.create_index(
        "uq_decision_in_force",
        "decision",
        ["item"],
        unique=True,
        sqlite_where=IN_FORCE,
        postgresql_where=IN_FORCE,
    )


def _make_audit() -> None:
    op.create_table(
        "audit",
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("item", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.Column("prev_mac", SHA256, nullable=False),
        sa.Column("mac", SHA256, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_audit"),
    )
    for trigger in TRIGGERS[op.get_context().dialect.name]:
        op.execute(trigger)


def downgrade() -> None:
    """Refuse: a record of decisions is not taken apart."""
    msg = "there is no way back from revision 0002; restore a backup of the database instead"
    raise NotImplementedError(msg)
