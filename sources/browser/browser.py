"""Opening pages: the protocol, and Chromium in a container behind the egress proxy."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from contracts.egress import EgressLine, EgressLog, EgressRule
from contracts.errors import FetchFailed, FetchRefused
from contracts.fetching import FetchRule
from contracts.guard import BlockedHost
from contracts.host_names import blocked_by
from contracts.settings import Settings
from sandboxes.docker import DockerProvider, docker_provider
from sandboxes.egress import Egress, load_egress
from sandboxes.egress_network import EgressProvider, WayOut, egress_provider
from sandboxes.hardening import BROWSER_LIMITS
from sandboxes.safe_files import write_file
from sandboxes.sandbox import Labels, Workspace
from sources.browser.account import BODY_CAP, Account, page_of, read_account
from sources.browser.opener import ASK, FEATURES_OFF, OPENER
from sources.browser.page import Page
from sources.web.address import MAX_URL, read_address

SCRIPT = "open_page.py"
PAGE_S = 30.0
"""How long a page may take to load."""
OPEN_S = 90.0
"""How long one opening may take, with the browser's start."""
SETTLE_MS = 300
"""What a page's own scripts get after it has loaded."""
MOST_ASKED = 40
"""How many addresses a page may lead its window to."""
_LOOKS, _LOOK_S = 20, 0.1
ITS_OWN = tuple(
    BlockedHost(host=host, reason="the browser itself asks it, and no page of a source lies there")
    for host in (
        "accounts.google.com",
        "clients2.google.com",
        "update.googleapis.com",
        "www.google.com",
    )
)


_SEC = (BlockedHost(host="sec.gov", reason="asks programs for a contact"),)


class OpenBrowser(Protocol):
    """A browser whose way out is open."""

    async def open(self, url: str) -> Page:
        """Open a page in a fresh container.

        Raises:
            FetchRefused: the policy lets the address, or one that it leads to, not through.
            FetchFailed: no page came.
            SandboxError: container or proxy failed; safe to retry.
        """
        ...

    async def log(self) -> EgressLog:
        """What has been asked for so far, let through or refused."""
        ...


class Browser(Protocol):
    """Something that opens pages."""

    @property
    def image(self) -> str:
        """Digest of what the browser runs from."""
        ...

    def session(self, folder: Path, labels: Labels) -> AbstractAsyncContextManager[OpenBrowser]:
        """Open the way out of one activation; `folder` is ours and empty."""
        ...


@dataclass(frozen=True, slots=True)
class DockerBrowser:
    """Chromium in a container of its own for each page."""

    egress: EgressProvider
    pages: DockerProvider
    sec_agent: str = ""
    """How the browser presents itself to the SEC, which answers only programs that name someone."""
    most_bytes: int = BODY_CAP
    """Of a page, and of what it lays out."""

    @property
    def image(self) -> str:
        """The browser image's digest."""
        return self.pages.image

    @asynccontextmanager
    async def session(self, folder: Path, labels: Labels) -> AsyncGenerator[OpenBrowser]:
        """Open network and proxy; leaving the context removes both."""
        async with self.egress.open(folder / "proxy", labels) as way:
            yield _OpenDockerBrowser(self, way, folder, labels, count(1))


