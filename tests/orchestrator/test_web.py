"""A run that has the web: what its writer finds is a source, what it reaches for is audited."""

import asyncio
import shutil
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from agents.roles import COMPOSER, REVIEWER
from agents.tools.pages import visit_in
from cli.archive import archive_of
from cli.run_pages import page_lines, tell_pages
from contracts.address_search import AddressSearch
from contracts.contract import Json, canonical, parse_contract
from contracts.counters import Counters
from contracts.egress import EgressLog, EgressRule
from contracts.event import EventKind
from contracts.evidence import UsedSource
from contracts.fetching import FetchRule, Hop
from contracts.guard import BlockedHost
from contracts.ids import Sha256, SourceId
from contracts.model import CallKey
from contracts.page import PageRecord
from contracts.page_reopening import PageReopenings
from contracts.passage import Quote
from contracts.request import RunRequest
from contracts.source import Corpus
from escalations.item import open_item_of
from gates.audit import audit_trace
from orchestrator import nodes
from orchestrator.assignment import Assignment
from orchestrator.deps import Deps, Services
from orchestrator.lock import changes, find_all, lock_of
from orchestrator.materials import Settled, read_question, read_settled, read_submitted
from orchestrator.reader import read
from orchestrator.reopening import as_shown, reopen
from orchestrator.runner import start, tell_sandbox
from orchestrator.stage import Outcome, Step, run_stage
from orchestrator.trace import read_activation, read_trace
from records.tool_log import ToolOutcome
from sources.browser.pages import BrowserPages
from sources.web.opener import fetched
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
from tests.servers.browser import PlayedBrowser, line, seen
from tests.servers.network import PUBLIC, Server, StubNetwork, page, serve_raw
from tests.servers.wire import RawRequest

DENIED = "https://huggingface.co/datasets/answers"
CACHED = "https://cache.test/?u=https%3A%2F%2Fhuggingface.co%2Fdatasets%2Fanswers"
LATE = "https://news.test/late"
CAPTURE = "https://web.archive.org/web/20250301120000/https://news.test/capex"
TAKEN = "Sat, 01 Mar 2025 12:00:00 GMT"
WRITER_TURN = "04-writer-1.json"


ROSE, FELL = "Capital expenditures rose.", "Capital expenditures fell."
ITS = "www.google.com"
"""What the browser may ask by itself."""
SHOWN = 2
"""How often the page reads as it did when the writer saw it."""


def answering() -> Callable[[RawRequest], bytes]:
    """Answers of a host whose page changes after it was shown twice."""
    asked: list[str] = []

    def answer(request: RawRequest) -> bytes:
        asked.append(request.path)
        day = "2026-02-27" if "late" in request.path else "2025-02-28"
        head = f'<meta property="article:published_time" content="{day}">'
        text = f"<html><head>{head}</head><p>{FELL if len(asked) > SHOWN else ROSE}</p>"
        return page(text, Memento_Datetime=TAKEN)

    return answer


@asynccontextmanager
async def on_the_web(data: Path, example: Path) -> AsyncGenerator[tuple[Services, Server]]:
    """Services whose pages come from a server on the loopback, below the product's own policy."""
    async with serve_raw(answering()) as server, played_services(data, example=example) as services:
        names = {name: [[PUBLIC]] for name in ("news.test", "cache.test", "web.archive.org")}
        network = StubNetwork(canary=1, servers={PUBLIC: server.port}, answers=names)
        yield replace(services, pages=partial(fetched, network=network)), server


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


def in_browser(services: Services) -> Services:
    """Services whose pages a browser opens: one that is dated after the cutoff."""
    late = b'<html><head><meta property="article:published_time" content="2026-02-27"></head>'
    browser = PlayedBrowser(seen(LATE, late + ROSE.encode()), (line("news.test"),))
    return replace(
        services, pages=lambda blocked, labels: BrowserPages(browser, tuple(blocked), labels)
    )


@pytest.mark.parametrize("browser", [False, pytest.param(True, marks=pytest.mark.slow)])
async def test_a_denied_host_a_copy_of_it_and_a_late_page_block_the_run(
    tmp_path: Path, begun: Path, browser: bool
) -> None:
    data = Path(shutil.copytree(begun, tmp_path / "data"))
    example = altered(tmp_path, DENIED, CACHED, LATE).example
    async with on_the_web(data, example) as (fetching, server):
        services = in_browser(fetching) if browser else fetching
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
    assert [request.path for request in server.requests] == ([] if browser else ["/late"])
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
        assert len(server.requests) == SHOWN
        await _a_reviewer_is_told_what_differs(deps, found.card.id)
        opened = await page_lines(archive_of(data, services.database), RUN)
        assert [(line.who, line.came) for line in opened] == [
            ("writer 1", f"source {found.card.id}"),
            ("writer 1", f"source {found.card.id}"),
            ("review 1, again", "1 line gone, 1 new, 1 quote gone"),
        ]
        assert len(server.requests) == SHOWN + 1
        await _what_a_search_asked_is_audited(deps)
        await _what_was_shown_is_looked_through(deps, found.card.id)
        await _it_stays_a_source(deps, found.card.id)


