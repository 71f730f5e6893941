"""The page of an escalation, its forms, and what becomes of them; no scripts are needed."""

import asyncio
import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from console.access.roles import Role
from contracts.contract import canonical
from contracts.cutoff import DateBasis, SourceTime
from contracts.decision import DecisionKind
from contracts.escalation import Reason
from contracts.source import Corpus
from escalations.care import set_second_review
from escalations.claims import claim, claim_of
from escalations.decisions import decision_rows
from escalations.drafts import draft_of
from records.runs import RunStatus
from tests.builders import texas_corpus, texas_rows
from tests.console.blocked import FINDINGS, ITEM, RUN, blocked_run, role_files
from tests.console.browser import Browser, Fields, joined, text_of
from tests.console.conftest import Console
from tests.records.material import SetClock

pytestmark = pytest.mark.both

PAGE = f"/items/{ITEM}"
NOTE = "The newest report is after the cutoff."


async def opened(browser: Browser, url: str = PAGE, status: int = 200) -> str:
    answer = await browser.get(url)
    assert answer.status_code == status, answer.text[:2000]
    return answer.text


def cared(html: str) -> Fields:
    """The form of the assignment as a page sends it when nothing is changed on it."""
    form = html.partition('/assign"')[2].partition("</form>")[0]
    seen = dict(re.findall(r'name="(seen_\w+)" value="([^"]*)"', form))
    (due,) = re.findall(r'name="due" value="([^"]*)"', form)
    ticked = {"second_review": "on"} if re.search(r"value=\"on\" checked", form) else {}
    return joined(seen, {"assignee": seen["seen_assignee"], "due": due}, ticked)


def told(html: str) -> str:
    """What a page says is wrong, for a test that did not expect it."""
    return " ".join(re.findall(r'class="(?:errors|lead)".*?</(?:div|p)>', html, re.DOTALL))[:600]


async def decided(browser: Browser, fields: Fields, status: int = 303) -> str:
    """Send the form of the item."""
    answer = await browser.post(f"{PAGE}/decide", fields)
    assert answer.status_code == status, told(answer.text)
    return answer.text


async def claimed(browser: Browser) -> Fields:
    """Claim the item, and give the hidden fields of its form."""
    answer = await browser.post(f"{PAGE}/claim")
    assert answer.status_code == 303
    return hidden(await opened(browser))


def hidden(html: str) -> Fields:
    form = html[html.index('class="decision-form"') :]
    return {
        name: found[1]
        for name in ("token", "decision")
        if (found := re.search(rf'name="{name}" value="([^"]*)"', form))
    }


async def test_the_page_shows_why_what_changed_and_what_it_rests_on(console: Console) -> None:
    _ = await blocked_run(console.parts)
    html = await opened(await console.as_role(Role.VIEWER))
    words = text_of(html)
    assert "Two revisions did not satisfy the reviewer" in words
    assert "Error EVD-quote-absent R1" in words
    assert "Error review-material R2" in words
    assert "Submission 2 of attempt 1" in words
    assert "Against submission 1 of attempt 1: 1 changed" in re.sub(r"\d added, ", "", words)
    assert "Compare with" not in words  # there is one earlier version alone
    assert "points 100 → 60 (−40)" in words
    assert "+ added" in words
    assert "Because STR-credit: one row of 100 points gives no credit for a part" in words
    assert "<del>each</del><ins>every</ins>" in html
    assert "63 days before the cutoff" in words
    assert re.search(
        r"<mark>\| 13 weeks ended 2025-09-30 \| Bubba&#39;s 33 \| 10,797 \|</mark>", html
    )
    assert "Your role reads only" in words
    assert "Claim to decide" not in words


async def test_rows_and_findings_are_selected_by_their_links(console: Console) -> None:
    _ = await blocked_run(console.parts)
    browser = await console.as_role(Role.VIEWER)
    html = await opened(browser)
    links = re.findall(rf'href="{PAGE}\?((?:row|finding)=[^"#]*)#evidence"', html)
    assert {"row=R1", "row=R2", "row=R3", "finding=0", "finding=1", "finding=2"} <= set(links)
    assert "Evidence Row R3" in text_of(await opened(browser, f"{PAGE}?row=R3"))
    second = text_of(await opened(browser, f"{PAGE}?finding=0"))
    assert "Evidence Warning CUT-unverified" in second
    for wrong in ("row=R9", "finding=9", "finding=x", "against=9", "against=-1"):
        _ = await opened(browser, f"{PAGE}?{wrong}", 422)
    _ = await opened(browser, "/items/nothing", 404)


