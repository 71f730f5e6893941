"""Until when a provider is not asked, and whether a cost is the provider's or the table's."""

import sqlalchemy as sa
from alembic import op

from records.migrations.aside import set_aside

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

SHA256 = sa.String(64)
INSTANT = sa.String(32)
KEPT = (
    "scope, role, activation, turn, call, attempt, request_sha, state, sent, unknown, active_ms, "
    "t_intent, t_sent, t_end, response_sha, input_tokens, cached_tokens, cache_write_tokens, "
    "output_tokens, reasoning_tokens, cost, error"
)
BUCKETS = "provider, requests, tokens, at"


def upgrade() -> None:
    """Add one column to each table; made anew, so that they are the very tables of a fresh one."""
    set_aside("call", "call_0004")
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
        sa.Column("sent", sa.Integer, nullable=False),
        sa.Column("unknown", sa.Integer, nullable=False),
        sa.Column("active_ms", sa.Integer, nullable=False),
        sa.Column("t_intent", INSTANT, nullable=False),
        sa.Column("t_sent", INSTANT),
        sa.Column("t_end", INSTANT),
        sa.Column("response_sha", SHA256),
        sa.Column("input_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("cache_write_tokens", sa.Integer),
        sa.Column("output_tokens", sa.Integer),
        sa.Column("reasoning_tokens", sa.Integer),
        sa.Column("cost", sa.Integer),
        sa.Column("cost_basis", sa.Text),
        sa.Column("error", sa.Text),
        sa.PrimaryKeyConstraint("scope", "role", "activation", "turn", "call", name="pk_call"),
    )
    op.execute(f"INSERT INTO call ({KEPT}) SELECT {KEPT} FROM call_0004")
    op.drop_table("call_0004")
    set_aside("rate", "rate_0004")
    op.create_table(
        "rate",
        sa.Column("provider", sa.Text, nullable=False),
        sa.Column("requests", sa.BigInteger, nullable=False),
        sa.Column("tokens", sa.BigInteger, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("paused_until", INSTANT),
        sa.PrimaryKeyConstraint("provider", name="pk_rate"),
    )
    op.execute(f"INSERT INTO rate ({BUCKETS}) SELECT {BUCKETS} FROM rate_0004")
    op.drop_table("rate_0004")


def downgrade() -> None:
    """Refuse: what calls cost is not forgotten."""
    msg = "there is no way back from revision 0005; restore a backup of the database instead"
    raise NotImplementedError(msg)
