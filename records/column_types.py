"""The column types that SQLite and PostgreSQL store alike, and one that reads what they stored."""

from datetime import UTC, datetime

from sqlalchemy import Dialect, LargeBinary, String, Text, TypeDecorator
from sqlalchemy.types import TypeEngine

INSTANT_LENGTH = 32
"""Characters of `2026-01-09T12:00:00.000000+00:00`."""


class PlainText(TypeDecorator[str]):
    """Text without NUL and lone surrogates: SQLite would store them, PostgreSQL refuses them."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Refuse text that only one of the databases can keep."""
        if value is None:
            return None
        if "\x00" in value or any("\ud800" <= mark <= "\udfff" for mark in value):
            msg = f"text for the database holds NUL or a lone surrogate: {value[:80]!r}"
            raise ValueError(msg)
        return value


class Instant(TypeDecorator[datetime]):
    """An aware instant as UTC ISO text of one length, so that text order is time order."""

    impl = String(INSTANT_LENGTH)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Refuse naive datetimes; write the others in UTC with microseconds."""
        return None if value is None else instant_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read back an aware instant in UTC."""
        return None if value is None else datetime.fromisoformat(value)


class StoredBytes(TypeDecorator[bytes]):
    """What `cast` reads a text as, whatever somebody has put there: its bytes.

    SQLite keeps bytes that are no text and fails to read them as such; PostgreSQL takes none in.
    """

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[str] | TypeEngine[bytes]:
        """Let PostgreSQL give the text: its bytes would have to be asked for by another name."""
        if dialect.name == "postgresql":
            return dialect.type_descriptor(Text())
        return dialect.type_descriptor(LargeBinary())

    def process_result_value(self, value: str | bytes | None, dialect: Dialect) -> bytes | None:
        """Give the bytes in either case."""
        return value.encode() if isinstance(value, str) else value


def instant_text(value: datetime) -> str:
    """Write an aware instant as UTC ISO text with microseconds.

    Raises:
        ValueError: for a naive datetime.
    """
    if value.tzinfo is None:
        msg = f"{value!r} has no time zone; records keep aware instants only"
        raise ValueError(msg)
    return value.astimezone(UTC).isoformat(timespec="microseconds")
