"""Finding addresses during a run: EDGAR's lists and search, and search services of the web.

Nothing of a page is read here: what comes back are addresses to open. Every result is held against
the cutoff by our code, and one without a date does not pass. What is left out is counted and never
named, since a name that a service gave is a thing that a role has seen.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from contracts.cutoff import Cutoff
from contracts.errors import InputError
from contracts.fetching import Hop
from contracts.guard import BlockedHost
from contracts.host_names import blocked_by, hosts_in
from sources.as_of import Sifted
from sources.edgar.client import Edgar
from sources.edgar.filing import ARCHIVES, Filing
from sources.store.view import model_view
from sources.web.search_port import WebHit, WebSearch

MAX_FOUND = 20
"""Most results of one service that are listed."""


class Found(NamedTuple):
    """What one service found."""

    service: str
    lines: tuple[str, ...]
    """An address with what it is, each."""
    left_out: int
    """How many results were left out: not known by the cutoff, or not to be opened."""


class Finder:
    """The services that are configured, as of a cutoff."""

    def __init__(
        self,
        edgar: Edgar | None,
        searches: Sequence[WebSearch],
        blocked: Sequence[BlockedHost],
        cutoff: Cutoff,
        hops: Sequence[Hop] = (),
    ) -> None:
        """Ask `edgar` and `searches`, as far as they are configured; name nothing `blocked`.

        Args:
            edgar: the SEC's services.
            searches: services of the web.
            blocked: hosts that are not named.
            cutoff: the as-of day.
            hops: where those services' recorder puts what they ask.
        """
        self.hops = hops
        self._edgar = edgar
        self._searches = tuple(searches)
        self._blocked = tuple(blocked)
        self._cutoff = cutoff

    @property
    def has_filings(self) -> bool:
        """Whether EDGAR may be asked."""
        return self._edgar is not None

    @property
    def has_search(self) -> bool:
        """Whether anything can be searched."""
        return self.has_filings or bool(self._searches)

    async def filings(self, who: str, forms: Sequence[str]) -> Found:
        """An entity's filings that were public by the cutoff, newest first.

        Args:
            who: its CIK or its ticker.
            forms: such as `10-K`; none: all.

        Raises:
            InputError: EDGAR is not configured, or nobody has the ticker.
            FetchFailed: EDGAR gave no usable answer.
        """
        if self._edgar is None:
            raise InputError("EDGAR cannot be asked: FINRUBRIC_CONTACT is not set")
        digits = who.strip().upper().removeprefix("CIK")
        is_number = digits.isascii() and digits.isdigit()
        cik = int(digits) if is_number else await self._edgar.cik_of(who)
        return _of_edgar(await self._edgar.filings(cik, self._cutoff, forms=forms))

    async def search(self, words: str) -> tuple[Found, ...]:
        """What each service finds for some words.

        Raises:
            FetchFailed: a service gave no usable answer.
        """
        found: list[Found] = []
        if self._edgar is not None:
            found.append(_of_edgar(await self._edgar.search(words, self._cutoff)))
        for service in self._searches:
            answer = await service.search(words, self._cutoff, limit=MAX_FOUND)
            hits = [hit for hit in answer.hits if self._may_be_shown(hit)]
            lines = tuple(model_view(f"{hit.url}  {hit.title}") for hit in hits)
            left_out = len(answer.left_out) + len(answer.hits) - len(hits)
            found.append(Found(answer.service, lines, left_out))
        return tuple(found)

    def _may_be_shown(self, hit: WebHit) -> bool:
        # Of an undated page, title and address alone can tell what nobody knew at the cutoff.
        hosts = hosts_in(hit.title, self._blocked)
        return hit.day is not None and not any(blocked_by(host, self._blocked) for host in hosts)


FinderOf = Callable[[Sequence[BlockedHost], Cutoff], Finder]
"""Makes a run's finder, for its blocked hosts and its cutoff."""


def nothing(blocked: Sequence[BlockedHost], cutoff: Cutoff) -> Finder:
    """The finder of a run in which nothing is configured."""
    return Finder(None, (), blocked, cutoff)


def _of_edgar(sifted: Sifted[Filing]) -> Found:
    lines = tuple(map(model_view, _lines(sifted.passed[:MAX_FOUND])))
    return Found("EDGAR", lines, len(sifted.left_out))


def _lines(filings: Iterable[Filing]) -> Iterable[str]:
    """The whole submission of each: its head proves its date, a document alone does not."""
    for item in filings:
        folder = f"{ARCHIVES}/{item.cik}/{item.accession.replace('-', '')}"
        yield f"{folder}/{item.accession}.txt  {item.label}"
