"""Pictures of the console's pages for `docs/console.md`: `python -m tests.console.screenshots`.

Two runs of the examples are played (about a minute), the queue is filled with runs made by hand,
and each page is taken as a browser shows it.
"""

import asyncio
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from console.access.roles import Role
from console.access.user import User
from console.parts import Parts
from console.studies.dimensions import DIMENSIONS
from console.studies.store import reveal
from console.studies.verdicts import Item, give_verdict, items_of, save_draft
from contracts.study import DimensionChoice, Overall, PairVerdict, VerdictDraft
from records.clock import SystemClock
from records.database import open_database
from tests.cli.process import ROOT, finrubric
from tests.conftest import CHROMIUM
from tests.console.chromium.conftest import ARGUMENTS
from tests.console.chromium.person import Person, sit_down
from tests.console.chromium.world import World, item_of, tell
from tests.console.conftest import parts_over
from tests.console.served import Served, served
from tests.records.material import SetClock, database_url

FOLDER = ROOT / "docs" / "images" / "console"
EXAMPLES = ROOT / "examples"
SOURCES = str(EXAMPLES / "texas_roadhouse" / "sources")
EARLY = "early-a1-validate-3"
GOING, OVER = "growth", "capex"
"""Studies of `examples/study`: one that goes on, and one that is revealed."""
SIDES: Mapping[str, str] = {"left": "checked", "right": "quick"}
SAID: Mapping[str, tuple[str, str, str]] = {
    "Ben": ("left", "left", "left"),
    "Cleo": ("left", "left", "tie"),
    "Lea": ("left", "right", "left"),
}
"""Made up: what each reviewer prefers of the three pairs."""


@dataclass(frozen=True)
class Picture:
    """One page, and how it is taken."""

    name: str
    path: str
    who: Role = Role.ANALYST
    is_dark: bool = False
    size: tuple[int, int] = (1440, 900)
    click: str = ""
    """A button that is pressed before."""


def pictures(world: World) -> tuple[Picture, ...]:
    """What `docs/console.md` shows, in its order."""
    item = f"/items/{EARLY}"
    return (
        Picture("queue", "/queue", Role.LEAD),
        Picture("escalation", item),
        Picture("escalation-dark", item, is_dark=True),
        Picture("difference", f"/items/{item_of('open')}?row=R2"),
        Picture("decision", f"{item}#decide", click="Claim to decide"),
        Picture("run", "/runs/demo"),
        Picture("rubric", "/runs/demo/rubric"),
        Picture("evidence", "/runs/demo/evidence/10-K-2024"),
        Picture("study", f"/studies/{GOING}/review"),
        Picture("results", f"/studies/{OVER}/results"),
        Picture("audit", "/audit"),
        Picture("narrow", item, size=(320, 800)),
    )


def play(data: Path) -> None:
    """The first example to its end, and the second one until it waits."""
    cutoffs: Mapping[str, tuple[str, str, str, int]] = {
        "demo": ("texas_roadhouse", "texas_roadhouse/recording", "2026-01-09", 0),
        "early": ("texas_roadhouse_early", "texas_roadhouse_early/recording", "2025-09-01", 5),
    }
    for run, (question, recording, day, code) in cutoffs.items():
        done = finrubric(
            *("generate", f"@{EXAMPLES / question / 'query.txt'}", "--cutoff", day),
            *("--sources", SOURCES, "--models", f"replay:{EXAMPLES / recording}"),
            *("--run", run, "--data", str(data)),
        )
        assert done.code == code, done.err


def compare(data: Path) -> None:
    """The two studies."""
    sides = [f"--{side}={name}={EXAMPLES / 'study' / name}.jsonl" for side, name in SIDES.items()]
    for name in (GOING, OVER):
        done = finrubric(
            *("studies", "create", name, *sides, "--reviewers", "Ben,Cleo,Lea", "--as", "Lea"),
            *("--title", "Questions on capital expenditure and growth", "--seed", "2"),
            *("--data", str(data)),
        )
        assert done.code == 0, done.err


async def judge(parts: Parts) -> None:
    """All verdicts of the study that is over, and a draft in the one that goes on."""
    at = parts.clock.now()
    for by, preferred in SAID.items():
        async with parts.database.reading() as reading:
            items = await items_of(reading, OVER, by)
            (first, *_) = await items_of(reading, GOING, by)
        for item, side in zip(sorted(items, key=lambda one: one.pair), preferred, strict=True):
            await give_verdict(parts.database, OVER, item.id, verdict(item, side), by=by, at=at)
        draft = VerdictDraft(
            overall="a" if first.left_is_a else "b",
            dimensions=verdict(first, "left").dimensions[:3],
            rationale="The values can be graded without looking anything up; the other",
        )
        await save_draft(parts.database, GOING, first.id, draft, by=by, at=at)
    await reveal(parts.database, parts.audit, OVER, by="Lea", reason="", at=at)


def verdict(item: Item, side: str) -> PairVerdict:
    """A preference in the sides of who has the item; who likes neither is unsure of the rest."""
    sides: Mapping[str, Overall] = {
        "left": "a" if item.left_is_a else "b",
        "right": "b" if item.left_is_a else "a",
    }
    overall: Overall = sides.get(side, "tie")
    return PairVerdict(
        overall=overall,
        dimensions=tuple(DimensionChoice(name=one.name, choice=overall) for one in DIMENSIONS),
        rationale="An answer can be graded by it as it stands.",
    )


def take(browser: Browser, console: Served, user: User, picture: Picture, folder: Path) -> None:
    """Take one picture."""
    person = sit_down(browser, console, user)
    width, height = picture.size
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.emulate_media(color_scheme="dark" if picture.is_dark else "light")
    status = person.open(picture.path)
    assert status == 200, (picture.name, status)
    if picture.click:
        _press(person, picture)
    person.page.screenshot(path=folder / f"{picture.name}.jpg", type="jpeg", quality=65)
    person.context.close()


def _press(person: Person, picture: Picture) -> None:
    person.page.get_by_role("button", name=picture.click).click()
    person.page.wait_for_load_state()
    _ = person.open(picture.path.replace("#", "?row=#"))


def main(folder: Path) -> None:
    """Take them all."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as place:
        data = Path(place)
        play(data)
        compare(data)
        now = SystemClock().now()
        world = asyncio.run(_tell(data, now - timedelta(hours=5)))
        with (
            served(data) as console,
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS]) as browser,
        ):
            for picture in pictures(world):
                take(browser, console, world.people[picture.who], picture, folder)


async def _tell(data: Path, at: datetime) -> World:
    async with open_database(database_url(data)) as database:
        parts = parts_over(data, database, clock=SetClock(at))
        await judge(parts)
        return await tell(parts)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
