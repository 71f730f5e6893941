"""The opener that opens pages in a browser: each in a network of its own behind the proxy.

One network for each page and none for the whole activation: so each log tells of one call, and is
recorded with its row before anything else happens.
"""

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from contracts.egress import EgressLine, EgressLog, EgressRule
from contracts.errors import FetchFailed, FetchRefused, InputError
from contracts.fetching import FetchRule, Hop
from contracts.guard import BlockedHost
from contracts.host_names import blocked_by
from sandboxes import squid
from sandboxes.sandbox import Labels
from sources.browser.browser import ITS_OWN, MOST_ASKED, Browser, DockerBrowser
from sources.browser.page import Page
from sources.web.address import read_address
from sources.web.opener import Errand
from sources.web.page_source import printable

_OK = 200


@dataclass(frozen=True, slots=True)
class BrowserPages:
    """Opens each page in a fresh browser; see `PageOpener`."""

    browser: Browser
    blocked: tuple[BlockedHost, ...]
    labels: Labels

    async def open(self, url: str, errand: Errand) -> Page:
        """Open the page; every address that its window was led to is judged as the first was."""
        try:
            address = read_address(url, self.blocked)
        except FetchRefused as error:
            errand.hops.append(_refused(url, error))
            raise
        if own := blocked_by(address.host, ITS_OWN):
            raise FetchFailed(f"{url!r} is not opened: {own.reason}")
        errand.image = self.browser.image
        folder = await asyncio.to_thread(tempfile.TemporaryDirectory, prefix="finrubric-")
        try:
            page = await self._visited(url, errand, Path(folder.name))
        except FetchRefused as error:
            errand.hops.append(_refused(url, error))
            raise
        except (FetchFailed, InputError) as error:
            status = error.status if isinstance(error, FetchFailed) else 0
            errand.hops.append(_hop(url, address.host, errand, status, str(error)))
            if isinstance(error, FetchFailed):
                self._judge(dict.fromkeys(_beyond(url, asked=error.asked), 0), errand)
            raise
        finally:
            await asyncio.to_thread(folder.cleanup)
        self._judge(_way(page), errand)
        if page.status != _OK:
            # A browser shows what a host says in place of a page; a source it is not.
            raise FetchFailed(f"{url!r} answered {page.status}", page.status)
        return page

    async def _visited(self, url: str, errand: Errand, folder: Path) -> Page:
        opened = None
        try:
            async with self.browser.session(folder, self.labels) as opened:
                return await opened.open(url)
        finally:
            # Complete only now that the proxy is gone; a log that cannot be read is no page.
            if opened is not None:
                errand.egress = await opened.log()

    def _judge(self, way: Mapping[str, int], errand: Errand) -> None:
        """What a path or query hides, such as the copy of a blocked host, no proxy can see."""
        for url, status in islice(way.items(), MOST_ASKED):
            try:
                address = read_address(url, self.blocked)
            except FetchRefused as error:
                errand.hops.append(_refused(url, error))
                raise
            errand.hops.append(_hop(url, address.host, errand, status))
        if len(way) > MOST_ASKED:
            rule = FetchRule.TOO_MANY_REDIRECTS
            error = FetchRefused(f"the page leads to more than {MOST_ASKED} addresses", rule)
            errand.hops.append(_refused([*way][MOST_ASKED], error))
            raise error


@dataclass(frozen=True, slots=True)
class InBrowser:
    """Makes the opener of an activation, as `OpenerOf` asks it."""

    browser: DockerBrowser

    def __call__(self, blocked: Sequence[BlockedHost], labels: Labels) -> BrowserPages:
        """Open nothing of `blocked`, which holds the hosts of the run's profile as well."""
        egress = self.browser.egress
        known = {entry.host for entry in blocked}
        own = tuple(entry for entry in ITS_OWN if entry.host not in known)
        policy = egress.policy._replace(deny=(*blocked, *own))
        browser = replace(self.browser, egress=replace(egress, policy=policy))
        return BrowserPages(browser, tuple(blocked), labels)


def of_the_page(log: EgressLog, blocked: Sequence[BlockedHost] = ()) -> EgressLog:
    """A log without what no role and no page reached for.

    That is what the browser asks by itself, and a picture in the proxy's own pages on a host that
    gave no answer; both are refused. A host that the run itself blocks stays in it.
    """
    own = tuple(entry for entry in ITS_OWN if blocked_by(entry.host, blocked) is None)
    lines = tuple(line for line in log.lines if line.is_allowed or not _is_noise(line, own))
    return log.model_copy(update={"lines": lines})


def _is_noise(line: EgressLine, own: Sequence[BlockedHost]) -> bool:
    if line.host == squid.NAME:
        return line.rule is EgressRule.PORT
    return line.rule is EgressRule.DENY_LIST and blocked_by(line.host, own) is not None


def _way(page: Page) -> Mapping[str, int]:
    """Every address that the window was led to, with its status where one is known."""
    statuses = {step.url: step.status for step in page.redirects}
    statuses[page.final_url] = page.status
    return {**statuses, **dict.fromkeys(_beyond(*statuses, asked=page.asked), 0)}


def _beyond(*known: str, asked: Sequence[str]) -> tuple[str, ...]:
    return tuple(url for url in dict.fromkeys(asked) if url not in known)


def _refused(url: str, error: FetchRefused) -> Hop:
    rule = FetchRule(error.rule)
    return Hop(url=printable(url), host="", addresses=(), rule=rule, reason=printable(str(error)))


def _hop(url: str, host: str, errand: Errand, status: int, reason: str = "") -> Hop:
    lines = errand.egress.lines if errand.egress else ()
    servers = (line.server for line in lines if line.host == host and line.server)
    return Hop(
        url=printable(url),
        host=host,
        addresses=tuple(dict.fromkeys(servers)),
        rule=FetchRule.ALLOWED,
        reason=printable(reason) if reason else "",
        status=status,
    )
