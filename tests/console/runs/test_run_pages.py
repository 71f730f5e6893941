"""The list of runs and the page of one: what they say, what they hand out, what they refuse."""

import pytest

from console.access.roles import Role
from contracts.rubric import Rubric
from contracts.run_paths import RunPaths
from escalations.cancels import end_asked
from escalations.requests import resume_asked
from records.runners import LOST_AFTER, beat
from tests.console.browser import text_of
from tests.console.conftest import Console

pytestmark = pytest.mark.both

NOTE = "the question was asked twice"


@pytest.mark.both
async def test_the_list_says_where_each_run_stands(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    answer = await viewer.get("/runs")
    words = text_of(answer.text)
    assert answer.status_code == 200
    assert "1 to 4 of 4" in words
    for status in ("Accepted", "Waits for a person", "Stopped by its environment"):
        assert status in words
    assert "none: recorded answers" in words


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("state=waiting", {"blocked", "unsigned"}),
        ("state=accepted", {"accepted"}),
        ("state=stopped", {"stopped"}),
        ("state=going", set[str]()),
        ("text=block", {"blocked"}),
        ("text=' OR 1=1 --", set[str]()),
    ],
)
async def test_a_filter_leaves_what_fits(runs: Console, query: str, found: set[str]) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    text = (await viewer.get(f"/runs?{query}")).text
    shown = {
        run for run in ("accepted", "blocked", "stopped", "unsigned") if f"/runs/{run}" in text
    }
    assert shown == found
    if not found:
        assert "No run fits this filter" in text


