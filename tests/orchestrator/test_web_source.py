"""The worked example with one of its sources opened by its writer, in a browser behind the proxy.

Slow: a whole played run in containers, and a browser. What runs every time is in
`tests/sources/browser` and `test_web.py`.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from cli.archive import archive_of
from cli.run_pages import PageLine, page_lines
from contracts.contract import parse_contract, sha256_of
from contracts.egress import EgressLog
from contracts.page import PageRecord
from contracts.request import RunRequest
from contracts.run_paths import RunPaths
from contracts.settings import load_settings
from orchestrator import nodes
from orchestrator.deps import Services
from orchestrator.runner import start
from sources.browser.browser import DockerBrowser, docker_browser
from sources.browser.pages import InBrowser
from tests.orchestrator.altered import Altered
from tests.orchestrator.play import (
    RUN,
    copied_example,
    deps_of,
    example_corpus,
    example_query,
    played_services,
    walk,
)
from tests.sandboxes.outside import Outside, outside_world

NAME = "10-Q-2025-Q3"
HOST = "web.archive.org"
PATH = f"/web/20251107120000id_/http://investor.texasroadhouse.test/{NAME}.md"
URL = f"http://{HOST}{PATH}"
HEADERS = {
    "Content-Type": "text/plain; charset=utf-8",
    "Memento-Datetime": "Fri, 07 Nov 2025 12:00:00 GMT",
}
WRITER_TURN = "04-writer-1.json"


def cited_from_the_web(folder: Path) -> tuple[Altered, bytes]:
    """The example without one of its sources, whose writer opens and cites the page instead."""
    altered = Altered(copied_example(folder))
    source = altered.example / "sources" / f"{NAME}.md"
    body = source.read_bytes()
    source.unlink()
    source.with_suffix(".source.json").unlink()
    altered.loosen()
    for file in (altered.example / "recording").glob("*/*.json"):
        text = file.read_text(encoding="utf-8").replace(f"{{{{sha:{NAME}}}}}", sha256_of(body))
        file.write_text(text.replace(NAME, f"web-{sha256_of(body)[:16]}"), encoding="utf-8")
    altered.begin_with(WRITER_TURN, "open_page", {"url": URL, "why": "third quarter"})
    return altered, body


def serve(outside: Outside, body: bytes) -> None:
    page = {"hex": body.hex(), "headers": HEADERS}
    outside.serve({PATH: page})


async def browser_in(outside: Outside) -> DockerBrowser:
    browser = await docker_browser(load_settings(), outside=outside.network)
    return replace(browser, egress=replace(browser.egress, name_server=outside.address))


async def started(services: Services, example: Path) -> None:
    corpus = example_corpus(services.data, example).corpus
    request = RunRequest(query=example_query(example), corpus=corpus, web=True)
    await start(services, RUN, request, models="replay")


@pytest.mark.slow
@pytest.mark.browser
async def test_example_is_accepted_in_docker_with_a_page_that_its_writer_opened_in_chromium(
    tmp_path: Path,
) -> None:
    altered, body = cited_from_the_web(tmp_path)
    data, example = tmp_path / "data", altered.example
    with outside_world() as outside:
        serve(outside, body)
        browser = await browser_in(outside)
        async with played_services(data, example=example, sandbox="docker") as played:
            services = replace(played, pages=InBrowser(browser))
            await started(services, example)
            deps = await deps_of(services)
            assert (await walk(deps, until=nodes.validate))[-1] == "passed"
            # Before the review, the page becomes another one.
            serve(outside, body.replace(b"2025", b"2026"))
            assert (await walk(deps))[-1] == "accepted"
            first, again = await page_lines(archive_of(data, services.database), RUN)
            _the_manifest_has_all(services, (first, again))
            (lock,) = RunPaths(data, RUN).stages.glob("lock-*.json")
            log = parse_contract(services.blobs.get(first.egress or ""), EgressLog)
    assert f'"sha256":"{log.policy}"' in lock.read_text().replace(" ", "")
    assert first.who == "writer 1"
    assert first.came == f"source web-{sha256_of(body)[:16]}"
    # Code says what a reviewer would find there now.
    assert again.who == "review 1, again"
    assert "lines gone" in again.came
    assert "quotes gone" in again.came or "quote gone" in again.came


def _the_manifest_has_all(services: Services, lines: tuple[PageLine, ...]) -> None:
    """Egress log, screenshot and the digests of both images, of each opening."""
    for line in lines:
        log = parse_contract(services.blobs.get(line.egress or ""), EgressLog)
        assert {entry.host for entry in log.lines if entry.is_allowed} == {HOST}
        assert services.blobs.get(line.screenshot or "").startswith(b"\x89PNG")
        record = parse_contract(services.blobs.get(line.record or ""), PageRecord)
        assert (record.url, record.browser_image) == (URL, line.browser_image)
        assert {line.browser_image[:7], log.proxy_image[:7]} == {"sha256:"}
