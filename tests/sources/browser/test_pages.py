"""Pages that a role has opened in a browser: what is judged, what is told, and what is noise."""

from datetime import date
from pathlib import Path

import pytest

from agents.tools.pages import OpenPage, PageTools, visit_in
from contracts.cutoff import Known
from contracts.egress import EgressLog, EgressRule
from contracts.errors import FetchFailed, FetchRefused, InputError
from contracts.guard import BlockedHost
from records.files import Blobs
from sandboxes.sandbox import Labels
from sources.browser.browser import MOST_ASKED, log_with
from sources.browser.pages import BrowserPages, of_the_page
from sources.web.address import MAX_URL
from sources.web.opener import Errand
from tests.builders import texas_cutoff
from tests.servers.browser import PlayedBrowser, PlayedSession, line, seen

BLOCKED = (BlockedHost(host="bench.test", reason="benchmark"),)
NEWS = "https://news.test/a"
COPY = "https://cache.test/?u=https%3A%2F%2Fbench.test%2Fkey"


def opener(browser: PlayedBrowser) -> BrowserPages:
    return BrowserPages(browser, BLOCKED, Labels("run", "writer", 1, 1))


async def test_every_address_on_the_way_is_told_with_where_it_was_reached() -> None:
    through = ("http://news.test/a",)
    lines = (line("news.test"), line("images.bench.test", EgressRule.DENY_LIST))
    browser, errand = PlayedBrowser(seen(NEWS, b"Spent.", through=through), lines), Errand()
    page = await opener(browser).open(through[0], errand)
    assert page.final_url == NEWS
    assert [(hop.url, hop.status, hop.addresses) for hop in errand.hops] == [
        (through[0], 302, ("203.0.113.7",)),
        (NEWS, 200, ("203.0.113.7",)),
    ]
    assert errand.image == "sha256:browser"
    assert errand.egress is not None
    assert errand.egress.lines == lines


@pytest.mark.parametrize("where", ["redirect", "script", "end"])
async def test_a_copy_of_a_blocked_host_that_the_window_was_led_to_is_refused(where: str) -> None:
    page = {
        "redirect": seen(NEWS, b"Spent.", through=(NEWS, COPY)),
        "script": seen(NEWS, b"Spent.", asked=COPY),
        "end": seen(COPY, b"Spent."),
    }[where]
    errand = Errand()
    with pytest.raises(FetchRefused, match=r"bench\.test"):
        _ = await opener(PlayedBrowser(page, (line("cache.test"),))).open(NEWS, errand)
    assert errand.hops[-1].rule == "nested_host"
    assert errand.egress is not None


@pytest.mark.parametrize(
    ("url", "rule"), [("https://x.bench.test/", "blocked_host"), (COPY, "nested_host")]
)
async def test_a_refused_address_is_told_before_a_browser_is_opened(url: str, rule: str) -> None:
    browser, errand = PlayedBrowser(seen(NEWS, b"")), Errand()
    with pytest.raises(FetchRefused):
        _ = await opener(browser).open(url, errand)
    assert browser.opened == []
    assert [hop.rule for hop in errand.hops] == [rule]


async def test_a_failed_page_hides_no_address_that_its_window_was_led_to() -> None:
    failed = FetchFailed("it leads on", 200, asked=(NEWS, COPY))
    errand = Errand()
    with pytest.raises(FetchRefused, match=r"bench\.test"):
        _ = await opener(PlayedBrowser(failed, (line("news.test"),))).open(NEWS, errand)
    assert [hop.rule for hop in errand.hops] == ["allowed", "nested_host"]


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ((f"https://cache.test/{'a' * MAX_URL}",), "spelling"),
        (tuple(f"https://news.test/{n}" for n in range(MOST_ASKED)), "too_many_redirects"),
    ],
)
async def test_an_address_that_is_cut_is_never_taken_for_a_whole_one(
    asked: tuple[str, ...], rule: str
) -> None:
    page, errand = seen(NEWS, b"Spent.")._replace(asked=asked), Errand()
    with pytest.raises(FetchRefused):
        _ = await opener(PlayedBrowser(page, (line("news.test"),))).open(NEWS, errand)
    assert errand.hops[-1].rule == rule


async def test_a_page_of_after_the_cutoff_is_kept_for_the_audit_and_not_shown(
    tmp_path: Path,
) -> None:
    body = b'<html><meta property="article:published_time" content="2026-02-27"><p>Spent.</p>'
    late, blobs = PlayedBrowser(seen(NEWS, body), (line("news.test"),)), Blobs(tmp_path)
    tools = PageTools(opener(late), texas_cutoff(date(2026, 1, 9)), blobs)
    outcome = await tools.open(OpenPage(url=NEWS, why="capital expenditures"))
    assert outcome.failed
    assert "after the cutoff" in outcome.text
    assert "Spent" not in outcome.text
    visit = visit_in(outcome.text, blobs)
    assert visit is not None
    assert visit.item is not None
    assert visit.item.card.times.known_by(texas_cutoff(date(2026, 1, 9))) is Known.AFTER
    assert visit.egress is not None


async def test_a_tunnel_is_in_the_log_when_the_proxy_has_told_of_it() -> None:
    read = list[str]()

    async def log() -> EgressLog:
        read.append("news.test")
        return await PlayedSession(
            PlayedBrowser(None, (line("news.test"),) * (len(read) > 1))
        ).log()

    assert [entry.host for entry in (await log_with(log, "news.test")).lines] == ["news.test"]
    assert len(read) == 2


async def test_what_a_host_says_in_place_of_a_page_is_none() -> None:
    page, errand = seen(NEWS, b"Not found.")._replace(status=404), Errand()
    with pytest.raises(FetchFailed, match="answered 404"):
        _ = await opener(PlayedBrowser(page, (line("news.test"),))).open(NEWS, errand)
    assert [(hop.url, hop.status) for hop in errand.hops] == [(NEWS, 404)]


async def test_an_address_whose_page_cannot_be_read_is_told_all_the_same() -> None:
    browser, errand = PlayedBrowser(None, (line("news.test"),)), Errand()
    with pytest.raises(InputError):
        _ = await opener(browser).open(NEWS, errand)
    assert [(hop.url, hop.reason) for hop in errand.hops] == [(NEWS, "no text can be read")]
    assert errand.egress is not None


async def test_what_the_browser_asks_by_itself_is_no_page_and_nobodys_reach() -> None:
    own = "www.google.com"
    browser, errand = PlayedBrowser(seen(NEWS, b"")), Errand()
    with pytest.raises(FetchFailed, match="the browser itself asks it"):
        _ = await opener(browser).open(f"https://{own}/search?q=x", errand)
    assert browser.opened == []
    lines = (
        line(own, EgressRule.DENY_LIST),
        line("bench.test", EgressRule.DENY_LIST),
        line("finrubric-proxy", EgressRule.PORT),
    )
    noisy = PlayedBrowser(seen(NEWS, b""), lines)
    _ = await opener(noisy).open(NEWS, errand)
    assert errand.egress is not None
    assert of_the_page(errand.egress).lines == lines[1:2]
    # Whoever blocks such a host is told when it is reached for.
    blocked = [BlockedHost(host="google.com", reason="of the profile")]
    assert of_the_page(errand.egress, blocked).lines == lines[:2]
