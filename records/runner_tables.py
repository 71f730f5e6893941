"""Tables of the processes that obey: which live, and what run each of them has in hand."""

from sqlalchemy import Column, ForeignKey, Integer, Table

from records.column_types import Instant, PlainText
from records.tables import METADATA

RUNNER = Table(
    "runner",
    METADATA,
    Column("holder", PlainText, primary_key=True),
    Column("started", Instant, nullable=False),
    Column("seen", Instant, nullable=False),
)

# What a runner was at when it ended without a word of the run: the next runner goes on with it.
RUNNER_JOB = Table(
    "runner_job",
    METADATA,
    Column("run", PlainText, ForeignKey("run.id"), primary_key=True),
    Column("holder", PlainText, nullable=False),
    Column("since", Instant, nullable=False),
    Column("tries", Integer, nullable=False),
)
