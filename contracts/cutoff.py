"""The as-of rule: what was known by the end of a calendar day in a named zone.

A cutoff is inclusive: everything published before the day after it begins, in its zone. A source
states its times as the earliest and the latest instant they can mean, so a bare date or month
stays as vague as it is. Zone names are those of the IANA time zone database.
"""

import re
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Annotated, Literal, Self, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, AwareDatetime, BeforeValidator, Field, model_validator

from contracts.contract import Contract
from contracts.errors import InputError

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ZONE = re.compile(r"UTC|[A-Z][A-Za-z]+(?:/[A-Za-z0-9_+-]+){1,2}")
_INSTANT = re.compile(r"[0-9-]{10}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|\+00:00)")
_FIRST_YEAR, _LAST_YEAR = 1990, 2100


def parse_cutoff_date(text: str) -> date:
    """Read a cutoff, `YYYY-MM-DD` and nothing else, between 1990 and 2100.

    Raises:
        InputError: another form, a day that does not exist, or a year out of range.
    """
    if not _DATE.fullmatch(text):
        msg = f"cutoff {text[:40]!r} is not a date of the form YYYY-MM-DD"
        raise InputError(msg)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        msg = f"cutoff {text} is not a day of the calendar"
        raise InputError(msg) from None
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        msg = f"cutoff {text} is not between {_FIRST_YEAR} and {_LAST_YEAR}"
        raise InputError(msg)
    return day


def _known_zone(name: str) -> str:
    if not _ZONE.fullmatch(name):
        msg = "must be UTC or an IANA name such as America/New_York"
        raise ValueError(msg)
    try:
        _ = ZoneInfo(name)
    except (ZoneInfoNotFoundError, OSError, ValueError):
        msg = f"{name} is not in the time zone database"
        raise ValueError(msg) from None
    return name


def _read_instant(value: object) -> object:
    if not isinstance(value, str):
        return value
    if not _INSTANT.fullmatch(value):
        msg = "must be an instant such as 2026-01-09T21:30:00Z"
        raise ValueError(msg)
    return datetime.fromisoformat(value)


def _in_utc(moment: datetime) -> datetime:
    if moment.utcoffset() != timedelta(0):
        msg = "must be in UTC"
        raise ValueError(msg)
    return moment.astimezone(UTC)


def _in_range(moment: datetime) -> datetime:
    if not datetime(1799, 12, 30, tzinfo=UTC) <= moment <= datetime(2201, 1, 2, tzinfo=UTC):
        msg = "must be between 1800 and 2200"
        raise ValueError(msg)
    return moment


Zone = Annotated[str, Field(max_length=60), AfterValidator(_known_zone)]
"""`UTC` or an Area/Location name of the IANA time zone database."""
Instant = Annotated[
    AwareDatetime,
    BeforeValidator(_read_instant),
    AfterValidator(_in_utc),
    AfterValidator(_in_range),
]
"""An aware instant in UTC, text ending in `Z` in JSON, between 1800 and 2200."""


def _start_of(day: date, zone: str) -> datetime:
    """First instant of a day in a zone; a midnight skipped or repeated by a clock change counts."""
    return datetime.combine(day, time.min, tzinfo=ZoneInfo(zone)).astimezone(UTC)


class Cutoff(Contract):
    """A calendar day, included to its end in a named zone."""

    day: Annotated[date, Field(ge=date(_FIRST_YEAR, 1, 1), le=date(_LAST_YEAR, 12, 31))]
    zone: Zone
    """Where the day ends; callers take America/New_York unless told otherwise."""

    def end_instant(self) -> datetime:
        """First instant after the cutoff, in UTC: an exclusive bound."""
        return _start_of(self.day + timedelta(days=1), self.zone)


class DateBasis(StrEnum):
    """Where a source's time was read."""

    FILING_INDEX = "filing_index"
    DOCUMENT_HEADER = "document_header"
    STRUCTURED_METADATA = "structured_metadata"
    TRANSCRIBED = "transcribed"
    """Copied from the text by a model or an analyst, and not looked up."""
    HUMAN = "human"
    INSTITUTION = "institution"
    """When the institution received it; private documents have no publication date."""
    HTTP_HEADER = "http_header"
    """Proves nothing: servers send the time of the last copy."""
    FIRST_SEEN = "first_seen"
    """When we fetched it; proves nothing about its publication."""


_PROVES_NOTHING = frozenset({DateBasis.HTTP_HEADER, DateBasis.FIRST_SEEN})

Precision: TypeAlias = Literal["instant", "day", "month", "year"]


