"""Users, their tokens and sessions."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

SHA256 = sa.String(64)
INSTANT = sa.String(32)
ROLES = "role IN ('viewer', 'analyst', 'lead', 'admin')"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "account",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("created", INSTANT, nullable=False),
        sa.Column("disabled", INSTANT),
        sa.Column("issuer", sa.Text),
        sa.Column("subject", sa.Text),
        sa.Column("preferences", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_account"),
        sa.UniqueConstraint("name_key", name="uq_account_name_key"),
        sa.UniqueConstraint("issuer", "subject", name="uq_account_issuer_subject"),
        sa.CheckConstraint(ROLES, name="known_role"),
    )
    op.create_table(
        "login_token",
        sa.Column("sha256", SHA256, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("made", INSTANT, nullable=False),
        sa.Column("expires", INSTANT, nullable=False),
        sa.Column("used", INSTANT),
        sa.Column("revoked", INSTANT),
        sa.PrimaryKeyConstraint("sha256", name="pk_login_token"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_login_token_account"),
    )
    op.create_index("ix_login_token_account", "login_token", ["account"])
    op.create_table(
        "console_session",
        sa.Column("sha256", SHA256, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("method", sa.Text, nullable=False),
        sa.Column("agent", sa.Text, nullable=False),
        sa.Column("opened", INSTANT, nullable=False),
        sa.Column("seen", INSTANT, nullable=False),
        sa.Column("ends", INSTANT, nullable=False),
        sa.Column("ended", INSTANT),
        sa.PrimaryKeyConstraint("sha256", name="pk_console_session"),
        sa.ForeignKeyConstraint(["account"], ["account.id"], name="fk_console_session_account"),
    )
    op.create_index("ix_console_session_account", "console_session", ["account"])
    op.create_table(
        "login_failure",
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("since", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_login_failure"),
    )
    op.create_table(
        "oidc_login",
        sa.Column("state_sha", SHA256, nullable=False),
        sa.Column("visit_sha", SHA256, nullable=False),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("verifier", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("expires", INSTANT, nullable=False),
        sa.Column("used", INSTANT),
        sa.PrimaryKeyConstraint("state_sha", name="pk_oidc_login"),
    )


def downgrade() -> None:
    """Refuse: what people wrote is not forgotten."""
    msg = "there is no way back from revision 0007; restore a backup of the database instead"
    raise NotImplementedError(msg)
