"""No page that every role may read tells words of a restricted source, wherever they stand."""

import re

import pytest

from console.access.roles import Permission, Role
from console.parts import Parts
from console.streams import open_streams
from contracts.contract import sha256_of
from contracts.factorization import Factorization
from contracts.model import ModelRequest, ModelResponse
from contracts.source import Corpus, SourceClass
from tests.builders import texas_corpus, texas_query
from tests.console.blocked import FINDINGS, ITEM, RUN, blocked_run, role_files
from tests.console.conftest import Console
from tests.console.test_routes import ROUTES
from tests.records.material import call_key, request, response

pytestmark = pytest.mark.both

CANARY = "our board means to close forty of the weaker restaurants before the summer"
SOURCE = texas_corpus().items[0].card.id
READ = tuple(
    route.path for route in ROUTES if route.method == "GET" and route.permission is Permission.READ
)
WHOLE = re.compile(r"/transcript/|/stages/")
"""What is handed out whole, and so not at all."""


def say(text: str) -> str:
    """What roles write, with words that they copied; the question is its asker's."""
    return text if text == texas_query().text else f"{text} It says: {CANARY}."


async def kept(parts: Parts, source_class: SourceClass, *, has_rows: bool = True) -> None:
    """A blocked run whose roles copied a source of some class wherever they write."""
    text = f"Minutes. Today {CANARY}, and nobody else knows.".encode()
    _ = parts.blobs.put(text)
    first, *others = texas_corpus().items
    card = first.card.model_copy(update={"source_class": source_class})
    items = (first.model_copy(update={"card": card, "snapshot": sha256_of(text)}), *others)
    found = tuple(one.model_copy(update={"message": say(one.message)}) for one in FINDINGS)
    _ = await blocked_run(
        parts, findings=found, has_rows=has_rows, say=say, given=Corpus(items=items)
    )
    role = "writer" if has_rows else "factorizer"
    role_files(parts, {f"{Factorization.contract_name}.json": say("{")}, role=role)

    async def send(_: ModelRequest) -> ModelResponse:
        return response(say("Done."))

    key = call_key().model_copy(update={"scope": f"run:{RUN}"})
    _ = await parts.ledger.once(request(key, say("Write.")), send, lease=None)


async def urls(parts: Parts) -> list[str]:
    """Every address that a viewer may ask for, of this run where it names one."""
    files = [file.path for row in await parts.journal.rows(RUN) for file in row.files]
    named = {"run": RUN, "item_id": ITEM, "source": SOURCE, "role": "writer", "form": "md"}
    found: list[str] = []
    for path in READ:
        filled = path
        for name, value in {**named, "session": "1", "number": "1"}.items():
            filled = filled.replace(f"{{{name}}}", value)
        names = [one.rsplit("/", 1)[-1] for one in files[-2:]] if "{name}" in filled else [""]
        found += [filled.replace("{name}", name) for name in names]
    rows = [f"/items/{ITEM}?{query}" for query in ("row=R2", "against=0")]
    return [*found, *rows]


async def test_a_viewer_reads_them_nowhere(console: Console) -> None:
    await kept(console.parts, "restricted")
    open_streams(console.app).is_ending = True
    viewer, analyst = await console.as_role(Role.VIEWER), await console.as_role(Role.ANALYST)
    whole = 0
    for url in await urls(console.parts):
        answer = await viewer.get(url)
        assert "close forty of the weaker" not in answer.text, url
        assert answer.status_code < 500, url
        if WHOLE.search(url):
            assert answer.status_code == 403, url
            whole += 1
    assert whole > 5
    for url in (f"/items/{ITEM}", f"/runs/{RUN}/evidence/{SOURCE}"):
        assert CANARY in (await analyst.get(url)).text, "there is something to be found"


async def test_what_a_role_left_in_its_folder_is_not_for_viewers(console: Console) -> None:
    await kept(console.parts, "internal", has_rows=False)
    viewer, analyst = await console.as_role(Role.VIEWER), await console.as_role(Role.ANALYST)
    url = f"/items/{ITEM}"
    hidden, shown = (await viewer.get(url)).text, (await analyst.get(url)).text
    assert "close forty" not in hidden
    assert "close forty" in shown
    assert "No rows yet" in hidden


async def test_of_public_sources_viewers_read_all(console: Console) -> None:
    await kept(console.parts, "public")
    viewer = await console.as_role(Role.VIEWER)
    for url in (
        f"/items/{ITEM}",
        f"/items/{ITEM}/transcript/writer/1",
        f"/runs/{RUN}/transcript/writer/1/raw",
    ):
        assert CANARY in (await viewer.get(url)).text, url
