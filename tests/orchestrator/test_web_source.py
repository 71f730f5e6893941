"""The worked example with one of its sources served as a web page and opened in a browser.

Slow: a whole played run in containers, and a browser. What runs every time is in
`tests/sources/browser`: a page is seen, kept by its hash, and refused behind the same proxy.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from contracts.contract import canonical, parse_contract, sha256_of
from contracts.egress import EgressLog
from contracts.page import PageRecord
from contracts.run_paths import RunPaths
from contracts.settings import load_settings
from orchestrator.runner import advance
from records.files import Blobs
from sandboxes.sandbox import Labels
from sources.browser.browser import docker_browser
from sources.browser.page import keep_page
from sources.browser.reopening import compare_pages
from sources.store.snapshots import Snapshots
from tests.orchestrator.play import (
    RUN,
    copied_example,
    example_corpus,
    played_services,
    start_example,
)
from tests.sandboxes.outside import outside_world

NAME = "10-Q-2025-Q3"
URL = "http://investor.texasroadhouse.test/10-Q-2025-Q3.md"
PLAIN = {"Content-Type": "text/plain; charset=utf-8"}


async def opened(root: Path, bodies: tuple[bytes, ...], blobs: Blobs) -> list[PageRecord]:
    """Open the page once for each body that its host serves in turn."""
    records: list[PageRecord] = []
    with outside_world() as outside:
        browser = await docker_browser(load_settings(), outside=outside.network)
        browser = replace(browser, egress=replace(browser.egress, name_server=outside.address))
        async with browser.session(root, Labels(RUN, "reviewer", 1, 1)) as way:
            for body in bodies:
                page = {"hex": body.hex(), "headers": PLAIN}
                outside.serve({"/10-Q-2025-Q3.md": page})
                seen = await way.open(URL)
                records.append(keep_page(seen, await way.log(), browser.image, blobs))
    return records


@pytest.mark.slow
@pytest.mark.browser
async def test_example_is_accepted_in_docker_with_a_source_that_a_browser_opened(
    tmp_path: Path,
) -> None:
    example, data = copied_example(tmp_path), tmp_path / "data"
    source = example / "sources" / f"{NAME}.md"
    before = source.read_bytes()
    changed = before.replace(b"2025", b"2026")
    kept = Snapshots(Blobs(data))
    first, again = await opened(tmp_path / "pages", (before, changed), Blobs(data))
    # The run reads what the browser brought, and nothing else.
    source.unlink()
    source.write_bytes(kept.data(first.body))
    async with played_services(data, example=example, sandbox="docker") as services:
        await start_example(services, example=example)
        assert await advance(services, RUN) == "accepted"
        (lock,) = RunPaths(data, RUN).stages.glob("lock-*.json")
    item = next(i for i in example_corpus(data, example).corpus.items if i.card.id == NAME)
    assert item.snapshot == first.body
    assert first.egress is not None
    log = parse_contract(kept.data(first.egress), EgressLog)
    assert f'"sha256":"{log.policy}"' in lock.read_text().replace(" ", "")
    assert {line.host for line in log.lines if line.is_allowed} == {"investor.texasroadhouse.test"}
    assert first.screenshot is not None
    assert kept.data(first.screenshot).startswith(b"\x89PNG")
    assert {first.browser_image[:7], log.proxy_image[:7]} == {"sha256:"}
    assert kept.data(kept.put(canonical(first))) == canonical(first)
    assert sha256_of(before) == first.body
    # Opened again, the page is another one, and code says in what.
    found = compare_pages(first, again, kept, ["Form 10-Q, period ended 2025"])
    assert not found.same_text
    assert found.lines_added == found.lines_removed > 0
    assert found.quotes_lost == ("Form 10-Q, period ended 2025",)
