"""Pages of runs in a browser: without barriers, narrow, and a run that is followed live."""

import shutil
from collections.abc import Generator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from cli.archive import Archive, archive_of
from cli.console_items import ConsoleItems
from cli.console_runs import ConsoleRuns
from console.access.roles import Role
from contracts.event import EventKind
from records.clock import SystemClock
from records.runs import RunStatus, set_status
from tests import builders
from tests.console.chromium.conftest import NARROW, WIDE
from tests.console.chromium.look import barriers, contrasts, listen, overflow, small_targets
from tests.console.runs.conftest import kept_runs as kept_runs
from tests.console.served import Served, served
from tests.reports.sample import sample_rubric

pytestmark = pytest.mark.chromium
PAYLOAD = "<img src=x onerror=window.PWN=1>'\"><script>window.PWN=1</script>"
SOURCE = builders.texas_corpus().items[0].card.id
PATHS = (
    *("/runs", "/runs/accepted", "/runs/blocked", "/runs/stopped", "/audit"),
    *("/runs/accepted/rubric", f"/runs/unsigned/evidence/{SOURCE}"),
)
LOOK_MS = 20_000
A4_WIDTH = 680
"""What the margins leave of a sheet of A4, in pixels of CSS."""
_CUT = """width => [...document.querySelectorAll("main table, main pre, main svg, main td, main p")]
  .filter((one) => one.getClientRects().length)
  .filter((one) => one.getBoundingClientRect().right > width + 0.5
    || (getComputedStyle(one).overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1))
  .map((one) => one.outerHTML.slice(0, 120))"""
"""What paper would cut: wider than the sheet, or scrolled where nobody can scroll."""


class LatePorts:
    """Ports over the database that the console opens."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.console: Served | None = None

    @property
    def _archive(self) -> Archive:
        assert self.console is not None
        return archive_of(self._data, self.console.parts.database)

    @property
    def runs(self) -> ConsoleRuns:
        return ConsoleRuns(self._archive)

    @property
    def items(self) -> ConsoleItems:
        return ConsoleItems(self._archive, SystemClock())


@pytest.fixture
def runs_at(kept_runs: Path, tmp_path: Path) -> Generator[Served]:
    """A console over a copy of four runs, on a socket."""
    data = tmp_path / "data"
    _ = shutil.copytree(kept_runs, data)
    ports = LatePorts(data)
    with served(data, ports=ports) as console:
        ports.console = console
        yield console


@pytest.fixture
def analyst(chromium: Browser, runs_at: Served) -> Generator[Page]:
    """A window in which an analyst is logged in."""
    with ExitStack() as stack:
        context = chromium.new_context(
            base_url=runs_at.url, viewport={"width": WIDE[0], "height": WIDE[1]}
        )
        stack.callback(context.close)
        cookie, secret = runs_at.session("Ada", Role.ANALYST)
        context.add_cookies([{"name": cookie, "value": secret, "url": runs_at.url}])
        yield context.new_page()


def test_pages_of_runs_have_no_barriers(runs_at: Served, analyst: Page) -> None:
    noise = listen(analyst, runs_at.url)
    for path in PATHS:
        analyst.goto(path, wait_until="load")
        assert (noise.said, noise.elsewhere) == ([], []), path
        assert barriers(analyst) == [], path
        assert small_targets(analyst) == [], path
        assert overflow(analyst, NARROW[0]) == 0, path
        analyst.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        # What looks for barriers puts styles into the page, which the policy refuses.
        noise.said.clear()
    analyst.emulate_media(color_scheme="dark")
    for path in ("/runs/blocked", "/runs/accepted/rubric"):
        analyst.goto(path, wait_until="load")
        assert barriers(analyst) == [], path
    assert noise.elsewhere == []


def test_a_rubric_is_printed_whole_on_a4_in_black_on_white(analyst: Page) -> None:
    analyst.emulate_media(media="print", color_scheme="dark")
    analyst.goto("/runs/accepted/rubric", wait_until="load")
    for hidden in (".top", ".foot", ".no-print"):
        expect(analyst.locator(hidden).first).to_be_hidden()
    assert analyst.locator("button:visible, input:visible, select:visible").count() == 0
    body = analyst.locator("body")
    expect(body).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(body).to_have_css("color", "rgb(0, 0, 0)")
    assert contrasts(analyst) == []
    assert overflow(analyst, A4_WIDTH) == 0
    assert analyst.evaluate(_CUT, A4_WIDTH) == []
    pages = PdfReader(BytesIO(analyst.pdf(prefer_css_page_size=True))).pages
    text = " ".join(" ".join(one.extract_text() for one in pages).split())
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [595, 842]
    for row in sample_rubric().rows:
        assert " ".join(row.text.split()) in text
    for script in sample_rubric().scripts.scripts:
        assert script.text.split()[-1] in text, "what is folded on the screen is printed"
    assert "Log out" not in text


def test_a_run_is_followed_live_and_what_is_typed_stays(runs_at: Served, analyst: Page) -> None:
    """What happens shows without a reload; where the run ends, a note that was begun is kept."""
    parts = runs_at.parts
    noise = listen(analyst, runs_at.url)
    analyst.goto("/runs/stopped")
    expect(analyst.locator("#live-mode")).to_have_text("live", timeout=LOOK_MS)
    _ = runs_at.call(
        parts.events.add("stopped", EventKind.STAGE_STARTED, stage="factorize", detail=PAYLOAD)
    )
    expect(analyst.locator(".events")).to_contain_text("<img src=x", timeout=LOOK_MS)
    assert analyst.evaluate("window.PWN") is None
    # It is no longer known what stopped it, so the page was loaded again; now only a part changes.
    expect(analyst.locator(".activity")).to_contain_text("Interrupted", timeout=LOOK_MS)
    expect(analyst.locator("#live-mode")).to_have_text("live", timeout=LOOK_MS)
    _ = runs_at.call(parts.events.add("stopped", EventKind.TURN_STARTED, role="factorizer"))
    expect(analyst.locator("#live-spoken")).to_contain_text("Interrupted", timeout=LOOK_MS)
    analyst.get_by_text("End this run…").click()
    analyst.get_by_label("Why").fill("a note that was begun")

    async def ended() -> None:
        async with parts.database.unit() as uow:
            await set_status(uow, "stopped", RunStatus.CANCELLED)

    runs_at.call(ended())
    expect(analyst.get_by_text("The run has changed.")).to_be_visible(timeout=LOOK_MS)
    expect(analyst.get_by_label("Why")).to_have_value("a note that was begun")
    expect(analyst.locator(".activity")).to_contain_text("Cancelled")
    expect(analyst.locator("#live-mode")).to_have_text("ended")
    analyst.get_by_role("link", name="Load the page again").click()
    expect(analyst.get_by_label("Why")).to_have_count(0)
    assert (noise.said, noise.elsewhere) == ([], [])