async def test_a_page_behind_the_last_leads_back(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    assert "The list is not as long" in text_of((await viewer.get("/runs?page=2")).text)


@pytest.mark.parametrize("query", ["page=0", "page=x", f"text={'x' * 201}"])
async def test_an_address_that_means_nothing_is_refused(runs: Console, query: str) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    assert (await viewer.get(f"/runs?{query}")).status_code == 422


async def test_a_waiting_run_leads_to_its_item_and_offers_its_end(runs: Console) -> None:
    analyst = await runs.as_role(Role.ANALYST)
    text = (await analyst.get("/runs/blocked")).text
    assert 'href="/items/blocked-a1-validate-3"' in text
    assert 'action="/runs/blocked/cancel"' in text
    assert 'action="/runs/blocked/resume"' not in text
    assert 'data-stream="/runs/blocked/events"' in text
    viewer = await runs.as_role(Role.VIEWER)
    assert "/cancel" not in (await viewer.get("/runs/blocked")).text


async def test_a_stopped_run_says_by_what_and_offers_to_go_on(runs: Console) -> None:
    analyst = await runs.as_role(Role.ANALYST)
    answer = await analyst.get("/runs/stopped")
    assert "the disk is full" in text_of(answer.text), "without what a terminal would obey"
    assert 'action="/runs/stopped/resume"' in answer.text


async def test_an_accepted_run_shows_points_and_is_not_followed(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    answer = await viewer.get("/runs/accepted")
    assert 'href="/runs/accepted/rubric"' in answer.text
    assert "data-stream" not in answer.text
    assert "Points per row" in text_of(answer.text)
    assert 'class="outcome" width="60.0"' in answer.text


async def test_every_page_says_when_nobody_is_there_to_obey(runs: Console) -> None:
    viewer, now = await runs.as_role(Role.VIEWER), runs.parts.clock.now()
    warning = "No runner: decisions wait"
    assert warning in (await viewer.get("/settings")).text
    async with runs.parts.database.unit() as uow:
        await beat(uow, "another-host:1:1", now)
    assert warning not in (await viewer.get("/settings")).text
    async with runs.parts.database.unit() as uow:
        await beat(uow, "another-host:1:1", now - LOST_AFTER)
    text = (await viewer.get("/runs")).text
    assert warning in text
    assert "finrubric runs work" in text


async def test_a_session_that_was_not_held_is_not_found(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    for path in ("writer/1", "writer/1/raw", "nobody/1"):
        answer = await viewer.get(f"/runs/accepted/transcript/{path}")
        assert answer.status_code == 404, path


@pytest.mark.both
async def test_the_live_part_is_a_part_of_the_page(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    part = (await viewer.get("/runs/blocked/live")).text
    assert part.lstrip().startswith('<div data-word="blocked">')
    assert "<html" not in part


@pytest.mark.parametrize(
    "path", ["/runs/nobody", "/runs/nobody/live", "/runs/nobody/events", "/runs/nobody/rubric"]
)
async def test_a_run_that_is_not_there_is_not_found(runs: Console, path: str) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    assert (await viewer.get(path)).status_code == 404


@pytest.mark.both
async def test_a_stage_file_is_handed_out_as_it_lies_there(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    (file,) = [
        file
        for row in await runs.parts.journal.rows("accepted")
        for file in row.files
        if file.name == Rubric.contract_name
    ]
    name = file.path.rsplit("/", 1)[-1]
    answer = await viewer.get(f"/runs/accepted/stages/{name}")
    assert answer.content == (RunPaths(runs.parts.data, "accepted").stages / name).read_bytes()
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    path = RunPaths(runs.parts.data, "accepted").stages / name
    path.chmod(0o600)
    _ = path.write_bytes(answer.content.replace(b"60", b"61", 1))
    changed = await viewer.get(f"/runs/accepted/stages/{name}")
    assert changed.status_code >= 500, "other bytes than its step wrote are not handed out"


@pytest.mark.parametrize(
    "name", ["rubric.json", "..%2f..%2faudit.key", "%2e%2e", "lock-a1-1.00000000.json"]
)
async def test_what_the_journal_does_not_name_is_not_handed_out(runs: Console, name: str) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    assert (await viewer.get(f"/runs/accepted/stages/{name}")).status_code == 404


@pytest.mark.both
async def test_the_end_of_a_run_is_asked_for_with_a_reason_and_for_sure(runs: Console) -> None:
    analyst = await runs.as_role(Role.ANALYST, "Ada")
    short = await analyst.post("/runs/blocked/cancel", {"note": "no", "sure": "yes"})
    unsure = await analyst.post("/runs/blocked/cancel", {"note": NOTE})
    assert (short.status_code, unsure.status_code) == (422, 422)
    assert NOTE in unsure.text, "what was typed is kept"
    asked = await analyst.post("/runs/blocked/cancel", {"note": NOTE, "sure": "yes"})
    assert (asked.status_code, asked.headers["location"]) == (303, "/runs/blocked")
    async with runs.parts.database.reading() as reading:
        end = await end_asked(reading, "blocked")
    assert end is not None
    assert (end.by, end.note) == ("Ada", NOTE)
    text = (await analyst.get("/runs/blocked")).text
    assert f"Ada asked for the end of this run: {NOTE}" in text_of(text)
    assert "/cancel" not in text
    late = await analyst.post("/runs/accepted/cancel", {"note": NOTE, "sure": "yes"})
    assert late.status_code == 422
    assert "has ended as accepted" in text_of(late.text)


@pytest.mark.both
async def test_a_stopped_run_is_asked_to_go_on_once(runs: Console) -> None:
    analyst = await runs.as_role(Role.ANALYST, "Ada")
    for _ in range(2):
        assert (await analyst.post("/runs/stopped/resume")).status_code == 303
    async with runs.parts.database.reading() as reading:
        asked = await resume_asked(reading, "stopped")
    assert asked is not None
    assert (asked.by, asked.n) == ("Ada", 1)
    text = (await analyst.get("/runs/stopped")).text
    assert "Somebody asked that this run goes on" in text
    assert "/resume" not in text
    assert (await analyst.post("/runs/blocked/resume")).status_code == 422


@pytest.mark.both
async def test_a_rubric_is_read_and_taken_along(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    page = text_of((await viewer.get("/runs/accepted/rubric")).text)
    assert "11.8 %" in page
    assert "Readings not chosen" in page
    for form, kind in (("md", "text/markdown"), ("csv", "text/csv"), ("json", "application/json")):
        answer = await viewer.get(f"/runs/accepted/rubric/export.{form}")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert f'filename="accepted-rubric.{form}"' in answer.headers["content-disposition"]
    record = await viewer.get("/runs/accepted/rubric/export.record.json")
    assert record.json()["run"] == "accepted"
    assert (await viewer.get("/runs/accepted/rubric/export.exe")).status_code == 404
    assert (await viewer.get("/runs/blocked/rubric")).status_code == 404


async def test_an_unsigned_rubric_is_shown_and_given_to_no_program(runs: Console) -> None:
    viewer = await runs.as_role(Role.VIEWER)
    assert 'href="/runs/unsigned/rubric"' in (await viewer.get("/runs/unsigned")).text
    page = await viewer.get("/runs/unsigned/rubric")
    assert "Not yet signed: not accepted, not for grading" in text_of(page.text)
    forms = {"md": 200, "csv": 404, "json": 404, "record.json": 404}
    for form, status in forms.items():
        answer = await viewer.get(f"/runs/unsigned/rubric/export.{form}")
        assert answer.status_code == status, form
