"""Blind studies: pairs, sides, verdicts."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables."""


def downgrade() -> None:
    """Refuse: what people wrote is not forgotten."""
    msg = "there is no way back from revision 0008; restore a backup of the database instead"
    raise NotImplementedError(msg)
