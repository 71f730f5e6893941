"""A web page as it was opened in a browser: what was seen, when, and how it differs later."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.cutoff import DateBasis, Instant, SourceTime, SourceTimes
from contracts.ids import Sha256

MAX_SAMPLES = 20


class Redirect(Contract):
    """One step on the way to a page."""

    url: Words
    status: Annotated[int, Field(ge=0, le=999)]


class PageDate(Contract):
    """One date that a page states of itself, or that somebody states of it."""

    of: Literal["published", "updated"]
    stated: Words
    """As it was written."""
    where: Words
    """Where it stands, such as `meta article:published_time`."""
    time: SourceTime


class PageRecord(Contract):
    """One opening of one page; its bytes lie under their hashes."""

    contract_name = "page-record"

    url: Words
    """As it was asked for."""
    final_url: Words
    redirects: tuple[Redirect, ...]
    """Each address that sent the browser on, with its status."""
    status: Annotated[int, Field(ge=0, le=999)]
    media_type: Text
    title: Text
    opened_at: Instant
    body: Sha256
    """The bytes that the host sent for the page itself."""
    text: Sha256
    """What a reader sees: of a page as the browser lays it out, of a PDF its text."""
    screenshot: Sha256 | None
    dates: tuple[PageDate, ...]
    browser_image: Text
    """Digest of what the browser ran from; empty where the page was fetched without one."""
    memento: Text = ""
    """When the host took this copy, by its header `Memento-Datetime`; only archives send it."""
    egress: Sha256 | None
    """The log of all that was asked for meanwhile, an `egress-log`; none without a proxy."""

    def times(self) -> SourceTimes:
        """What is known of the page's age: of several stated dates the latest.

        A date that proves nothing stands only where no other is stated, and a web page has no
        proof of its version.
        """
        return page_times(self.dates, self.opened_at)


def page_times(dates: Sequence[PageDate], opened_at: datetime) -> SourceTimes:
    """What dates say of a page's age; see `PageRecord.times`."""
    return SourceTimes(
        published=_latest(dates, "published"),
        updated=_latest(dates, "updated"),
        retrieved=SourceTime.of_instant(opened_at, "UTC", DateBasis.FIRST_SEEN, False),
        version_proof="none",
    )


def _latest(dates: Sequence[PageDate], of: Literal["published", "updated"]) -> SourceTime | None:
    found = [date.time for date in dates if date.of == of]
    proving = [time for time in found if time.proves_date]
    return max(proving or found, key=lambda time: time.latest, default=None)


class PageComparison(Contract):
    """How a page that was opened again differs from the first time, by code."""

    contract_name = "page-comparison"

    first: Sha256
    """Fingerprint of the first record."""
    again: Sha256
    same_body: bool
    same_text: bool
    changed: tuple[Literal["final_url", "status", "media_type", "title", "dates"], ...]
    lines_added: Annotated[int, Field(ge=0)]
    lines_removed: Annotated[int, Field(ge=0)]
    added: Annotated[tuple[Text, ...], Field(max_length=MAX_SAMPLES)]
    """The first lines that are new, each cut after 200 characters."""
    removed: Annotated[tuple[Text, ...], Field(max_length=MAX_SAMPLES)]
    quotes_lost: tuple[Words, ...]
    """Quotes that stood in the first text and do not stand in the second."""

    @property
    def is_same(self) -> bool:
        """Whether a reader sees the same at the same place."""
        return self.same_text and not self.changed