class SourceTime(Contract):
    """One time of a source, as the earliest and the latest instant it can mean."""

    earliest: Instant
    latest: Instant
    """Last instant included: for a day, one microsecond before the next."""
    zone: Zone
    """Zone in which the source states the time."""
    precision: Precision
    basis: DateBasis
    verified: bool
    """Whether the time was checked against a second record, such as the filing index."""

    @model_validator(mode="after")
    def _bounds_are_ordered(self) -> Self:
        if self.earliest > self.latest:
            msg = "earliest is after latest"
            raise ValueError(msg)
        if self.precision == "instant" and self.earliest != self.latest:
            msg = "an instant has equal bounds"
            raise ValueError(msg)
        return self

    @property
    def proves_date(self) -> bool:
        """Whether its basis says anything about the source's own time."""
        return self.basis not in _PROVES_NOTHING

    @classmethod
    def of_instant(cls, moment: datetime, zone: str, basis: DateBasis, verified: bool) -> Self:
        """An exact aware moment, in any offset, stated in `zone`."""
        utc = moment.astimezone(UTC) if moment.tzinfo else moment
        return cls(
            earliest=utc, latest=utc, zone=zone, precision="instant", basis=basis, verified=verified
        )

    @classmethod
    def of_day(cls, day: date, zone: str, basis: DateBasis, verified: bool) -> Self:
        """A bare date: any instant of that day in `zone`."""
        after = day + timedelta(days=1)
        return cls._between(day, after, zone, "day", basis, verified)

    @classmethod
    def of_month(cls, year: int, month: int, zone: str, basis: DateBasis, verified: bool) -> Self:
        """A month such as January 2026: any instant of it in `zone`."""
        after = date(year + month // 12, month % 12 + 1, 1)
        return cls._between(date(year, month, 1), after, zone, "month", basis, verified)

    @classmethod
    def of_year(cls, year: int, zone: str, basis: DateBasis, verified: bool) -> Self:
        """A bare year: any instant of it in `zone`."""
        after = date(year + 1, 1, 1)
        return cls._between(date(year, 1, 1), after, zone, "year", basis, verified)

    @classmethod
    def _between(
        cls,
        first: date,
        after: date,
        zone: str,
        precision: Precision,
        basis: DateBasis,
        verified: bool,
    ) -> Self:
        _ = _known_zone(zone)
        return cls(
            earliest=_start_of(first, zone),
            latest=_start_of(after, zone) - timedelta(microseconds=1),
            zone=zone,
            precision=precision,
            basis=basis,
            verified=verified,
        )


VersionProof: TypeAlias = Literal[
    "accession", "archive_capture", "vintage", "hash_registry", "human", "none"
]
"""What proves that the text held is the text of that time; `none` for a page that can change."""


class Known(StrEnum):
    """Whether a source was known by a cutoff; the first two pass."""

    YES = "yes"
    UNVERIFIED = "unverified"
    """In time by a date that is transcribed or was not verified: passes with a warning."""
    AFTER = "after"
    """Published, or last changed, after the cutoff."""
    STRADDLES = "straddles"
    """The stated time is too vague to say on which side of the cutoff it lies."""
    UNDATED = "undated"
    """No publication time, or one that rests on a basis which proves nothing."""
    MUTABLE = "mutable"
    """Dated in time, but nothing proves that the text held is the text of then."""

    @property
    def passes(self) -> bool:
        """Whether the source may be used."""
        return self in (Known.YES, Known.UNVERIFIED)


class SourceTimes(Contract):
    """All times of a source, and what proves its version."""

    published: SourceTime | None = None
    """The ruling time: for a filing, its filing date; for a private document, its receipt."""
    updated: SourceTime | None = None
    """Last change of the version held."""
    accepted: SourceTime | None = None
    """Acceptance by the registry; kept beside the filing date and never ruling."""
    retrieved: SourceTime | None = None
    """When we fetched it; says nothing about publication."""
    version_proof: VersionProof

    def known_by(self, cutoff: Cutoff) -> Known:
        """Say whether the source was public before the end of the cutoff day in its zone.

        The published time rules. A change of the held version counts in the same way, when its
        basis proves anything: a text changed after the cutoff is not the text known by then,
        whatever proves the version. Without a version proof even a text in time is `mutable`.
        """
        published = self.published
        if published is None or not published.proves_date:
            return Known.UNDATED
        times = [published]
        if self.updated is not None and self.updated.proves_date:
            times.append(self.updated)
        end = cutoff.end_instant()
        if any(found.earliest >= end for found in times):
            return Known.AFTER
        if any(found.latest >= end for found in times):
            return Known.STRADDLES
        return self._in_time(published)

    def _in_time(self, published: SourceTime) -> Known:
        if self.version_proof == "none":
            return Known.MUTABLE
        if published.verified and published.basis is not DateBasis.TRANSCRIBED:
            return Known.YES
        return Known.UNVERIFIED