async def test_before_there_are_rows_the_page_says_so_and_shows_what_there_is(
    console: Console,
) -> None:
    _ = await blocked_run(
        console.parts, stage="contextualize", reason=Reason.PROTOCOL, findings=(), has_rows=False
    )
    words = text_of(
        await opened(await console.as_role(Role.ANALYST), f"/items/{RUN}-a1-contextualize-1")
    )
    assert "No rows yet" in words
    assert "BND6 · operation" in words
    assert "There is no evidence yet" in words


@pytest.mark.both
async def test_a_claim_is_taken_prolonged_and_given_back(console: Console, clock: SetClock) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    clock.pass_s(600)
    assert (await analyst.post(f"{PAGE}/renew", {"token": fields["token"]})).status_code == 303
    held = await claim_of(console.parts.database, ITEM, at=console.parts.clock.now())
    assert held is not None
    assert held.expires - console.parts.clock.now() == timedelta(minutes=15)
    assert "You have this item" in text_of(await opened(analyst))
    other = await console.as_role(Role.ANALYST, "Cy")
    refused = await other.post(f"{PAGE}/claim")
    assert refused.status_code == 409
    assert "Bo has it until" in refused.text
    assert (await analyst.post(f"{PAGE}/release", {"token": fields["token"]})).status_code == 303
    assert "Nobody has this item" in text_of(await opened(other))


@pytest.mark.both
async def test_a_lead_takes_over_with_a_reason_and_the_other_form_is_refused_with_its_words(
    console: Console,
) -> None:
    _ = await blocked_run(console.parts)
    analyst, lead = (
        await console.as_role(Role.ANALYST, "Bo"),
        await console.as_role(Role.LEAD, "Li"),
    )
    fields = await claimed(analyst)
    assert (await analyst.post(f"{PAGE}/takeover", {"reason": "x" * 20})).status_code == 403
    assert (await lead.post(f"{PAGE}/takeover", {"reason": "short"})).status_code == 422
    taken = await lead.post(f"{PAGE}/takeover", {"reason": "Bo is away today"})
    assert taken.status_code == 303
    typed: Fields = {"kind": "retry", "reason": "other", "note": NOTE, "guidance": "Take <Q2>."}
    refused = await analyst.post(f"{PAGE}/decide", joined(fields, typed))
    assert refused.status_code == 409
    words = text_of(refused.text)
    assert "Your claim 1 of item" in words
    assert "Li has it until" in words
    assert words.count(NOTE) == 1
    assert "Take <Q2>." in words
    assert await decision_rows(console.parts.database, RUN) == ()
    # What was typed comes back when the item does.
    async with console.parts.database.reading() as reading:
        kept = await draft_of(reading, ITEM, "Bo")
    assert kept is not None
    assert kept.draft.guidance == "Take <Q2>."


@pytest.mark.both
async def test_a_retry_is_decided_and_undone_and_its_words_are_back(
    console: Console, clock: SetClock
) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    typed: Fields = {"kind": "retry", "reason": "wrong_period", "note": NOTE, "guidance": "Q2."}
    for _ in range(2):  # a double click decides once
        _ = await decided(analyst, joined(fields, typed), 303)
    (row,) = await decision_rows(console.parts.database, RUN)
    assert (row.decision.kind, row.decision.guidance) == (DecisionKind.RETRY, "Q2.")
    words = text_of(await opened(analyst))
    assert "You decided to retry. The run goes on after a pause: 30 s left to undo it." in words
    other = await console.as_role(Role.LEAD, "Li")
    assert f'action="{PAGE}/undo"' not in await opened(other)
    named: Fields = {"decision": row.decision.id}
    assert (await other.post(f"{PAGE}/undo", named)).status_code == 422
    assert (await analyst.post(f"{PAGE}/undo", named)).status_code == 303
    html = await opened(analyst)
    assert "You have this item" in text_of(html)
    assert NOTE in html
    assert '<option value="wrong_period" selected>' in html
    again = await analyst.post(f"{PAGE}/decide", joined(hidden(html), typed))
    assert again.status_code == 303
    clock.pass_s(31)
    newest = (await decision_rows(console.parts.database, RUN))[-1].decision.id
    late = await analyst.post(f"{PAGE}/undo", {"decision": newest})
    assert late.status_code == 422
    assert "The run goes on after" not in text_of(await opened(analyst))


