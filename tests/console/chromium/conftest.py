"""Debian's Chromium, driven by Playwright, and people who are logged in in it."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from console.access.roles import Role
from records.clock import SystemClock
from tests.conftest import CHROMIUM
from tests.console.chromium.control import unguarded
from tests.console.chromium.spiced import hostile
from tests.console.chromium.world import World, tell
from tests.console.served import Served, served
from tests.records.material import SetClock

ARGUMENTS = ("--no-sandbox", "--disable-quic", "--disable-background-networking")
WIDE, NARROW = (1440, 900), (320, 800)


@dataclass(frozen=True)
class Stage:
    """A console with something on every page, and who is in it."""

    served: Served
    world: World
    clock: SetClock


Opened: TypeAlias = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Generator[Browser]:
    """One browser for the tests of a module, which are not async: it has a loop of its own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
        yield browser
        browser.close()


@pytest.fixture
def console_at(tmp_path: Path, migrated: bytes) -> Generator[Served]:
    """A console over a fresh database, on a socket."""
    _ = (tmp_path / "finrubric.db").write_bytes(migrated)
    with served(tmp_path) as console:
        yield console


@pytest.fixture
def opened(chromium: Browser, console_at: Served) -> Generator[Opened]:
    """Opens a window, logged in as a new user of a role or (None) not at all."""
    with ExitStack() as stack:

        def made(role: Role | None, *, name: str = "", dark: bool = False, js: bool = True) -> Page:
            context = chromium.new_context(
                base_url=console_at.url,
                viewport={"width": WIDE[0], "height": WIDE[1]},
                color_scheme="dark" if dark else "light",
                java_script_enabled=js,
            )
            stack.callback(context.close)
            if role is not None:
                cookie, secret = console_at.session(name or f"The {role}", role)
                context.add_cookies([{"name": cookie, "value": secret, "url": console_at.url}])
            return context.new_page()

        yield made


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, migrated: bytes) -> Generator[Stage]:
    """Every text of others in it would run if it were taken for markup."""
    data = tmp_path_factory.mktemp("hostile")
    _ = (data / "finrubric.db").write_bytes(migrated)
    clock = SetClock(SystemClock().now())
    wraps = [unguarded(has_policy=one) for one in (False, True)]
    with served(data, clock=clock, wraps=wraps) as found:
        yield Stage(found, found.call(tell(found.parts, hostile())), clock)
