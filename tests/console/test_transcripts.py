"""What a role said and did, shown to who may read it, from an item and from a run."""

import json

import pytest

from console.access.roles import Role
from console.reading.transcript import SHOWN
from contracts.model import ModelRequest, ModelResponse
from contracts.source import Corpus, SourceClass
from records.tool_log import ToolOutcome
from tests.builders import texas_corpus
from tests.console.blocked import ITEM, RUN, blocked_run
from tests.console.browser import text_of
from tests.console.conftest import Console
from tests.records.material import call_key, request, response

ASKED, ANSWERED = "Write the rows <b>now</b>.", "I shall look for capex first."
SOUGHT, FOUND = '{"query": "capex & Bubba\'s 33"}', "nothing of the kind " + "x" * SHOWN
WHERE = (f"/items/{ITEM}/transcript/writer/1", f"/runs/{RUN}/transcript/writer/1")


async def spoken(console: Console, source_class: SourceClass) -> None:
    """A session of one call with one tool, in a run with a source of some class."""
    first, *others = texas_corpus().items
    card = first.card.model_copy(update={"source_class": source_class})
    given = Corpus(items=(first.model_copy(update={"card": card}), *others))
    _ = await blocked_run(console.parts, given=given)
    key = call_key().model_copy(update={"scope": f"run:{RUN}"})

    async def say(_: ModelRequest) -> ModelResponse:
        return response(ANSWERED)

    async def find() -> ToolOutcome:
        return ToolOutcome(FOUND, failed=True)

    _ = await console.parts.ledger.once(request(key, ASKED), say, lease=None)
    _ = await console.parts.tool_log.once(key, 0, "search_sources", SOUGHT, find)


@pytest.mark.parametrize(
    ("source_class", "role"), [("public", Role.VIEWER), ("restricted", Role.ANALYST)]
)
async def test_who_may_read_a_session_reads_all_of_it(
    console: Console, source_class: SourceClass, role: Role
) -> None:
    await spoken(console, source_class)
    browser = await console.as_role(role)
    for url in WHERE:
        back = url.partition("/transcript")[0]
        assert f'href="{url}"' in (await browser.get(back)).text
        answer = await browser.get(url)
        words = text_of(answer.text)
        assert answer.status_code == 200
        assert f'href="{back}">Back</a>' in answer.text
        for said in (ASKED, ANSWERED, SOUGHT, FOUND[:SHOWN]):
            assert said in words, url
        assert "search_sources failed" in words
        assert f"{len(FOUND) - SHOWN} characters are left out here" in words


async def test_the_raw_document_leaves_nothing_out(console: Console) -> None:
    await spoken(console, "public")
    viewer = await console.as_role(Role.VIEWER)
    for url in WHERE:
        answer = await viewer.get(f"{url}/raw")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["content-disposition"] == (
            f'attachment; filename="{RUN}-writer-1.json"'
        )
        told = json.dumps(json.loads(answer.content), ensure_ascii=False)
        for said in (ASKED, ANSWERED, SOUGHT, FOUND):
            assert json.dumps(said, ensure_ascii=False)[1:-1] in told, url