async def test_a_form_for_an_item_decided_meanwhile_is_answered_with_both(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst, lead = (
        await console.as_role(Role.ANALYST, "Bo"),
        await console.as_role(Role.LEAD, "Li"),
    )
    old = await claimed(analyst)
    _ = await lead.post(f"{PAGE}/takeover", {"reason": "Bo is away today"})
    typed: Fields = {"kind": "retry", "reason": "other", "note": "Decided by the lead now."}
    typed["guidance"] = "Take the second quarter."
    assert (
        await lead.post(f"{PAGE}/decide", joined(hidden(await opened(lead)), typed))
    ).status_code == 303
    refused = await analyst.post(f"{PAGE}/decide", joined(old, typed, {"note": NOTE}))
    assert refused.status_code == 409
    assert "Decided by the lead now." in refused.text
    assert NOTE in refused.text


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"kind": "retry", "note": "too short"}, "note", "at least 10"),
        ({"kind": "retry", "note": NOTE, "reason": "mood"}, "reason", "mood"),
        ({"kind": "dance", "note": NOTE}, "form", "dance"),
        ({"kind": "edit", "note": NOTE}, "files", "no file differs"),
        ({"kind": "retry", "note": NOTE, "card_title": "Report"}, "source", "no file was chosen"),
        ({"kind": "retry", "note": f"{NOTE}\x07"}, "note", "control character"),
        ({"kind": "relock", "note": NOTE}, "form", "relock"),
    ],
)
async def test_what_cannot_be_used_is_said_beside_its_field_and_nothing_is_lost(
    console: Console, typed: Fields, field: str, words: str
) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    refused = await analyst.post(
        f"{PAGE}/decide", joined(fields, {"guidance": "kept words"}, typed)
    )
    assert refused.status_code == 422
    assert words in text_of(refused.text)
    assert f'href="#f-{field}"' in refused.text
    assert f'id="f-{field}"' in refused.text
    assert "kept words" in refused.text
    assert await decision_rows(console.parts.database, RUN) == ()


async def test_an_edit_starts_from_the_roles_files_and_faults_stand_beside_the_text(
    console: Console,
) -> None:
    _ = await blocked_run(console.parts)
    own = canonical(texas_rows()).decode()
    role_files(console.parts, {"rows.json": own})
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    typed: Fields = {"kind": "edit", "reason": "wrong_value", "note": NOTE}
    kept = await analyst.post(f"{PAGE}/draft", joined(fields, typed, {"then": "edit"}))
    assert kept.headers["location"] == f"{PAGE}?edit=true#decide"
    html = await opened(analyst, f"{PAGE}?edit=true")
    assert NOTE in html
    assert "States {{T1}}" in html
    assert 'name="file:evidence.json"' in html
    broken = json.loads(own)
    broken["rows"][0]["points"] = "many"
    refused = await analyst.post(
        f"{PAGE}/decide", joined(fields, typed, {"file:rows.json": json.dumps(broken)})
    )
    assert refused.status_code == 422
    assert "<code>/rows/0/points</code>" in refused.text
    assert "&#34;many&#34;" in refused.text
    broken["rows"][0]["points"] = 9_000
    sent = {"file:rows.json": json.dumps(broken), "file:evidence.json": ""}
    made = await analyst.post(f"{PAGE}/decide", joined(fields, typed, sent))
    assert made.status_code == 303, told(made.text)
    (row,) = await decision_rows(console.parts.database, RUN)
    assert [file.name for file in row.decision.files] == ["rows.json"]


