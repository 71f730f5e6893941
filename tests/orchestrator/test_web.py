"""A run that has the web: what its writer finds is a source, what it reaches for is audited."""

import asyncio
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from contracts.contract import Json
from contracts.request import RunRequest
from contracts.source import Corpus
from escalations.item import open_item_of
from orchestrator import nodes
from orchestrator.deps import Services
from orchestrator.lock import changes, find_all, lock_of
from orchestrator.materials import read_settled
from orchestrator.reader import read
from orchestrator.runner import start
from sources.web.opener import FetchedPages
from tests.orchestrator.altered import Altered
from tests.orchestrator.play import (
    RUN,
    Node,
    copied_example,
    deps_of,
    example_corpus,
    example_query,
    played_services,
    walk,
)
from tests.servers.network import PUBLIC, Server, StubNetwork, page, serve_raw
from tests.servers.wire import RawRequest

DENIED = "https://huggingface.co/datasets/answers"
CACHED = "https://cache.test/?u=https%3A%2F%2Fhuggingface.co%2Fdatasets%2Fanswers"
LATE = "https://news.test/late"
CAPTURE = "https://web.archive.org/web/20250301120000/https://news.test/capex"
WRITER_TURN = "04-writer-1.json"


def answer(request: RawRequest) -> bytes:
    day = "2026-02-27" if "late" in request.path else "2025-02-28"
    head = f'<meta property="article:published_time" content="{day}">'
    return page(f"<html><head>{head}</head><p>Capital expenditures rose.</p>")


@asynccontextmanager
async def on_the_web(data: Path, example: Path) -> AsyncGenerator[tuple[Services, Server]]:
    """Services whose pages come from a server on the loopback, below the product's own policy."""
    async with serve_raw(answer) as server, played_services(data, example=example) as services:
        names = {name: [[PUBLIC]] for name in ("news.test", "cache.test", "web.archive.org")}
        network = StubNetwork(canary=1, servers={PUBLIC: server.port}, answers=names)
        yield replace(services, pages=partial(FetchedPages, network=network)), server


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data of the example's run, started with the web, before its writer."""
    folder = tmp_path_factory.mktemp("web")
    asyncio.run(_begun(folder / "data", altered(folder).example))
    return folder / "data"


async def _begun(data: Path, example: Path) -> None:
    async with on_the_web(data, example) as (services, _):
        corpus = example_corpus(data, example).corpus
        request = RunRequest(query=example_query(example), corpus=corpus, web=True)
        await start(services, RUN, request, models="replay")
        deps = await deps_of(services)
        assert (await walk(deps, until=nodes.contextualize))[-1] == "done"
        await services.leases.release(deps.lease)


def altered(folder: Path, *urls: str) -> Altered:
    """The example, whose writer opens pages first."""
    found = Altered(copied_example(folder))
    found.loosen()
    calls: list[dict[str, Json]] = [{"url": url, "why": "capital spending"} for url in urls]
    found.begin_with(WRITER_TURN, "open_page", *calls)
    return found


async def test_a_denied_host_a_copy_of_it_and_a_late_page_block_the_run(
    tmp_path: Path, begun: Path
) -> None:
    data = Path(shutil.copytree(begun, tmp_path / "data"))
    example = altered(tmp_path, DENIED, CACHED, LATE).example
    async with on_the_web(data, example) as (services, server):
        assert (await walk(await deps_of(services), until=nodes.write))[-1] == "blocked"
        item = await open_item_of(services.database, RUN)
        results = await services.tool_log.results(f"run:{RUN}", "writer", 1)
    assert item is not None
    assert (item.stage, item.reason) == ("write", "trace_audit")
    found = {(finding.code, finding.pointer) for finding in item.findings}
    assert {
        ("AUD-blocked-host", "writer-1/1/1/0/hop 1"),
        ("AUD-blocked-host", "writer-1/1/1/1/hop 1"),
        ("AUD-source-late", "writer-1/1/1/2"),
    } <= found
    # Only the page that no spelling betrays was asked for, and nothing of it was shown.
    assert [request.path for request in server.requests] == ["/late"]
    assert not any("expenditures rose" in result.outcome.text for result in results[:3])


@pytest.mark.parametrize(
    ("last", "word"),
    [(nodes.write, "done"), pytest.param(nodes.validate, "passed", marks=pytest.mark.slow)],
)
async def test_what_a_writer_finds_is_a_source_of_later_stages_and_of_a_resumed_run(
    tmp_path: Path, begun: Path, last: Node, word: str
) -> None:
    data = Path(shutil.copytree(begun, tmp_path / "data"))
    example = altered(tmp_path, CAPTURE, CAPTURE).example
    async with on_the_web(data, example) as (services, server):
        deps = await deps_of(services)
        assert (await walk(deps, until=last))[-1] == word
        rows = await services.journal.rows(RUN)
        corpus = (await read(deps, Corpus, "write")).body
        (found,) = [item for item in corpus.items if item.card.supplied_by == "fetch"]
        assert found.card.times.version_proof == "archive_capture"
        assert len(server.requests) == 2
        # The same walk once more, from records: no stage is another one for what it found itself.
        assert (await walk(deps, until=last))[-1] == word
        assert await services.journal.rows(RUN) == rows
        settled = await read_settled(deps, 1, 1)
        assert found.card.id in settled.question.loaded.texts
        assert len(server.requests) == 2


def test_the_web_is_in_the_lock() -> None:
    models = {"writer": "a/one", "reviewer": "b/two"}
    then = lock_of(find_all("default", models))
    (line,) = changes(then, find_all("default", models, web=True))
    assert line == "tools tools: other bytes than at the start"
