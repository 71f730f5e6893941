"""A decision is obeyed once, and recoveries are counted in rows, whatever dies in between."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest

from contracts.errors import InputError
from escalations.audit_verify import verify
from escalations.claims import claim
from escalations.decisions import decision_rows
from tests.orchestrator.altered import Altered
from tests.orchestrator.crash.bed import KILLED, Bed
from tests.orchestrator.crash.conftest import Play
from tests.orchestrator.crash.windows import Strike, Window
from tests.orchestrator.play import RUN, copied_example, played_services

FACTORIZER = "01-factorizer-1.json"


@pytest.fixture(scope="module")
def mistaken(nursery_play: Play, memory: Path) -> Bed:
    """A question whose date is not the cutoff, asked again in every attempt."""
    altered = Altered(copied_example(memory / "mistaken"))
    altered.loosen(FACTORIZER)
    for activation in (101, 201):
        altered.copy_turn(FACTORIZER, activation=activation)
    return Bed.made(nursery_play, memory / "mistaken", example=altered.example, day="2026-01-10")


def _retry(bed: Bed, data: Path, item: str) -> None:
    """Decide in a process that dies before the decision is committed, then in one after it.

    The claim of the first holds until it has expired.
    """
    for hours, window, waits in ((0, Window.UNDECIDED, item), (1, Window.DECISION, None)):
        assert bed.look(data).open_item == item
        ended = bed.retry(data, Strike("kill", window), hours=hours)
        assert ended.status == KILLED, (window, ended.error)
        assert bed.look(data).open_item == waits


async def _a_third_is_refused(bed: Bed, data: Path) -> None:
    """Nothing is left to be claimed, and the chain tells of two decisions, each obeyed once."""
    last = f"{RUN}-a3-factorize-1"
    async with played_services(data, example=bed.example) as services:
        db, now = services.database, services.clock.now()
        with pytest.raises(InputError, match=f"item '{last}' is closed"):
            await claim(db, last, holder="ada", lasting=timedelta(minutes=5), at=now)
        made = await decision_rows(db, RUN)
        assert [row.consumed is not None for row in made] == [True, True]
        report = await verify(db, services.audit)
    assert (report.rows, report.faults) == (2 * len(made), ())


def _struck(bed: Bed, data: Path, window: Window) -> None:
    ended = bed.go(data, Strike("kill", window, "recover"))
    assert ended.status == KILLED, (window, ended.error)


def test_two_killed_recoveries_are_two_and_the_third_is_refused(mistaken: Bed) -> None:
    data = mistaken.at("factorize")
    assert mistaken.go(data).said == "blocked"
    for attempt, windows in (
        (1, (Window.ENTERED, Window.STAGE_FILE)),
        (2, (Window.JOURNAL_ROW, Window.AFTER_WRITES)),
    ):
        _retry(mistaken, data, f"{RUN}-a{attempt}-factorize-1")
        for window in windows:
            _struck(mistaken, data, window)
        assert mistaken.go(data).said == ("blocked" if attempt == 1 else "failed")
    after = mistaken.look(data)
    assert (after.status, after.open_item) == ("failed", None)
    kinds = [kind for kind, _, _ in after.events]
    assert (kinds.count("escalated"), kinds.count("failed")) == (2, 1)
    stages = [json.loads(path.read_text())["body"]["attempt"] for path in _decisions(data)]
    assert sorted(stages) == [1, 2]
    asyncio.run(_a_third_is_refused(mistaken, data))


def _decisions(data: Path) -> list[Path]:
    return list((data / "runs" / RUN / "stages").glob("decision-*.json"))
