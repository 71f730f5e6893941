"""What was typed on an item and not sent yet: nothing of it is lost, and it locks nobody out."""

import pytest
from sqlalchemy import update

from console.access.roles import Role
from contracts.contract import canonical
from contracts.draft import DecisionDraft
from escalations.decisions import decision_rows
from escalations.drafts import draft_of
from records.review_tables import DRAFT
from tests.builders import texas_rows
from tests.console.blocked import ITEM, RUN, blocked_run, role_files
from tests.console.browser import Fields, joined, text_of
from tests.console.conftest import Console
from tests.console.test_item import NOTE, PAGE, claimed, decided, hidden, opened

pytestmark = pytest.mark.both


async def _kept(console: Console, author: str = "Bo") -> DecisionDraft:
    async with console.parts.database.reading() as reading:
        found = await draft_of(reading, ITEM, author)
    assert found is not None
    return found.draft


async def test_a_control_character_in_any_field_locks_nobody_out(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    typed: Fields = {
        "kind": "edit\x07",
        "reason": "other\x0c",
        "note": NOTE,
        "finding": ["a\x01b"],
        "file:rows.json": '{"rows":\x0c []}',
        "file:no\x0bname": "x",
        "card_title": "Let\x0cter",
    }
    assert (await analyst.post(f"{PAGE}/draft", joined(fields, typed))).status_code == 303
    assert NOTE in await opened(analyst)
    draft = await _kept(console)
    assert (draft.kind, draft.findings) == ("edit", ("ab",))
    assert {file.name: file.text for file in draft.files} == {
        "rows.json": '{"rows": []}',
        "noname": "x",
    }


@pytest.mark.both
async def test_a_draft_that_cannot_be_read_is_told_of_and_replaced(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    _ = await analyst.post(f"{PAGE}/draft", joined(fields, {"note": "first"}))
    async with console.parts.database.unit() as uow:
        await uow.execute(update(DRAFT).values(body="{"))
    assert "cannot be read any more" in text_of(await opened(analyst))
    _ = await analyst.post(f"{PAGE}/draft", joined(fields, {"note": NOTE}))
    html = await opened(analyst)
    assert NOTE in html
    assert "cannot be read any more" not in html


async def test_files_that_were_begun_stay_in_form_and_draft(console: Console) -> None:
    _ = await blocked_run(console.parts)
    own = canonical(texas_rows()).decode()
    role_files(console.parts, {"rows.json": own})
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    edited = own.replace('"points":10000', '"points":9000')
    assert edited != own
    typed: Fields = {"kind": "edit", "reason": "other", "note": NOTE, "file:rows.json": edited}
    _ = await decided(analyst, joined(fields, typed))
    (row,) = await decision_rows(console.parts.database, RUN)
    undone = await analyst.post(f"{PAGE}/undo", {"decision": row.decision.id})
    assert undone.status_code == 303
    html = await opened(analyst)  # without ?edit=true
    assert 'name="file:rows.json"' in html
    assert "9000" in html
    only: Fields = {"kind": "edit", "note": "Only a note, from an older page."}
    _ = await analyst.post(f"{PAGE}/draft", joined(hidden(html), only))
    draft = await _kept(console)
    assert draft.note == only["note"]
    assert [file.name for file in draft.files] == ["rows.json"]
    refused = await decided(analyst, joined(hidden(html), {"kind": "edit", "note": "short"}), 422)
    assert "9000" in refused
    assert [file.name for file in (await _kept(console)).files] == ["rows.json"]


CARD: Fields = {"card_title": "Letter to holders", "card_published": "2025-08-07"}


async def test_card_and_reason_are_kept_and_shown_to_who_came_too_late(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    lead = await console.as_role(Role.LEAD, "Li")
    fields = await claimed(analyst)
    preset: Fields = {"card_zone": "America/New_York", "card_basis": "human"}
    _ = await analyst.post(f"{PAGE}/draft", joined(fields, preset))
    assert (await _kept(console)).card == ()
    _ = await analyst.post(f"{PAGE}/draft", joined(fields, preset, CARD))
    assert 'value="Letter to holders"' in await opened(analyst)
    _ = await lead.post(f"{PAGE}/takeover", {"reason": "Bo is away today"})
    late: Fields = {"kind": "return", "reason": "wrong_period", "note": NOTE}
    words = text_of(await decided(analyst, joined(fields, late, CARD), 409))
    assert "wrong period" in words
    assert "Letter to holders" in words


async def test_the_second_question_leaves_the_fuller_draft_alone(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    lead = await console.as_role(Role.LEAD, "Li")
    fields = await claimed(analyst)
    tick = "review-material@review:F1"
    typed: Fields = {"kind": "reject", "reason": "other", "note": NOTE}
    _ = await decided(analyst, joined(fields, typed, CARD, {"finding": [tick]}), 200)
    _ = await lead.post(f"{PAGE}/takeover", {"reason": "Bo is away today"})
    sure: Fields = {"confirmed": "yes"}
    assert tick in await decided(analyst, joined(fields, typed, sure), 409)
    draft = await _kept(console)
    assert draft.findings == (tick,)
    assert {field.name: field.text for field in draft.card} == {
        "title": "Letter to holders",
        "published": "2025-08-07",
    }
