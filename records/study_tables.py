"""Tables of blind studies: pairs of rubrics, sides, verdicts."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from records.column_types import Instant, PlainText
from records.tables import METADATA, SHA256_LENGTH

# A study is open until it is revealed; what it compares never changes after it was made.
STUDY = Table(
    "study",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("body", PlainText, nullable=False),
    Column("created", Instant, nullable=False),
    Column("revealed", Instant),
    Column("revealed_by", PlainText),
    Column("reason", PlainText),
    CheckConstraint(
        "(revealed IS NULL) = (revealed_by IS NULL) AND (revealed IS NULL) = (reason IS NULL)",
        name="revealed_whole",
    ),
)

STUDY_PAIR = Table(
    "study_pair",
    METADATA,
    Column("study", PlainText, ForeignKey("study.id"), primary_key=True),
    Column("pair", PlainText, primary_key=True),
    Column("n", Integer, nullable=False),
    Column("benchmark", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("left_sha", String(SHA256_LENGTH), nullable=False),
    Column("right_sha", String(SHA256_LENGTH), nullable=False),
    UniqueConstraint("study", "n"),
)

# One row per reviewer and pair, drawn when the study is made. Its id is what the reviewer's pages
# name: it is another one for every reviewer.
STUDY_ITEM = Table(
    "study_item",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("study", PlainText, nullable=False),
    Column("pair", PlainText, nullable=False),
    Column("reviewer", PlainText, nullable=False),
    Column("position", Integer, nullable=False),
    Column("left_is_a", Boolean, nullable=False),
    ForeignKeyConstraint(["study", "pair"], ["study_pair.study", "study_pair.pair"]),
    UniqueConstraint("study", "reviewer", "pair"),
    UniqueConstraint("study", "reviewer", "position"),
)

STUDY_DRAFT = Table(
    "study_draft",
    METADATA,
    Column("item", PlainText, ForeignKey("study_item.id"), primary_key=True),
    Column("body", PlainText, nullable=False),
    Column("saved", Instant, nullable=False),
)

STUDY_VERDICT = Table(
    "study_verdict",
    METADATA,
    Column("item", PlainText, ForeignKey("study_item.id"), primary_key=True),
    Column("body", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
)
