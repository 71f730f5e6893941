"""Pages of a study, as a reviewer and a lead go through them without scripts."""

import re

import pytest

from console.access.roles import Role
from console.studies.store import create_study
from console.studies.verdicts import Item, items_of
from tests.console.browser import Browser, Fields, text_of
from tests.console.conftest import Console
from tests.console.studies.material import REVIEWERS, pairs_of, plan

HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(1)> & more"
VERDICT: Fields = {
    "do": "submit",
    "overall": "a",
    "dimension-scope": "unsure",
    "rationale": "A keeps to what was asked.",
}
SURE = {"sure": "yes"}


@pytest.fixture
async def study(console: Console) -> Console:
    await create_study(console.parts.database, console.parts.audit, plan(), pairs_of(2))
    return console


async def items(console: Console, name: str) -> tuple[Item, ...]:
    async with console.parts.database.reading() as reading:
        return await items_of(reading, "winter", name)


async def judge_all(console: Console, browser: Browser, name: str) -> None:
    for item in await items(console, name):
        answer = await browser.post(f"/studies/winter/review/{item.id}", VERDICT)
        assert answer.headers["location"] == "/studies/winter/review"


async def test_a_reviewer_goes_through_all_pairs(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    first, second = await items(study, "Ada")
    assert "Begin with pair 1" in text_of((await ada.get("/studies/winter")).text)
    for item in (first, second):
        answer = await ada.get("/studies/winter/review")
        assert answer.headers["location"] == f"/studies/winter/review/{item.id}"
        page = text_of((await ada.get(answer.headers["location"])).text)
        assert f"Pair {item.position} of 2" in page
        assert f"{item.position - 1} of 2 by you · {item.position - 1} of 6 in the study" in page
        _ = await ada.post(f"/studies/winter/review/{item.id}", VERDICT)
    answer = await ada.get("/studies/winter/review")
    assert answer.headers["location"] == "/studies/winter"
    assert "2 of 2 done" in text_of((await ada.get("/studies/winter")).text)


async def test_a_draft_is_typed_again_by_nobody(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    item = (await items(study, "Ada"))[0]
    place = f"/studies/winter/review/{item.id}"
    answer = await ada.post(place, {"do": "draft", "overall": "tie", "rationale": "half a thought"})
    assert answer.headers["location"] == f"{place}?saved=1"
    page = (await ada.get(f"{place}?saved=1")).text
    assert "The draft is saved" in page
    assert "half a thought" in page
    assert re.search(r'name="overall" value="tie" checked', page)


async def test_what_is_missing_is_named_and_what_was_typed_is_kept(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    item = (await items(study, "Ada"))[0]
    given: Fields = {"do": "submit", "overall": "b", "rationale": "too few"}
    answer = await ada.post(f"/studies/winter/review/{item.id}", given)
    page = text_of(answer.text)
    assert answer.status_code == 422
    assert "Scope: choose one." in page
    assert "Rationale: say why in at least 10 characters." in page
    assert "too few" in page
    assert 'href="#f-dimension-scope"' in answer.text
    assert 'value="b" checked' in answer.text


@pytest.mark.parametrize("field", ["overall", "dimension-scope"])
async def test_a_choice_that_no_form_offers_is_refused(study: Console, field: str) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    item = (await items(study, "Ada"))[0]
    answer = await ada.post(f"/studies/winter/review/{item.id}", {**VERDICT, field: "left"})
    assert answer.status_code == 422
    assert "A keeps to what was asked." in text_of(answer.text)


async def test_another_verdict_on_the_same_pair_is_a_conflict(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    place = f"/studies/winter/review/{(await items(study, 'Ada'))[0].id}"
    assert (await ada.post(place, VERDICT)).status_code == 303
    assert (await ada.post(place, VERDICT)).status_code == 303
    answer = await ada.post(place, {**VERDICT, "overall": "b", "rationale": "On second thoughts."})
    assert answer.status_code == 409
    assert "On second thoughts." in text_of(answer.text)


async def test_others_verdicts_are_refused_until_ones_own_is_final(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    ben = await study.as_role(Role.ANALYST, "Ben")
    await judge_all(study, ben, "Ben")
    place = f"/studies/winter/review/{(await items(study, 'Ada'))[0].id}"
    assert (await ada.get(f"{place}/others")).status_code == 403
    assert "keeps to what" not in text_of((await ada.get(place)).text)
    _ = await ada.post(place, VERDICT)
    answer = await ada.get(f"{place}/others")
    assert answer.status_code == 200
    assert "Ben : " in text_of(answer.text)
    assert "A keeps to what was asked." in text_of(answer.text)


async def test_the_page_says_where_anothers_words_call_ones_b_a(console: Console) -> None:
    # With this seed Cleo has the sides that the two others have not.
    await create_study(console.parts.database, console.parts.audit, plan(seed=1), pairs_of(2))
    browsers = {name: await console.as_role(Role.ANALYST, name) for name in REVIEWERS}
    for name, browser in browsers.items():
        await judge_all(console, browser, name)
    sides = {(who, one.pair): one for who in REVIEWERS for one in await items(console, who)}
    told: set[bool] = set()
    for (who, pair), mine in sides.items():
        place = f"/studies/winter/review/{mine.id}/others"
        page = text_of((await browsers[who].get(place)).text)
        for other in set(REVIEWERS) - {who}:
            is_told = f"{other} ’s A is your B" in page
            assert is_told == (sides[other, pair].left_is_a != mine.left_is_a)
            told.add(is_told)
    assert told == {True, False}


async def test_anothers_pair_is_refused(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    place = f"/studies/winter/review/{(await items(study, 'Ben'))[0].id}"
    assert (await ada.get(place)).status_code == 403
    assert (await ada.post(place, VERDICT)).status_code == 403
    assert (await ada.get("/studies/winter/review/ffff")).status_code == 404
    dan = await study.as_role(Role.ANALYST, "Dan")
    assert (await dan.get("/studies/winter/review")).status_code == 403


@pytest.mark.parametrize("page", ["results", "export.csv", "export.json"])
async def test_nothing_is_unblinded_before_the_reveal(study: Console, page: str) -> None:
    lead = await study.as_role(Role.ADMIN, "Lea")
    answer = await lead.get(f"/studies/winter/{page}")
    assert answer.status_code == 403
    assert not {"north", "south"} & set(text_of(answer.text).split())


async def test_a_lead_reveals_a_complete_study(study: Console) -> None:
    for name in REVIEWERS:
        await judge_all(study, await study.as_role(Role.ANALYST, name), name)
    lead = await study.as_role(Role.LEAD, "Lea")
    assert "Every verdict is in." in text_of((await lead.get("/studies/winter")).text)
    unsure = await lead.post("/studies/winter/reveal")
    assert (unsure.status_code, "tick that you are sure" in unsure.text) == (422, True)
    answer = await lead.post("/studies/winter/reveal", SURE)
    assert answer.headers["location"] == "/studies/winter/results"
    page = text_of((await lead.get("/studies/winter/results")).text)
    assert "north against south" in page
    assert "6 of 6 verdicts" in page
    assert "Q1: What did company 1 earn in 2024?" in page
    assert "Verdicts for A: 6, for B: 0," in page
    csv = await lead.get("/studies/winter/export.csv")
    assert csv.headers["content-disposition"] == 'attachment; filename="study-winter.csv"'
    assert csv.text.count("\r\n") == 7
    assert (await lead.get("/studies/winter/export.json")).json()["planned"] == 6


async def test_closing_early_needs_a_reason_which_is_kept(study: Console) -> None:
    lead = await study.as_role(Role.LEAD, "Lea")
    answer = await lead.post("/studies/winter/reveal", {"reason": "short", **SURE})
    assert answer.status_code == 422
    assert "0 of 6 verdicts" in text_of(answer.text)
    assert ">\nshort</textarea>" in answer.text
    _ = await lead.post("/studies/winter/reveal", {"reason": "nobody has the time", **SURE})
    page = text_of((await lead.get("/studies/winter/results")).text)
    assert "Closed before every verdict was in: nobody has the time" in page
    assert "There is no verdict." in page


async def test_a_reviewer_may_not_reveal(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    assert (await ada.post("/studies/winter/reveal", {"reason": "want to know"})).status_code == 403
    assert "Reveal the systems" not in (await ada.get("/studies/winter")).text


async def test_the_list_shows_ones_own_progress(study: Console) -> None:
    ada = await study.as_role(Role.ANALYST, "Ada")
    page = text_of((await ada.get("/studies")).text)
    assert "Rubrics for questions on capital expenditure open 0 of 2 0 of 6" in page
    viewer = await study.as_role(Role.VIEWER, "Vic")
    assert "you do not review it" in text_of((await viewer.get("/studies")).text)


async def test_an_unknown_study_is_not_there(console: Console) -> None:
    lead = await console.as_role(Role.LEAD, "Lea")
    for place in ("/studies/x", "/studies/x/review", "/studies/x/results"):
        assert (await lead.get(place)).status_code == 404
    assert "There is no study yet" in text_of((await lead.get("/studies")).text)


async def test_what_people_and_models_wrote_is_only_text(console: Console) -> None:
    (pair,) = pairs_of(1)
    rows = (pair.left.rows[0].model_copy(update={"text": HOSTILE}),)
    hostile = pair.model_copy(
        update={"question": HOSTILE, "left": pair.left.model_copy(update={"rows": rows})}
    )
    await create_study(console.parts.database, console.parts.audit, plan(title=HOSTILE), [hostile])
    ada = await console.as_role(Role.LEAD, "Ada")
    place = f"/studies/winter/review/{(await items(console, 'Ada'))[0].id}"
    pages = [await ada.get(place)]
    _ = await ada.post(place, {**VERDICT, "rationale": HOSTILE})
    _ = await ada.post("/studies/winter/reveal", {"reason": HOSTILE, **SURE})
    pages += [await ada.get(f"/studies{rest}") for rest in ("", "/winter", "/winter/results")]
    pages.append(await ada.get(place))
    for page in pages:
        assert page.status_code == 200
        assert "alert(1)" in page.text
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
