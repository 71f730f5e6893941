"""Opening a page for a role: the protocol, and the first opener, which fetches.

A page that code alone has dated passes the cutoff only where something proves its version: a
capture in the Internet Archive made by then, or a whole submission in EDGAR, which has its date.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import NamedTuple, Protocol
from urllib.parse import urlsplit

from contracts.cutoff import DateBasis, SourceTime, SourceTimes
from contracts.guard import BlockedHost
from contracts.page import page_times
from sources.browser.dates import dates_of
from sources.web.fetch import Ask, Fetcher, Recorder
from sources.web.network import Network

AGENT = "finrubric"
_CAPTURE = re.compile(r"/web/([0-9]{14})(?:[a-z]{2}_)?/")
_SUBMISSION = re.compile(r"/Archives/edgar/data/(?:[0-9]+/)+([0-9]{10}-[0-9]{2}-[0-9]{6})\.txt")
_HEAD_BYTES = 20_000


class Opened(NamedTuple):
    """One page as it came."""

    url: str
    """Where it came from at last."""
    body: bytes
    times: SourceTimes
    accession: str = ""
    """Of a submission to EDGAR."""
    screenshot: bytes | None = None


class PageOpener(Protocol):
    """Something that opens pages under one policy."""

    async def open(self, url: str, record: Recorder) -> Opened:
        """Open a page; `record` is told of every hop, the refused one included.

        Raises:
            FetchRefused: the policy refuses the address, or one that it leads to.
            FetchFailed: no page came.
        """
        ...


OpenerOf = Callable[[Sequence[BlockedHost]], PageOpener]
"""Makes the opener for a run's blocked hosts."""


class FetchedPages:
    """Opens a page by one fetch, redirects included, and no script of it."""

    def __init__(
        self, blocked: Sequence[BlockedHost], *, agent: str = AGENT, network: Network | None = None
    ) -> None:
        """Open nothing of `blocked`."""
        self._blocked = tuple(blocked)
        self._agent = agent
        self._network = network

    async def open(self, url: str, record: Recorder) -> Opened:
        """Fetch the page and date it; see `PageOpener.open`."""
        fetcher = Fetcher(
            self._blocked, user_agent=self._agent, network=self._network, record=record
        )
        found = await fetcher.fetch(Ask(url))
        times = page_times(dates_of(found.body, found.url), datetime.now(UTC))
        accession = _accession(found.url, found.body)
        if accession:
            times = times.model_copy(update={"version_proof": "accession"})
        return Opened(found.url, found.body, _captured(found.url, times), accession)


def _accession(url: str, body: bytes) -> str:
    """The number of a submission that says its own number at its head."""
    parts = urlsplit(url)
    found = _SUBMISSION.fullmatch(parts.path)
    if found is None or parts.hostname != "www.sec.gov":
        return ""
    number = re.escape(found[1].encode())
    stated = re.search(rb"^ACCESSION NUMBER:\s+" + number + rb"\s*$", body[:_HEAD_BYTES], re.M)
    return found[1] if stated else ""


def _captured(url: str, times: SourceTimes) -> SourceTimes:
    """Times of a capture: its text is of that moment, and was public then if not before."""
    parts = urlsplit(url)
    found = _CAPTURE.match(parts.path)
    if found is None or parts.hostname != "web.archive.org":
        return times
    try:
        moment = datetime.strptime(f"{found[1]} +0000", "%Y%m%d%H%M%S %z")
    except ValueError:
        return times
    taken = SourceTime.of_instant(moment, "UTC", DateBasis.STRUCTURED_METADATA, verified=False)
    has_date = times.published is not None and times.published.proves_date
    published = times.published if has_date else taken
    changes = {"published": published, "updated": taken, "version_proof": "archive_capture"}
    return times.model_copy(update=changes)