@dataclass(frozen=True, slots=True)
class _OpenDockerBrowser:
    browser: DockerBrowser
    way: WayOut
    folder: Path
    labels: Labels
    numbers: "count[int]"

    async def open(self, url: str) -> Page:
        """Open a page; see `OpenBrowser.open`."""
        address = read_address(url, self.browser.egress.policy.deny)
        workspace = Workspace(self.folder / f"page-{next(self.numbers)}").make()
        ask = {
            "url": address.url,
            "proxy": self.way.proxy,
            "timeout_ms": int(PAGE_S * 1000),
            "settle_ms": SETTLE_MS,
            "features_off": FEATURES_OFF,
            "agent": self.browser.sec_agent if blocked_by(address.host, _SEC) else "",
            "longest_url": MAX_URL,
            "most_asked": MOST_ASKED,
            "most_bytes": self.browser.most_bytes,
        }
        write_file(workspace.out, ASK, json.dumps(ask).encode())
        write_file(workspace.out, SCRIPT, OPENER.encode())
        opened_at = datetime.now(UTC).replace(microsecond=0)
        provider = replace(self.browser.pages, network=self.way.network)
        async with provider.session(workspace, self.labels) as sandbox:
            result = await sandbox.run_python(SCRIPT, timeout_s=OPEN_S)
        said = await asyncio.to_thread(read_account, url, workspace.out, result)
        host = urlsplit(said.final_url).hostname or ""
        self._require_open(url, said, await log_with(self.log, host))
        return await asyncio.to_thread(page_of, url, said, workspace.out, opened_at)

    async def log(self) -> EgressLog:
        """What has been asked for so far."""
        return await self.browser.egress.log(self.folder / "proxy")

    def _require_open(self, url: str, said: Account, log: EgressLog) -> None:
        """Refuse a page on whose way a host was refused, whatever came in its place."""
        hosts = [urlsplit(asked).hostname or "" for asked in (*said.asked, said.final_url)]
        lines = [line for line in log.lines if line.host in hosts]
        for line in lines:
            if blocked_by(line.host, ITS_OWN):
                raise FetchFailed(f"{url!r} leads to {line.host!r}, where no source lies")
            if not line.is_allowed and line.rule is not EgressRule.UNREACHABLE:
                raise FetchRefused(
                    f"{url!r} leads to {line.host!r}, which the proxy refused "
                    f"({line.rule.value}: {self._reason(line)})",
                    _AS_FETCHED.get(line.rule, FetchRule.BLOCKED_HOST).value,
                )
        answered = {line.host for line in lines if line.is_allowed}
        if said.failed or (urlsplit(said.final_url).hostname or "") not in answered:
            words = said.failed or "the host gave the proxy no answer"
            raise FetchFailed(f"{url!r} cannot be opened: {words}", said.status, said.asked)

    def _reason(self, line: EgressLine) -> str:
        for blocked in self.browser.egress.policy.deny:
            if line.host == blocked.host or line.host.endswith(f".{blocked.host}"):
                return blocked.reason
        return "see docs/sandboxes.md"


async def log_with(read: Callable[[], Awaitable[EgressLog]], host: str) -> EgressLog:
    """The log as soon as it tells of a host; else as it is after a while.

    The proxy tells of a tunnel when it is closed, which can be a moment after the browser's end.
    """
    log = await read()
    for _ in range(_LOOKS if host else 0):
        if any(line.host == host for line in log.lines):
            break
        await asyncio.sleep(_LOOK_S)
        log = await read()
    return log


_AS_FETCHED = {
    EgressRule.PORT: FetchRule.PORT,
    EgressRule.IP_LITERAL: FetchRule.IP_LITERAL,
    EgressRule.PRIVATE_ADDRESS: FetchRule.PRIVATE_ADDRESS,
}


async def docker_browser(
    settings: Settings, egress: Egress | None = None, *, outside: str = "bridge"
) -> DockerBrowser:
    """Find engine and images.

    Args:
        settings: names the images.
        egress: the policy; else the one that comes with finrubric.
        outside: the network through which the proxy reaches the world.

    Raises:
        EngineMissing: no engine answers.
        ImageMissing: it lacks the image of proxy or browser.
    """
    found = egress or load_egress()
    denied = {blocked.host for blocked in found.hosts}
    own = tuple(blocked for blocked in ITS_OWN if blocked.host not in denied)
    way = await egress_provider(
        settings, found._replace(hosts=(*found.hosts, *own)), outside=outside
    )
    pages = await docker_provider(replace(settings, agent_image=settings.browser_image))
    return DockerBrowser(way, replace(pages, limits=BROWSER_LIMITS))
