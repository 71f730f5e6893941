"""The audit page: who did what, whether the chain holds, and the chain as lines."""

import json
from itertools import pairwise

import pytest

from console.access.roles import Role
from console.audit_watch import ANEW_AFTER
from console.reading.audit import PER_PAGE
from escalations.audit_chain import AuditAction, AuditEntry
from escalations.audit_verify import verify
from tests.console.browser import Browser, text_of
from tests.console.conftest import Console
from tests.escalations.test_audit_chain import tamper
from tests.records.material import NOON, SetClock

pytestmark = pytest.mark.both


async def fill(console: Console, rows: int) -> Browser:
    """A chain of comments on two runs by two people, and a viewer."""
    viewer = await console.as_role(Role.VIEWER)
    async with console.parts.database.unit() as uow:
        for number in range(rows):
            who, run = ("ada", "run-a") if number % 2 else ("bo<b>", "run-b")
            entry = AuditEntry(
                at=NOON,
                actor=who,
                action=AuditAction.RESUME_REQUESTED,
                run=run,
                item="",
                detail={"note": f"number {number} <script>"},
            )
            _ = await console.parts.audit.append(uow, entry)
    return viewer


async def test_rows_come_newest_first_and_page_by_page(console: Console) -> None:
    viewer = await fill(console, PER_PAGE + 5)
    first = (await viewer.get("/audit?action=resume_requested")).text
    assert f"{PER_PAGE + 5} rows, newest first" in text_of(first)
    assert f"number {PER_PAGE + 4} &lt;script&gt;" in first
    assert "number 4 &lt;script&gt;" not in first
    href = first.split('rel="next" href="')[1].split('"')[0].replace("&amp;", "&")
    second = (await viewer.get(href)).text
    assert "number 4 &lt;script&gt;" in second
    assert 'rel="next"' not in second


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("run=run-a", 3),
        ("actor=bo%3Cb%3E", 3),
        ("run=run-a&actor=bo%3Cb%3E", 0),
        ("action=decided", 0),
        ("run=' OR ''='", 0),
    ],
)
async def test_a_filter_leaves_what_fits(console: Console, query: str, count: int) -> None:
    viewer = await fill(console, 6)
    text = (await viewer.get(f"/audit?{query}")).text
    assert text.count("resume requested</th>") == count
    if not count:
        assert "No row fits this filter" in text


@pytest.mark.both
async def test_a_whole_chain_is_said_to_hold_and_a_changed_one_not(console: Console) -> None:
    viewer = await fill(console, 3)
    report = await verify(console.parts.database, console.parts.audit)
    whole = text_of((await viewer.get("/audit")).text)
    assert "The chain holds: 4 rows." in whole
    assert str(report.head) in whole
    await tamper(
        console.parts.database,
        "UPDATE audit SET detail = '{\"note\"', actor = 'eve' WHERE seq = 2",
    )
    assert (await viewer.post("/audit/check")).headers["location"] == "/audit"
    text = text_of((await viewer.get("/audit")).text)
    assert "The chain is broken" in text
    assert "row 2: was changed or not made with this key" in text
    assert "unreadable" in text


async def test_what_is_new_is_checked_at_each_look_and_all_again_after_a_while(
    console: Console, clock: SetClock
) -> None:
    viewer = await fill(console, 3)

    async def said() -> str:
        return text_of((await viewer.get("/audit")).text)

    assert "4 rows. " in await said()
    _ = await fill_more(console)
    later = await said()
    assert "The chain holds: 5 rows." in later
    assert "Added since, with seals checked just now: 1 row." in later
    await tamper(console.parts.database, "UPDATE audit SET actor = 'eve' WHERE seq = 2")
    assert "The chain holds" in await said()
    clock.pass_s(ANEW_AFTER.total_seconds())
    broken = await said()
    assert "row 2: was changed" in broken
    assert "The chain is broken" in broken


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE audit SET actor = 'eve' WHERE seq = 5", "row 5: was changed"),
        ("UPDATE audit SET actor = 'eve' WHERE seq = 4", "row 4: was changed"),
        ("UPDATE audit SET seq = 6 WHERE seq = 5", "row 5: missing"),
        ("DELETE FROM audit WHERE seq = 4", "row 4: missing"),
    ],
)
async def test_a_change_at_the_end_is_seen_at_the_next_look(
    console: Console, statement: str, fault: str
) -> None:
    viewer = await fill(console, 3)
    assert "The chain holds: 4 rows." in text_of((await viewer.get("/audit")).text)
    _ = await fill_more(console)
    await tamper(console.parts.database, statement)
    assert fault in text_of((await viewer.get("/audit")).text)


async def fill_more(console: Console) -> None:
    async with console.parts.database.unit() as uow:
        what = AuditAction.RESUME_REQUESTED
        entry = AuditEntry(NOON, "ada", what, "run-a", "", {"note": "one more"})
        _ = await console.parts.audit.append(uow, entry)


@pytest.mark.both
async def test_the_chain_is_exported_with_its_seals(console: Console) -> None:
    viewer = await fill(console, 5)
    answer = await viewer.get("/audit/export.jsonl?action=resume_requested")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert [line["actor"] for line in lines] == ["bo<b>", "ada", "bo<b>", "ada", "bo<b>"]
    assert [line["seq"] for line in lines] == sorted(line["seq"] for line in lines)
    assert all(later["prev_mac"] == line["mac"] for line, later in pairwise(lines))
