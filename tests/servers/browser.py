"""A browser that shows one page, whose proxy tells one log: a test makes both with builders."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from contracts.egress import EgressLine, EgressLog, EgressRule
from contracts.errors import FetchFailed, InputError
from contracts.page import Redirect
from sandboxes.sandbox import Labels
from sources.browser.page import Page

AT = datetime(2026, 1, 9, 15, 0, tzinfo=UTC)


@dataclass(frozen=True)
class PlayedBrowser:
    """See `sources.browser.browser.Browser`; it is opened and closed like the real one."""

    page: Page | FetchFailed | None
    """None: what came cannot be read."""
    lines: tuple[EgressLine, ...] = ()
    opened: list[str] = field(default_factory=list[str])
    image: str = "sha256:browser"

    @asynccontextmanager
    async def session(self, folder: Path, labels: Labels) -> AsyncGenerator["PlayedSession"]:
        assert folder.is_absolute()
        assert labels.role
        yield PlayedSession(self)


@dataclass(frozen=True)
class PlayedSession:
    browser: PlayedBrowser

    async def open(self, url: str) -> Page:
        self.browser.opened.append(url)
        if self.browser.page is None:
            raise InputError("no text can be read")
        if isinstance(self.browser.page, FetchFailed):
            raise self.browser.page
        return self.browser.page._replace(url=url)

    async def log(self) -> EgressLog:
        lines = self.browser.lines
        return EgressLog(policy="0" * 64, rules="0" * 64, proxy_image="sha256:proxy", lines=lines)


def seen(url: str, body: bytes, *, through: tuple[str, ...] = (), asked: str = "") -> Page:
    """A page that was opened at `url` at last."""
    return Page(
        url=url,
        final_url=url,
        redirects=tuple(Redirect(url=step, status=302) for step in through),
        status=200,
        media_type="text/html",
        title="Results",
        opened_at=AT,
        body=body,
        text=body.decode(),
        screenshot=b"\x89PNG",
        asked=(asked,) if asked else (),
    )


def line(host: str, rule: EgressRule = EgressRule.ALLOWED) -> EgressLine:
    """One line of the proxy's log."""
    return EgressLine(
        at=AT,
        rule=rule,
        method="CONNECT",
        host=host,
        port="443",
        server="203.0.113.7" if rule is EgressRule.ALLOWED else "",
        bytes_up=1,
        bytes_down=1,
    )
