"""The second example, whole: it waits, an analyst guides it, a runner obeys, the page shows it."""

import subprocess
import sys
from collections.abc import Generator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from console.access.roles import Role
from console.access.user import User
from console.access.users import add_user
from escalations.undo import UNDO_FOR
from records.clock import SystemClock
from tests.cli.process import ROOT, finrubric
from tests.console.chromium.person import sit_down
from tests.console.served import Served, served
from tests.examples.test_texas_early_story import EARLY, EXAMPLE, GUIDANCE

pytestmark = [pytest.mark.chromium, pytest.mark.timeout(600)]
RUN = "early"
WAIT_MS = 240_000


class Late(SystemClock):
    """A clock that goes after, so that a runner need not wait until nobody can undo."""

    def now(self) -> datetime:
        return super().now() - UNDO_FOR - timedelta(seconds=1)


@dataclass(frozen=True)
class Waiting:
    """A console over the example's run, which waits for a person."""

    served: Served
    data: Path


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Generator[Waiting]:
    data = tmp_path_factory.mktemp("story")
    played = finrubric(
        *("generate", f"@{EARLY / 'query.txt'}", "--cutoff", "2025-09-01"),
        *("--sources", str(EXAMPLE / "sources"), "--models", f"replay:{EARLY / 'recording'}"),
        *("--run", RUN, "--data", str(data)),
    )
    assert played.code == 5, played.err
    with served(data, clock=Late()) as console:
        yield Waiting(console, data)


async def _ben(console: Served) -> User:
    parts = console.parts
    async with parts.database.unit() as uow:
        at = parts.clock.now()
        return await add_user(uow, parts.audit, "Ben", Role.ANALYST, by="tests", at=at)


def test_an_analyst_guides_a_run_to_its_end(chromium: Browser, waiting: Waiting) -> None:
    ben = sit_down(chromium, waiting.served, waiting.served.call(_ben(waiting.served)))
    _ = ben.open("/queue")
    ben.page.get_by_role("button", name="Claim next").click()
    page = ben.page
    expect(page.locator("#why")).to_contain_text("ends after the cutoff 2025-09-01")
    page.get_by_role("radio", name="Retry").check()
    page.get_by_label("Reason code").select_option("wrong_period")
    page.get_by_label("Note").fill("The newest report was filed after the cutoff.")
    page.get_by_role("textbox", name="Guidance").fill(GUIDANCE)
    page.get_by_role("button", name="Decide", exact=True).click()
    page.get_by_role("link", name="Follow the run").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    command = ("runs", "work", "--once", "--data", str(waiting.data))
    runner = subprocess.Popen(
        [sys.executable, "-m", "cli", *command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        expect(page.get_by_text("Accepted").first).to_be_visible(timeout=WAIT_MS)
    finally:
        said, _ = runner.communicate(timeout=240)
    assert "accepted" in said
    assert any(url.endswith(f"/runs/{RUN}/live") for url in ben.asked)
    _ = ben.open(f"/runs/{RUN}/rubric")
    expect(page.get_by_role("main")).to_contain_text("12.8")
    assert (ben.strangers(), ben.policy_breaches()) == ([], [])
    ben.context.close()