async def _what_a_search_asked_is_audited(deps: Deps) -> None:
    """A service that leads to a host of the policy blocks the run as a page does."""
    kept = deps.services.blobs.put(canonical(AddressSearch(hops=(refused_hop(),))))

    async def searched() -> ToolOutcome:
        return ToolOutcome(text=f"asked: {kept}\nnot asked further", failed=True)

    key = CallKey(scope=deps.scope, role=COMPOSER.name, activation=1, turn=1, call=1)
    _ = await deps.services.tool_log.once(key, 0, "search_web", "{}", searched)
    assignment = Assignment.opening(COMPOSER, attempt=1, files={}, inputs=())
    question = await read_question(deps, 1)
    audit = audit_trace(await read_activation(deps, question, assignment, ()))
    assert [(item.code, item.pointer) for item in audit.findings] == [
        ("AUD-blocked-host", "composer-1/1/1/0/hop 1")
    ]


async def _what_was_shown_is_looked_through(deps: Deps, found: SourceId) -> None:
    """At acceptance, for orders to a model: also what is in no corpus, as a reviewer's pages."""
    settled = await read_settled(deps, 1)
    assert found not in settled.question.loaded.texts
    trace = await read_trace(deps, settled, settled.question.loaded.corpus, attempt=1, files=())
    assert ROSE in trace.sources[found]


async def _it_stays_a_source(deps: Deps, found: SourceId) -> None:
    """After a revision that opened no page, and in the attempt that a human's decision opens."""
    before = await read_settled(deps, 1, 1)
    submitted = await read_submitted(deps, 1, 1)
    bodies = (submitted.evidence.body, submitted.rows.body, submitted.scripts.body)
    revised = Outcome("done", bodies, Counters(candidate=2, revisions=1))
    step = Step("write", 1, 2, before.fingerprints)

    async def make() -> Outcome:
        return revised

    assert found not in (await read_question(deps, 1)).loaded.texts
    _ = await run_stage(deps, step, make)
    for attempt, candidate in ((1, 2), (2, 0), (2, 1)):
        question = await read_question(deps, attempt, candidate)
        assert found in question.loaded.texts
        # What the first writer was given to read is still a frame that evidence may name.
        assert question.frames == before.question.frames
    assert found not in (await read_question(deps, 1)).loaded.texts


async def _a_reviewer_is_told_what_differs(deps: Deps, found: SourceId) -> None:
    """The candidate, if it cited the page, whose host now shows another one."""
    settled, submitted = await read_settled(deps, 1, 1), await read_submitted(deps, 1, 1)
    counters = Counters(attempt=1, candidate=1)
    assert await reopen(deps, settled, submitted, counters, n=1) is None
    body = submitted.evidence.body
    snapshot = settled.question.loaded.corpus.items[-1].snapshot
    observed = body.observations[0].model_copy(
        update={"source_id": found, "quote": Quote(text=ROSE, locator="page")}
    )
    more = {
        "sources": (*body.sources, UsedSource(id=found, snapshot=snapshot)),
        "observations": (*body.observations, observed),
    }
    cited = replace(
        submitted, evidence=replace(submitted.evidence, body=body.model_copy(update=more))
    )
    first = await reopen(deps, settled, cited, counters, n=1)
    again = await reopen(deps, settled, cited, counters, n=1)
    assert first is not None
    assert first == again
    (page,) = first.body.pages
    assert (page.source_id, page.url, page.hops[-1].status) == (found, CAPTURE, 200)
    assert page.differs is not None
    assert page.differs.quotes_lost == (ROSE,)
    assert page.differs.added == (FELL,)
    # What a page says now may be of after the cutoff, and what scripts laid out then as well.
    (shown,) = as_shown(first.body).pages
    assert shown.differs is not None
    assert (page.differs.removed, shown.differs.removed, shown.differs.added) == ((ROSE,), (), ())
    assert shown.differs.quotes_lost == (ROSE,)
    reached = page.model_copy(update={"hops": (refused_hop(),), "egress": denied(deps)})
    assignment = replace(
        Assignment.opening(REVIEWER, attempt=1, files={}, inputs=()),
        reopened=PageReopenings(pages=(reached,)),
    )
    audit = audit_trace(await read_activation(deps, settled.question, assignment, ()))
    assert {(item.code, item.pointer) for item in audit.findings} == {
        ("AUD-blocked-host", f"reopened 1/{found}/hop 1"),
        ("AUD-blocked-host", f"reopened 1/{found}/egress 1"),
    }
    await _a_profiles_host_is_no_noise(deps, settled, assignment)


