"""Every table of the one database.

Existence is a row here, bytes are files. Points and money are integers, JSON is canonical text,
instants are UTC text of one length; the same schema serves SQLite and PostgreSQL.
A change here needs a revision in `records/migrations/versions`; a test compares the two.
"""

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    event,
    text,
)

from records.column_types import Instant, PlainText

SHA256_LENGTH = 64

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _run_key() -> Column[str]:
    return Column("run", PlainText, ForeignKey("run.id"), primary_key=True)


def _call_key() -> tuple[Column[str], Column[str], Column[int], Column[int], Column[int]]:
    return (
        Column("scope", PlainText, primary_key=True),
        Column("role", PlainText, primary_key=True),
        Column("activation", Integer, primary_key=True, autoincrement=False),
        Column("turn", Integer, primary_key=True, autoincrement=False),
        Column("call", Integer, primary_key=True, autoincrement=False),
    )


def _sha(name: str, *, nullable: bool = False) -> Column[str]:
    return Column(name, String(SHA256_LENGTH), nullable=nullable)


RUN = Table(
    "run",
    METADATA,
    Column("id", PlainText, primary_key=True),
    _sha("query_sha"),
    Column("cutoff", Date, nullable=False),
    Column("zone", PlainText, nullable=False),
    Column("profile", PlainText, nullable=False),
    _sha("lock_sha", nullable=True),
    Column("seed", PlainText, nullable=False),
    Column("sandbox", PlainText, nullable=False),
    Column("models", PlainText, nullable=False),
    Column("status", PlainText),
    Column("created", Instant, nullable=False),
)

LEASE = Table(
    "lease",
    METADATA,
    _run_key(),
    Column("holder", PlainText),
    Column("epoch", Integer, nullable=False),
    Column("expires", Instant, nullable=False),
)

JOURNAL = Table(
    "journal",
    METADATA,
    _run_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("attempt", Integer, nullable=False),
    Column("stage", PlainText, nullable=False),
    Column("n", Integer, nullable=False),
    Column("verdict", PlainText, nullable=False),
    Column("counters", PlainText, nullable=False),
    Column("active_ms", Integer, nullable=False),
    _sha("inputs_sha"),
    _sha("prev_sha"),
    _sha("row_sha"),
    Column("epoch", Integer, nullable=False),
    Column("at", Instant, nullable=False),
    UniqueConstraint("run", "stage", "inputs_sha"),
    UniqueConstraint("run", "attempt", "stage", "n"),
)

