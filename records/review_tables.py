"""Tables of the people who decide: drafts, comments, care and opinions on items of the queue."""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    Table,
    text,
)

from records.column_types import Instant, PlainText
from records.tables import METADATA


def _item_key() -> Column[str]:
    return Column("item", PlainText, ForeignKey("escalation.id"), primary_key=True)


# Who is to look after an item, until when, and whether one person alone may decide it.
CARE = Table(
    "care",
    METADATA,
    _item_key(),
    Column("assignee", PlainText),
    Column("due", Instant, nullable=False),
    Column("second_review", Boolean, nullable=False),
)

# What somebody has typed and not sent yet; one per item and author.
DRAFT = Table(
    "draft",
    METADATA,
    _item_key(),
    Column("author", PlainText, primary_key=True),
    Column("body", PlainText, nullable=False),
    Column("saved", Instant, nullable=False),
)

# Only added to.
COMMENT = Table(
    "item_comment",
    METADATA,
    _item_key(),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("author", PlainText, nullable=False),
    Column("text", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
)

# The final opinions of a second review; a round is the number of the decision that they lead to.
OPINION = Table(
    "opinion",
    METADATA,
    _item_key(),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("reviewer", PlainText, primary_key=True),
    Column("kind", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
)

# A person asks a runner to go on with a run; at most one request of a run waits.
RESUME_REQUEST = Table(
    "resume_request",
    METADATA,
    Column("run", PlainText, ForeignKey("run.id"), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("by", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
    Column("taken", Instant),
    Column("taker", PlainText),
    Index(
        "uq_resume_request_waiting",
        "run",
        unique=True,
        sqlite_where=text("taken IS NULL"),
        postgresql_where=text("taken IS NULL"),
    ),
)
