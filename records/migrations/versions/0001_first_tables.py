"""First tables: runs, leases, journal, calls, tools, snapshots, events, blobs, escalations."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

SHA256 = sa.String(64)
INSTANT = sa.String(32)


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "run",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("query_sha", SHA256, nullable=False),
        sa.Column("cutoff", sa.Date, nullable=False),
        sa.Column("zone", sa.Text, nullable=False),
        sa.Column("profile", sa.Text, nullable=False),
        sa.Column("lock_sha", SHA256),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("sandbox", sa.Text, nullable=False),
        sa.Column("models", sa.Text, nullable=False),
        sa.Column("status", sa.Text),
        sa.Column("created", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_run"),
    )
    op.create_table(
        "lease",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("holder", sa.Text),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("expires", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("run", name="pk_lease"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_lease_run"),
    )
    op.create_table(
        "journal",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("verdict", sa.Text, nullable=False),
        sa.Column("counters", sa.Text, nullable=False),
        sa.Column("active_ms", sa.Integer, nullable=False),
        sa.Column("inputs_sha", SHA256, nullable=False),
        sa.Column("prev_sha", SHA256, nullable=False),
        sa.Column("row_sha", SHA256, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("run", "seq", name="pk_journal"),
        sa.UniqueConstraint("run", "stage", "inputs_sha", name="uq_journal_run_stage_inputs_sha"),
        sa.UniqueConstraint("run", "attempt", "stage", "n", name="uq_journal_run_attempt_stage_n"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_journal_run"),
    )
    op.create_table(
        "journal_file",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("path", sa.Text, nullable=False),
        sa.Column("sha256", SHA256, nullable=False),
        sa.Column("fingerprint", SHA256, nullable=False),
        sa.Column("contract", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("run", "seq", "name", name="pk_journal_file"),
        sa.ForeignKeyConstraint(
            ["run", "seq"], ["journal.run", "journal.seq"], name="fk_journal_file_run_seq"
        ),
    )
    op.create_table(
        "call",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("activation", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("call", sa.Integer, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("request_sha", SHA256, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("unknown", sa.Integer, nullable=False),
        sa.Column("active_ms", sa.Integer, nullable=False),
        sa.Column("t_intent", INSTANT, nullable=False),
        sa.Column("t_sent", INSTANT),
        sa.Column("t_end", INSTANT),
        sa.Column("response_sha", SHA256),
        sa.Column("input_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("reasoning_tokens", sa.Integer),
        sa.Column("cost", sa.Integer),
        sa.Column("error", sa.Text),
        sa.PrimaryKeyConstraint("scope", "role", "activation", "turn", "call", name="pk_call"),
    )
    op.create_table(
        "tool",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("activation", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("call", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("arguments_sha", SHA256, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("result_sha", SHA256),
        sa.Column("failed", sa.Boolean),
        sa.Column("active_ms", sa.Integer, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint(
            "scope", "role", "activation", "turn", "call", "position", name="pk_tool"
        ),
    )
    op.create_table(
        "snapshot",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("sha256", SHA256, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("run", "source", name="pk_snapshot"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_snapshot_run"),
    )
    op.create_table(
        "event",
        sa.Column("run", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("run", "seq", name="pk_event"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_event_run"),
    )
    op.create_table(
        "blob",
        sa.Column("sha256", SHA256, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("sha256", name="pk_blob"),
    )
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
        sa.PrimaryKeyConstraint("id", name="pk_escalation"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_escalation_run"),
    )
    op.create_index(
        "uq_escalation_open",
        "escalation",
        ["run"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )


def downgrade() -> None:
    """Refuse: a record of runs is not taken apart."""
    msg = "there is no way back from revision 0001; restore a backup of the database instead"
    raise NotImplementedError(msg)