JOURNAL_FILE = Table(
    "journal_file",
    METADATA,
    Column("run", PlainText, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("name", PlainText, primary_key=True),
    Column("path", PlainText, nullable=False),
    _sha("sha256"),
    _sha("fingerprint"),
    Column("contract", PlainText, nullable=False),
    Column("version", Integer, nullable=False),
    ForeignKeyConstraint(["run", "seq"], ["journal.run", "journal.seq"]),
)

CALL = Table(
    "call",
    METADATA,
    *_call_key(),
    Column("attempt", Integer, nullable=False),
    _sha("request_sha"),
    Column("state", PlainText, nullable=False),
    Column("sent", Integer, nullable=False),
    Column("unknown", Integer, nullable=False),
    Column("active_ms", Integer, nullable=False),
    Column("t_intent", Instant, nullable=False),
    Column("t_sent", Instant),
    Column("t_end", Instant),
    _sha("response_sha", nullable=True),
    Column("input_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("cache_write_tokens", Integer),
    Column("output_tokens", Integer),
    Column("reasoning_tokens", Integer),
    Column("cost", Integer),
    Column("cost_basis", PlainText),
    Column("error", PlainText),
)

# What is left in a provider's buckets, in thousandths, at an instant, and until when nobody may ask
# it; runs share them.
RATE = Table(
    "rate",
    METADATA,
    Column("provider", PlainText, primary_key=True),
    Column("requests", BigInteger, nullable=False),
    Column("tokens", BigInteger, nullable=False),
    Column("at", Instant, nullable=False),
    Column("paused_until", Instant),
)

TOOL = Table(
    "tool",
    METADATA,
    *_call_key(),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("name", PlainText, nullable=False),
    _sha("arguments_sha"),
    Column("state", PlainText, nullable=False),
    _sha("result_sha", nullable=True),
    Column("failed", Boolean),
    Column("active_ms", Integer, nullable=False),
    Column("at", Instant, nullable=False),
)

# One row per source of a run, for sources that are fetched while it goes on; a local corpus stands
# in its own stage file, so nothing writes here yet.
SNAPSHOT = Table(
    "snapshot",
    METADATA,
    _run_key(),
    Column("source", PlainText, primary_key=True),
    _sha("sha256"),
    Column("card", PlainText, nullable=False),
)

EVENT = Table(
    "event",
    METADATA,
    _run_key(),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
    Column("stage", PlainText, nullable=False),
    Column("role", PlainText, nullable=False),
    Column("detail", PlainText, nullable=False),
)

BLOB = Table(
    "blob",
    METADATA,
    Column("sha256", String(SHA256_LENGTH), primary_key=True),
    Column("size", Integer, nullable=False),
)

ITEM_OF_A_RUN = (
    "kind = 'escalation' AND run IS NOT NULL AND attempt IS NOT NULL AND stage IS NOT NULL "
    "AND reason IS NOT NULL AND subject IS NULL AND question IS NULL"
)
ITEM_OF_ANOTHER_KIND = (
    "kind <> 'escalation' AND run IS NULL AND attempt IS NULL AND stage IS NULL "
    "AND reason IS NULL AND subject IS NOT NULL AND question IS NOT NULL"
)

# The human queue. An escalation is a run's; items of other kinds have a subject in its place.
ESCALATION = Table(
    "escalation",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("run", PlainText, ForeignKey("run.id")),
    Column("attempt", Integer),
    Column("stage", PlainText),
    Column("reason", PlainText),
    Column("subject", PlainText),
    Column("question", PlainText),
    Column("findings", PlainText, nullable=False),
    Column("state", PlainText, nullable=False),
    Column("opened", Instant, nullable=False),
    Column("kind", PlainText, nullable=False, server_default="escalation"),
    CheckConstraint(f"({ITEM_OF_A_RUN}) OR ({ITEM_OF_ANOTHER_KIND})", name="one_kind"),
    Index(
        "uq_escalation_open",
        "run",
        unique=True,
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
)

CLAIM = Table(
    "claim",
    METADATA,
    Column("item", PlainText, ForeignKey("escalation.id"), primary_key=True),
    Column("holder", PlainText),
    Column("token", Integer, nullable=False),
    Column("expires", Instant),
)

DECISION = Table(
    "decision",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("item", PlainText, ForeignKey("escalation.id"), nullable=False),
    Column("run", PlainText, ForeignKey("run.id")),
    Column("n", Integer, nullable=False),
    Column("attempt", Integer),
    Column("kind", PlainText, nullable=False),
    Column("body", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
    Column("consumed", Instant),
    Column("voided", Instant),
    Column("void_reason", PlainText),
    UniqueConstraint("item", "n"),
    Index(
        "uq_decision_in_force",
        "item",
        unique=True,
        sqlite_where=text("kind <> 'return' AND voided IS NULL"),
        postgresql_where=text("kind <> 'return' AND voided IS NULL"),
    ),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Instant, nullable=False),
    Column("actor", PlainText, nullable=False),
    Column("action", PlainText, nullable=False),
    Column("run", PlainText, nullable=False),
    Column("item", PlainText, nullable=False),
    Column("detail", PlainText, nullable=False),
    _sha("prev_mac"),
    _sha("mac"),
)

AUDIT_TRIGGERS = {
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
"""What each kind of database holds against a change of the chain; who drops them is found by the
MACs."""
for kind, statements in AUDIT_TRIGGERS.items():
    for statement in statements:
        event.listen(AUDIT, "after_create", DDL(statement).execute_if(dialect=kind))

CANCEL_REQUEST = Table(
    "cancel_request",
    METADATA,
    _run_key(),
    Column("by", PlainText, nullable=False),
    Column("at", Instant, nullable=False),
)