async def _a_profiles_host_is_no_noise(
    deps: Deps, settled: Settled, assignment: Assignment
) -> None:
    """What the browser may ask by itself is told all the same where the run blocks it."""
    locked = settled.question.locked
    hosts = (BlockedHost(host=ITS, reason="of the profile"),)
    blocking = replace(locked, guard=locked.guard.model_copy(update={"blocked_hosts": hosts}))
    question = replace(settled.question, locked=blocking)
    audit = audit_trace(await read_activation(deps, question, assignment, ()))
    assert any(ITS in found.message and "egress" in found.pointer for found in audit.findings)


def refused_hop() -> Hop:
    return Hop(url="https://moved.test/", host="", addresses=(), rule=FetchRule.BLOCKED_HOST)


def denied(deps: Deps) -> Sha256:
    """A log in which the proxy refused a host of the policy, kept."""
    lines = tuple(line(host, EgressRule.DENY_LIST) for host in ("huggingface.co", ITS))
    log = EgressLog(policy="0" * 64, rules="0" * 64, proxy_image="sha256:proxy", lines=lines)
    return deps.services.blobs.put(canonical(log))


async def test_a_denied_host_in_the_proxys_log_blocks_the_run(
    tmp_path: Path, begun: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = Path(shutil.copytree(begun, tmp_path / "data"))
    example = altered(tmp_path, CAPTURE).example
    lines = (line("web.archive.org"), line("huggingface.co", EgressRule.DENY_LIST))
    shown = seen(CAPTURE, b"<html><p>Capital expenditures rose.</p>")._replace(memento=TAKEN)
    browser = PlayedBrowser(shown, lines)
    async with played_services(data, example=example) as played:
        services = replace(
            played, pages=lambda blocked, labels: BrowserPages(browser, tuple(blocked), labels)
        )
        deps = await deps_of(services)
        assert (await walk(deps, until=nodes.write))[-1] == "blocked"
        item = await open_item_of(services.database, RUN)
        result = (await services.tool_log.results(deps.scope, "writer", 1))[0]
        visit = visit_in(result.outcome.text, services.blobs)
        assert visit is not None
        assert visit.record is not None
        record = parse_contract(services.blobs.get(visit.record), PageRecord)
        opened = await page_lines(archive_of(data, services.database), RUN)
    assert item is not None
    assert (item.stage, item.reason) == ("write", "trace_audit")
    assert [(found.code, found.pointer) for found in item.findings] == [
        ("AUD-blocked-host", "writer-1/1/1/0/egress 2")
    ]
    # The page was shown: its picture, the log and the digests of both images are kept with it.
    assert not result.outcome.failed
    assert services.blobs.get(record.screenshot or "") == b"\x89PNG"
    assert (record.browser_image, record.egress) == ("sha256:browser", visit.egress)
    (told,) = opened
    assert (told.who, told.url, told.record) == ("writer 1", CAPTURE, visit.record)
    assert (told.screenshot, told.egress) == (record.screenshot, visit.egress)
    tell_pages(opened)
    said = capsys.readouterr().out
    assert (visit.record[:12] in said, "Browser image: sha256:browser" in said) == (True, True)


async def test_other_images_that_open_pages_are_told_when_a_run_goes_on(
    tmp_path: Path, begun: Path
) -> None:
    data = Path(shutil.copytree(begun, tmp_path / "data"))
    async with played_services(data, example=altered(tmp_path).example) as services:
        for images in ("browser 1", "browser 1", "browser 2", ""):
            await tell_sandbox(replace(services, page_images=images), RUN)
        events = await services.events.since(RUN, 0)
    told = [event.detail for event in events if event.kind is EventKind.SANDBOX_CHOSEN][-4:]
    assert [detail.partition("; pages of the web are opened with ")[2] for detail in told] == [
        "browser 1",
        "browser 1",
        "browser 2, other images than before",
        "",
    ]


def test_the_web_is_in_the_lock() -> None:
    models = {"writer": "a/one", "reviewer": "b/two"}
    then = lock_of(find_all("default", models))
    (line,) = changes(then, find_all("default", models, web=True))
    assert line == "tools tools: other bytes than at the start"
