"""Opening a page for a role: the protocol, and the opener that fetches.

`sources/browser/pages.py` has the one that opens pages in a browser.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from contracts.egress import EgressLog
from contracts.fetching import Hop
from contracts.guard import BlockedHost
from contracts.page import Redirect
from sandboxes.sandbox import Labels
from sources.browser.page import Page
from sources.store.document import document_of
from sources.web.fetch import Ask, Fetcher
from sources.web.network import Network

AGENT = "finrubric"
SEC = "sec.gov"
"""Answers only programs that name who runs them; nobody else is told."""


@dataclass(slots=True)
class Errand:
    """What one opening asked of the outside, told as it goes, however it ends."""

    hops: list[Hop] = field(default_factory=list[Hop])
    """Every address on the way, the refused one last."""
    egress: EgressLog | None = None
    """The proxy's own account, where there is a proxy."""
    image: str = ""
    """Digest of what the browser ran from, where there is a browser."""


class PageOpener(Protocol):
    """Something that opens pages under one policy."""

    async def open(self, url: str, errand: Errand) -> Page:
        """Open a page.

        Raises:
            FetchRefused: the policy refuses the address, or one that it leads to.
            FetchFailed: no page came.
            InputError: what came cannot be read.
            SandboxError: container or proxy failed; safe to retry.
        """
        ...


OpenerOf = Callable[[Sequence[BlockedHost], Labels], PageOpener]
"""Makes the opener of an activation, for a run's blocked hosts."""


class FetchedPages:
    """Opens a page by one fetch, redirects included, and no script of it."""

    def __init__(
        self, blocked: Sequence[BlockedHost], *, contact: str = "", network: Network | None = None
    ) -> None:
        """Open nothing of `blocked`; name `contact` to the SEC alone."""
        self._blocked = tuple(blocked)
        self._agents = {SEC: f"{AGENT} ({contact})"} if contact else {}
        self._network = network

    async def open(self, url: str, errand: Errand) -> Page:
        """Fetch the page; see `PageOpener.open`."""
        fetcher = Fetcher(
            self._blocked,
            user_agent=AGENT,
            agents=self._agents,
            network=self._network,
            record=errand.hops.append,
        )
        opened_at = datetime.now(UTC).replace(microsecond=0)
        found = await fetcher.fetch(Ask(url))
        return Page(
            url=found.hops[0].url,
            final_url=found.url,
            redirects=tuple(Redirect(url=hop.url, status=hop.status) for hop in found.hops[:-1]),
            status=found.hops[-1].status,
            media_type=_shown(found.content_type),
            title="",
            opened_at=opened_at,
            body=found.body,
            text=document_of(found.body).text,
            screenshot=None,
            memento=_shown(found.memento),
        )


def _shown(header: str) -> str:
    return "".join(mark for mark in header if mark.isprintable())[:200]


def fetched(
    blocked: Sequence[BlockedHost],
    labels: Labels,
    *,
    contact: str = "",
    network: Network | None = None,
) -> FetchedPages:
    """The opener that fetches; nothing of it stands anywhere that needs a label."""
    del labels
    return FetchedPages(blocked, contact=contact, network=network)