async def test_a_source_is_uploaded_with_its_card(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    card: Fields = {
        "card_id": "letter-2025",
        "card_title": "Letter to holders",
        "card_publisher": "Texas Roadhouse, Inc.",
        "card_form": "letter",
        "card_published": "2025-08-07",
        "card_zone": "America/New_York",
        "card_basis": "human",
        "card_version_proof": "human",
        "card_source_class": "public",
    }
    typed: Fields = {"kind": "retry", "reason": "evidence_missing", "note": NOTE}
    file = {"source": ("letter.md", b"# Letter\n\nCapital went to Bubba's 33.\n", "text/markdown")}
    wrong = joined(fields, typed, card, {"card_published": "soon"})
    refused = await analyst.post(f"{PAGE}/decide", wrong, files=file)
    assert refused.status_code == 422
    assert 'value="Letter to holders"' in refused.text
    made = await analyst.post(f"{PAGE}/decide", joined(fields, typed, card), files=file)
    assert made.status_code == 303, told(made.text)
    (row,) = await decision_rows(console.parts.database, RUN)
    (source,) = row.decision.sources
    assert (source.card.id, source.card.supplied_by) == ("letter-2025", "human")


async def test_only_a_lead_waives_and_only_what_can_be(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    typed: Fields = {
        "kind": "waive",
        "reason": "finding_unfounded",
        "note": NOTE,
        "finding": ["review-material@review:F1"],
    }
    _ = await decided(analyst, joined(fields, typed), 403)
    assert "Waiving takes the role lead." in text_of(await opened(analyst))
    _ = await analyst.post(f"{PAGE}/release", {"token": fields["token"]})
    lead = await console.as_role(Role.LEAD, "Li")
    fields = await claimed(lead)
    html = await opened(lead)
    assert 'value="review-material@review:F1"' in html
    assert 'value="EVD-quote-absent@' not in html
    no = await lead.post(
        f"{PAGE}/decide", joined(fields, typed, {"finding": ["EVD-quote-absent@x:"]})
    )
    assert no.status_code == 422
    _ = await decided(lead, joined(fields, typed), 303)
    (row,) = await decision_rows(console.parts.database, RUN)
    assert row.decision.kind is DecisionKind.WAIVE


async def test_a_retry_that_brings_nothing_new_is_asked_for_twice(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    typed: Fields = {"kind": "retry", "reason": "other", "note": NOTE, "guidance": " \n"}
    asked = text_of(await decided(analyst, joined(fields, typed), 200))
    assert "Retry with nothing new?" in asked
    assert "This run plays a recording" in asked
    assert NOTE in asked
    assert await decision_rows(console.parts.database, RUN) == ()
    assert NOTE in await opened(analyst)  # what was typed is kept for who goes back
    # A claim that has ended is said at once: nothing would come of a second question.
    _ = await decided(analyst, joined(fields, typed, {"token": "7"}), 409)
    _ = await decided(analyst, joined(fields, typed, {"confirmed": "yes"}), 303)
    (row,) = await decision_rows(console.parts.database, RUN)
    assert row.decision.kind is DecisionKind.RETRY


async def test_a_source_left_out_for_its_date_is_named_wherever_sources_are(
    console: Console,
) -> None:
    given = texas_corpus()
    late = SourceTime(
        earliest=datetime(2026, 2, 27, 5, tzinfo=UTC),
        latest=datetime(2026, 2, 28, 4, tzinfo=UTC),
        zone="America/New_York",
        precision="day",
        basis=DateBasis.FILING_INDEX,
        verified=True,
    )
    first, *others = given.items
    times = first.card.times.model_copy(update={"published": late})
    card = first.card.model_copy(update={"times": times})
    left = first.model_copy(update={"card": card})
    _ = await blocked_run(console.parts, given=Corpus(items=(left, *others)))
    viewer = await console.as_role(Role.VIEWER)
    words = text_of(await opened(viewer))
    assert f"1 source left out , shown to no role: {card.id} , 49 days after the cutoff" in words
    told = text_of(await opened(viewer, f"/runs/{RUN}"))
    assert told.count("Left out 49 days after the cutoff shown to no role") == 1
    page = text_of(await opened(viewer, f"/runs/{RUN}/evidence/{card.id}"))
    assert "Left out: shown to no role" in page


async def test_a_rejection_is_asked_for_twice(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    fields = await claimed(analyst)
    typed: Fields = {"kind": "reject", "reason": "question_unsound", "note": NOTE}
    asked = await analyst.post(f"{PAGE}/decide", joined(fields, typed))
    assert asked.status_code == 200
    assert "Reject this run?" in text_of(asked.text)
    assert NOTE in asked.text
    assert await decision_rows(console.parts.database, RUN) == ()
    done = await analyst.post(f"{PAGE}/decide", joined(fields, typed, {"confirmed": "yes"}))
    assert done.status_code == 303
    assert (await console.parts.runs.get(RUN)).status is RunStatus.REJECTED
    words = text_of(await opened(analyst))
    assert "Decided: reject by Bo; the runner has obeyed." in words
    assert f'action="{PAGE}/undo"' not in await opened(analyst)


@pytest.mark.both
async def test_a_second_reviewer_reads_nothing_of_the_first_before_their_own(
    console: Console,
) -> None:
    parts = console.parts
    _ = await blocked_run(parts)
    await set_second_review(
        parts.database, parts.audit, ITEM, wanted=True, by="Li", at=parts.clock.now()
    )
    first, second = (
        await console.as_role(Role.ANALYST, "Bo"),
        await console.as_role(Role.ANALYST, "Cy"),
    )
    typed: Fields = {"kind": "retry", "reason": "other", "note": "Words of the first reader."}
    typed["guidance"] = "Take the second quarter."
    fields = await claimed(first)
    assert "Give this opinion" in text_of(await opened(first))
    _ = await decided(first, joined(fields, typed), 303)
    assert "Your opinion is final" in text_of(await opened(first))
    assert "Words of the first reader." not in (await opened(second))
    fields = await claimed(second)
    assert "Words of the first reader." not in (await opened(second))
    typed = joined(typed, {"note": "Words of the second reader."})
    _ = await decided(second, joined(fields, typed), 303)
    (row,) = await decision_rows(parts.database, RUN)
    assert (row.decision.by, row.decision.kind) == ("Bo", DecisionKind.RETRY)
    for reviewer in (first, second):  # it is the decision of both
        assert f'action="{PAGE}/undo"' in await opened(reviewer)
    assert (await second.post(f"{PAGE}/undo", {"decision": row.decision.id})).status_code == 303
    assert "Words of the second reader." in await opened(second)


@pytest.mark.both
async def test_comments_and_assignment(console: Console) -> None:
    _ = await blocked_run(console.parts)
    viewer, analyst = await console.as_role(Role.VIEWER), await console.as_role(Role.ANALYST, "Bo")
    lead = await console.as_role(Role.LEAD, "Li")
    assert (await viewer.post(f"{PAGE}/comment", {"text": "hello"})).status_code == 403
    assert (await analyst.post(f"{PAGE}/comment", {"text": " "})).status_code == 422
    said = await analyst.post(f"{PAGE}/comment", {"text": "The <b>quarter</b>\r\nis late."})
    assert said.headers["location"] == f"{PAGE}#comments"
    assert "The &lt;b&gt;quarter&lt;/b&gt;\nis late." in await opened(viewer)
    seen = cared(await opened(lead))
    wish = joined(seen, {"assignee": "Bo", "due": "2026-01-12T16:30", "second_review": "on"})
    assert (await analyst.post(f"{PAGE}/assign", wish)).status_code == 403
    assert (await lead.post(f"{PAGE}/assign", joined(wish, {"due": "soon"}))).status_code == 422
    assert (await lead.post(f"{PAGE}/assign", wish)).status_code == 303
    words = text_of(await opened(viewer))
    assert "Assigned to Bo Due 2026-01-12 16:30 UTC" in words
    assert "two people who agree" in words


async def test_a_stale_assignment_form_changes_what_differs_on_it_or_nothing(
    console: Console,
) -> None:
    _ = await blocked_run(console.parts)
    lead = await console.as_role(Role.LEAD, "Li")
    _ = await console.add_user("Bo", Role.ANALYST)
    stale = cared(await opened(lead))
    wish = joined(stale, {"due": "2026-01-12T16:30", "second_review": "on"})
    assert (await lead.post(f"{PAGE}/assign", wish)).status_code == 303
    # The stale page has no tick at the second review, and neither this nor its due time is meant.
    assert (await lead.post(f"{PAGE}/assign", joined(stale, {"assignee": "bo"}))).status_code == 303
    words = text_of(await opened(lead))
    assert "Assigned to Bo Due 2026-01-12 16:30 UTC" in words
    assert "two people who agree" in words
    # Two wishes: the first could be fulfilled, the second has been overtaken.
    fresh = cared(await opened(lead))
    two = joined(
        fresh, {"seen_due": stale["seen_due"], "assignee": "Li", "due": "2026-01-13T09:00"}
    )
    two = {name: value for name, value in two.items() if not name.endswith("second_review")}
    late = await lead.post(f"{PAGE}/assign", two)
    assert late.status_code == 409
    assert "and is 2026-01-12 16:30 by now; nothing was changed" in text_of(late.text)
    assert "Assigned to Bo Due 2026-01-12 16:30 UTC" in text_of(await opened(lead))
    # The page of the refusal shows what stands now, and is sent again from there, knowingly.
    assert "What stands now assignee Bo due 2026-01-12T16:30" in text_of(late.text)
    form = late.text.partition(f'action="{PAGE}/assign"')[2].partition("</form>")[0]
    again = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    assert (await lead.post(f"{PAGE}/assign", again)).status_code == 303
    words = text_of(await opened(lead))
    assert "Assigned to Li Due 2026-01-13 09:00 UTC" in words
    assert "two people who agree" in words
    _ = await console.add_user("Vi", Role.VIEWER)
    fresh = cared(await opened(lead))
    reader = await lead.post(f"{PAGE}/assign", joined(fresh, {"assignee": "Vi"}))
    assert reader.status_code == 422


async def test_a_claim_that_is_sent_twice_is_one_claim(console: Console) -> None:
    _ = await blocked_run(console.parts)
    analyst = await console.as_role(Role.ANALYST, "Bo")
    twice = await asyncio.gather(*(analyst.post(f"{PAGE}/claim") for _ in range(2)))
    assert [answer.status_code for answer in twice] == [303, 303]
    held = await claim_of(console.parts.database, ITEM, at=console.parts.clock.now())
    assert held is not None
    assert (held.holder, held.token) == ("Bo", 1)


@pytest.mark.both
async def test_a_transcript_and_its_raw_document_are_of_the_items_run(console: Console) -> None:
    _ = await blocked_run(console.parts)
    browser = await console.as_role(Role.VIEWER)
    for url in (f"{PAGE}/transcript/writer/1", f"{PAGE}/transcript/writer/1/raw"):
        _ = await opened(browser, url, 404)


async def test_text_of_models_and_people_is_only_text(console: Console) -> None:
    hostile = "<img src=x onerror=alert(1)>\u202e{{ 7 * 7 }}"
    finding = FINDINGS[1].model_copy(update={"message": hostile})
    _ = await blocked_run(console.parts, findings=(finding,))
    analyst = await console.as_role(Role.ANALYST, "Bo")
    _ = await analyst.post(f"{PAGE}/comment", {"text": hostile})
    fields = await claimed(analyst)
    typed: Fields = {"kind": "retry", "note": hostile, "reason": "mood"}
    for html in (
        await opened(analyst),
        (await analyst.post(f"{PAGE}/decide", joined(fields, typed))).text,
    ):
        assert "<img src=x" not in html
        assert "\u202e" not in html
        assert "{{ 7 * 7 }}" in html


async def test_an_expired_claim_of_another_is_no_reason_to_wait(
    console: Console, clock: SetClock
) -> None:
    parts = console.parts
    _ = await blocked_run(parts)
    _ = await claim(
        parts.database, ITEM, holder="Zoe", lasting=timedelta(minutes=1), at=parts.clock.now()
    )
    analyst = await console.as_role(Role.ANALYST, "Bo")
    assert "Zoe has this item" in text_of(await opened(analyst))
    clock.pass_s(61)
    assert "Nobody has this item" in text_of(await opened(analyst))
    _ = await claimed(analyst)
