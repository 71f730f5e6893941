"""Tables of the console's users, their tokens and sessions.

Secrets stand here as SHA-256 only: a login token and the id of a session are 256 random bits, so a
slow hash would add nothing.
"""

from sqlalchemy import CheckConstraint, Column, ForeignKey, Index, Integer, String, Table
from sqlalchemy import UniqueConstraint as Unique

from records.column_types import Instant, PlainText
from records.tables import METADATA, SHA256_LENGTH

ACCOUNT = Table(
    "account",
    METADATA,
    Column("id", PlainText, primary_key=True),
    Column("name", PlainText, nullable=False),
    # The name in the form in which no two may be alike (NFC, case folded).
    Column("name_key", PlainText, nullable=False),
    Column("role", PlainText, nullable=False),
    Column("created", Instant, nullable=False),
    Column("disabled", Instant),
    # Who the user is at an identity provider; none for those who log in by token.
    Column("issuer", PlainText),
    Column("subject", PlainText),
    Column("preferences", PlainText, nullable=False),
    Unique("name_key"),
    Unique("issuer", "subject"),
    CheckConstraint("role IN ('viewer', 'analyst', 'lead', 'admin')", name="known_role"),
)

LOGIN_TOKEN = Table(
    "login_token",
    METADATA,
    Column("sha256", String(SHA256_LENGTH), primary_key=True),
    Column("account", PlainText, ForeignKey("account.id"), nullable=False),
    Column("made_by", PlainText, nullable=False),
    Column("made", Instant, nullable=False),
    Column("expires", Instant, nullable=False),
    Column("used", Instant),
    Column("revoked", Instant),
    Index(None, "account"),
)

CONSOLE_SESSION = Table(
    "console_session",
    METADATA,
    Column("sha256", String(SHA256_LENGTH), primary_key=True),
    Column("account", PlainText, ForeignKey("account.id"), nullable=False),
    Column("method", PlainText, nullable=False),
    Column("agent", PlainText, nullable=False),
    Column("opened", Instant, nullable=False),
    Column("seen", Instant, nullable=False),
    Column("ends", Instant, nullable=False),
    Column("ended", Instant),
    Index(None, "account"),
)

# Logins that failed, by the address that they came from, since an instant.
LOGIN_FAILURE = Table(
    "login_failure",
    METADATA,
    Column("address", PlainText, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("since", Instant, nullable=False),
)

# A login at an identity provider that is under way in one browser.
OIDC_LOGIN = Table(
    "oidc_login",
    METADATA,
    Column("state_sha", String(SHA256_LENGTH), primary_key=True),
    Column("visit_sha", String(SHA256_LENGTH), nullable=False),
    Column("nonce", PlainText, nullable=False),
    Column("verifier", PlainText, nullable=False),
    Column("target", PlainText, nullable=False),
    Column("expires", Instant, nullable=False),
    Column("used", Instant),
)
