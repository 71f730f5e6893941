"""Search services of the web behind one port: words in, addresses out.

What a service says of a page proves nothing: its date is a hint, and the words that it quotes from
the page have no date at all, so they are not read. An address is opened before anything in it
counts. Blocked hosts and pages that the service itself dates after the cutoff are left out and
named.
"""

from collections.abc import Sequence
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple, Protocol

from contracts.contract import Text
from contracts.cutoff import Cutoff
from contracts.errors import FetchRefused
from contracts.guard import BlockedHost
from sources.as_of import Unshown
from sources.web.address import read_address

MAX_HITS = 20
MAX_TITLE = 300


class WebHit(NamedTuple):
    """A page that a service found."""

    url: str
    title: str
    hint: str
    """The date that the service gives it, as it writes it; empty where it gives none."""

    @property
    def day(self) -> date | None:
        """The hint as a day, where it is written as ISO 8601 or as mail writes it."""
        for read in (datetime.fromisoformat, parsedate_to_datetime):
            try:
                return read(self.hint).date()
            except ValueError:
                continue
        return None


class SearchService(Protocol):
    """One provider."""

    @property
    def name(self) -> str:
        """Who answers, such as `brave`."""
        ...

    async def find(self, words: str, *, until: date, limit: int) -> tuple[WebHit, ...]:
        """Pages for some words, best first; `until` is passed on as a filter of the service's own.

        Raises:
            FetchFailed: it gave no usable answer; never shows the key.
        """
        ...


class WebAnswer(NamedTuple):
    """What may be opened, and what was left out."""

    service: str
    hits: tuple[WebHit, ...]
    left_out: tuple[Unshown, ...]


class WebSearch:
    """A service under our policy."""

    def __init__(self, service: SearchService, blocked: Sequence[BlockedHost]) -> None:
        """Ask `service`; show no host of `blocked`."""
        self._service = service
        self._blocked = tuple(blocked)

    async def search(self, words: str, cutoff: Cutoff, *, limit: int = 10) -> WebAnswer:
        """Pages for some words that may be opened.

        Raises:
            FetchFailed: the service gave no usable answer.
        """
        most = max(1, min(limit, MAX_HITS))
        found = await self._service.find(words, until=cutoff.day, limit=most)
        hits: list[WebHit] = []
        left_out: list[Unshown] = []
        for hit in found[:most]:
            reason = self._against(hit, cutoff)
            if reason:
                left_out.append(Unshown(_cut(hit.url), reason))
            else:
                hits.append(hit._replace(title=_cut(hit.title)))
        return WebAnswer(self._service.name, tuple(hits), tuple(left_out))

    def _against(self, hit: WebHit, cutoff: Cutoff) -> str:
        try:
            _ = read_address(hit.url, self._blocked)
        except FetchRefused as error:
            return str(error)
        if hit.day is not None and hit.day > cutoff.day:
            return f"dated {hit.day} by {self._service.name}, after the cutoff {cutoff.day}"
        return ""


def _cut(text: Text) -> str:
    return "".join(mark for mark in text if mark.isprintable())[:MAX_TITLE]
