"""What a run with the web is given: a browser where its scripts run in Docker, and services."""

import asyncio
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from cli.wiring import finder_of, page_images, pages_of
from contracts.cutoff import Cutoff
from contracts.errors import EngineMissing, InputError
from contracts.settings import Settings
from sandboxes.docker import DockerProvider
from sandboxes.egress_network import EgressProvider
from sandboxes.local import local_provider
from sandboxes.sandbox import Labels
from sandboxes.squid import Policy
from sources.browser.browser import DockerBrowser
from sources.browser.pages import InBrowser
from sources.pace import Pace
from sources.web.opener import FetchedPages, fetched
from sources.web.sec import Paced, PacedPages

CUTOFF = Cutoff(day=date(2025, 12, 31), zone="America/New_York")
LABELS = Labels("run", "writer", 1, 1)


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/none.sock")
    return Settings(tmp_path / "data", None, "finrubric/agent:current", 10)


async def test_only_where_scripts_run_in_docker_a_browser_is_wanted(settings: Settings) -> None:
    local = await local_provider()
    made = (await pages_of(settings, local, web=True))((), LABELS)
    assert isinstance(made, PacedPages)
    assert isinstance(made.opener, FetchedPages)
    docker = DockerProvider(settings, "sha256:0", "1")
    with pytest.raises(EngineMissing):
        _ = await pages_of(settings, docker, web=True)
    unused = (await pages_of(settings, docker, web=False))((), LABELS)
    assert isinstance(unused, PacedPages)
    assert isinstance(unused.opener, FetchedPages)


def test_a_run_knows_the_images_that_open_its_pages(settings: Settings, tmp_path: Path) -> None:
    egress = EgressProvider(settings, "sha256:1", Policy(()), "0" * 64)
    browser = DockerBrowser(egress, DockerProvider(settings, "sha256:2", "1"))
    pace = Pace(tmp_path / "pace", 5)
    assert page_images(Paced(InBrowser(browser), pace)) == "browser sha256:2 and proxy sha256:1"
    assert page_images(Paced(fetched, pace)) == ""


@pytest.mark.parametrize(
    ("contact", "key", "offered"),
    [
        (None, "", (False, False)),
        ("analyst@firm.example", "", (True, True)),
        (None, "sk-canary", (False, True)),
    ],
)
def test_a_finder_asks_what_is_configured(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    contact: str | None,
    key: str,
    offered: tuple[bool, bool],
) -> None:
    if key:
        monkeypatch.setenv("BRAVE_SEARCH_API_KEY", key)
    finder = finder_of(replace(settings, contact=contact), web=True)((), CUTOFF)
    assert (finder.has_filings, finder.has_search) == offered


def test_a_contact_that_is_none_is_refused_before_the_run(settings: Settings) -> None:
    odd = replace(settings, contact="nobody")
    with pytest.raises(InputError, match="FINRUBRIC_CONTACT holds no address"):
        _ = finder_of(odd, web=True)
    _ = finder_of(odd, web=False)


def test_without_a_contact_the_sec_is_not_asked(settings: Settings) -> None:
    finder = finder_of(settings, web=True)((), CUTOFF)
    with pytest.raises(InputError, match="FINRUBRIC_CONTACT is not set"):
        _ = asyncio.run(finder.filings("1", ()))
