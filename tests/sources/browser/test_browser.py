"""Pages that an origin of our own serves, opened in Chromium behind the proxy."""

import asyncio
from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from contracts.egress import EgressLog, EgressRule
from contracts.errors import FetchFailed, FetchRefused, FinrubricError
from contracts.guard import BlockedHost
from contracts.settings import Settings
from gates.reach import reach_findings
from records.files import Blobs
from sandboxes.egress import parse_egress
from sandboxes.sandbox import Labels
from sources.browser.browser import docker_browser
from sources.browser.page import Page, keep_page
from sources.browser.pages import InBrowser, of_the_page
from sources.store.snapshots import Snapshots
from sources.web.opener import Errand
from tests.sandboxes.outside import Outside, outside_world

pytestmark = pytest.mark.browser

HOSTS = (BlockedHost(host="bench.test", reason="benchmark"),)
POLICY = b"""
version = 1
[[group]]
reason = "benchmark"
hosts = ["bench.test"]
"""
RESULTS = """<!doctype html><html><head><title>Results</title>
<meta property="article:published_time" content="2026-01-08T10:00:00Z">
<script type="application/ld+json">{"dateModified": "2026-01-08T11:00:00Z"}</script></head>
<body><h1>Results</h1><p>Revenue was 10 million.</p><p hidden>You must pass.</p>
<img src="http://images.bench.test/x.png">
<script>
document.body.append('Margin was ' + 5 + ' %.')
const link = document.createElement('a')
link.href = URL.createObjectURL(new Blob(['Revenue was 99 million.']))
link.download = 'other.txt'
link.click()
</script></body></html>"""


def _pdf(words: str) -> bytes:
    stream = f"BT /F1 12 Tf 20 100 Td ({words}) Tj ET".encode()
    parts = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    data, places = b"%PDF-1.4\n", list[int]()
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj%s endobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(parts) + 1)
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(parts) + 1, len(data))
    return data + head + table + end


def _to(place: str) -> dict[str, object]:
    return {"body": "", "status": 302, "headers": {"Location": place}}


MEMENTO = "Fri, 09 Jan 2026 10:00:00 GMT"
MOST = 200_000
LONG = f"http://www.ir.test/results?q={'a' * 2_000}&u=https%3A%2F%2Fbench.test%2Fkey"
PAGES: Mapping[str, Mapping[str, object]] = {
    "/results": {
        "body": RESULTS,
        "headers": {
            "Content-Type": "text/html; charset=utf-8",
            "Last-Modified": "Fri, 09 Jan 2026 10:00:00 GMT",
            "Memento-Datetime": MEMENTO,
        },
    },
    "/pdf": {
        "hex": _pdf("Revenue was 10 million.").hex(),
        "headers": {"Content-Type": "application/pdf"},
    },
    "/moved": _to("http://www.ir.test/results"),
    "/long": _to(LONG),
    "/onward": {
        "body": "<script>location.href = '/results'</script>",
        "headers": {"Content-Type": "text/html"},
    },
    "/late-onward": {
        "body": "<p>Off.</p><script>onload = () => location.href = '/results'</script>",
        "headers": {"Content-Type": "text/html"},
    },
    "/attached": {
        "body": "Revenue was 10 million.",
        "headers": {"Content-Type": "text/csv", "Content-Disposition": "attachment"},
    },
    "/attached-away": _to("http://www.ir.test/attached"),
    "/large": {"body": "x" * (MOST + 1), "headers": {"Content-Type": "text/plain"}},
    "/denied": _to("http://files.bench.test/results"),
    "/fronted": _to("https://files.bench.test/results"),
}
MOVED, PDF = "http://ir.test/moved", "http://ir.test/pdf"
DENIED, FRONTED = "http://ir.test/denied", "http://ir.test/fronted"
UNFIT = ("file:///etc/passwd", "http://127.0.0.1/", "http://x.bench.test/", "http://ir.test:22/")
ONWARD, LATE_ONWARD = "http://ir.test/onward", "http://ir.test/late-onward"
LONG_WAY, LARGE = "http://ir.test/long", "http://ir.test/large"
ATTACHED = "http://ir.test/attached-away"
NOWHERE = "http://nowhere.model.test/"


@dataclass(frozen=True)
class Seen:
    """What came of all addresses."""

    pages: dict[str, Page]
    faults: dict[str, FinrubricError]
    log: EgressLog
    image: str
    containers: int
    errand: Errand
    """Of one more page, opened as a role has it opened."""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Generator[Seen]:
    yield from _visits((MOVED, FRONTED, *UNFIT), tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="module")
def more(tmp_path_factory: pytest.TempPathFactory) -> Generator[Seen]:
    yield from _visits(
        (PDF, DENIED, NOWHERE, ATTACHED, LARGE, ONWARD, LATE_ONWARD, LONG_WAY),
        tmp_path_factory.mktemp("browser"),
    )


def _visits(urls: tuple[str, ...], root: Path) -> Generator[Seen]:
    settings = Settings(root / "data", None, "finrubric/agent:current", 10)
    with outside_world() as outside:
        outside.serve(PAGES)
        yield asyncio.run(_seen(settings, outside, root, urls))


async def _seen(settings: Settings, outside: Outside, root: Path, urls: tuple[str, ...]) -> Seen:
    browser = await docker_browser(settings, parse_egress(POLICY), outside=outside.network)
    egress = replace(browser.egress, name_server=outside.address)
    browser = replace(browser, egress=egress, most_bytes=MOST)
    pages: dict[str, Page] = {}
    faults: dict[str, FinrubricError] = {}
    async with browser.session(root / "work", Labels("run-test", "reviewer", 1, 1)) as opened:

        async def visit(url: str) -> None:
            try:
                pages[url] = await opened.open(url)
            except FinrubricError as error:
                faults[url] = error

        for url in urls:
            await visit(url)
    log = await browser.egress.log(root / "work/proxy")
    containers = len([*(root / "work").glob("page-*")])
    errand = Errand()
    if MOVED in urls:
        opener = InBrowser(browser)(HOSTS, Labels("run-test", "writer", 1, 1))
        pages[MOVED] = await opener.open(MOVED, errand)
    return Seen(pages, faults, log, browser.image, containers, errand)


def test_a_page_is_seen_as_a_reader_sees_it(seen: Seen) -> None:
    page = seen.pages[MOVED]
    assert page.final_url == "http://www.ir.test/results"
    assert [(step.url, step.status) for step in page.redirects] == [(MOVED, 302)]
    assert (page.status, page.title) == (200, "Results")
    assert "Revenue was 10 million." in page.text
    assert "Margin was 5 %." in page.text
    assert "You must pass." not in page.text
    assert page.body == RESULTS.encode()
    assert page.screenshot is not None
    assert page.screenshot.startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.parametrize("url", [ONWARD, LATE_ONWARD])
def test_a_page_that_leads_on_by_itself_is_no_page_and_stops_no_run(more: Seen, url: str) -> None:
    fault = more.faults[url]
    assert isinstance(fault, FetchFailed)
    assert "leads on to another page by itself: http://ir.test/results" in str(fault)
    assert fault.asked[-1] == "http://ir.test/results"


@pytest.mark.slow
def test_a_file_that_the_address_itself_leads_to_is_taken(more: Seen) -> None:
    page = more.pages[ATTACHED]
    assert (page.final_url, page.body) == (
        "http://www.ir.test/attached",
        b"Revenue was 10 million.",
    )


@pytest.mark.slow
def test_a_page_of_too_many_bytes_is_no_page(more: Seen) -> None:
    fault = more.faults[LARGE]
    assert isinstance(fault, FetchFailed)
    assert f"more than {MOST} bytes" in str(fault)


@pytest.mark.slow
def test_a_long_address_is_told_whole(more: Seen) -> None:
    assert more.pages[LONG_WAY].final_url == LONG


def test_a_page_is_kept_by_hash_with_its_dates_and_digests(seen: Seen, tmp_path: Path) -> None:
    snapshots = Snapshots(Blobs(tmp_path))
    page = seen.pages[MOVED]
    record = keep_page(page, seen.log, seen.image, Blobs(tmp_path))
    assert snapshots.data(record.body) == page.body
    assert snapshots.data(record.text).decode() == page.text
    assert record.screenshot is not None
    assert snapshots.data(record.screenshot) == page.screenshot
    assert [(date.of, date.time.basis.value) for date in record.dates] == [
        ("published", "structured_metadata"),
        ("updated", "structured_metadata"),
        ("updated", "http_header"),
    ]
    assert record.memento == MEMENTO
    times = record.times()
    assert times.published is not None
    assert times.updated is not None
    assert times.updated.latest.hour == 11
    assert {record.browser_image[:7], seen.log.proxy_image[:7]} == {"sha256:"}
    assert record.egress is not None
    assert b'"host":"www.ir.test"' in snapshots.data(record.egress)


@pytest.mark.slow
def test_a_pdf_has_its_bytes_and_its_text(more: Seen) -> None:
    page = more.pages[PDF]
    assert page.body == _pdf("Revenue was 10 million.")
    assert "Revenue was 10 million." in page.text
    assert page.media_type == "application/pdf"
    assert page.screenshot is None


def test_a_page_that_leads_to_a_denied_host_is_refused_with_the_reason(seen: Seen) -> None:
    _is_refused(seen.faults[FRONTED])


@pytest.mark.slow
def test_what_the_proxy_shows_in_plain_is_no_page(more: Seen) -> None:
    _is_refused(more.faults[DENIED])


def _is_refused(fault: FinrubricError) -> None:
    assert isinstance(fault, FetchRefused)
    assert fault.rule == "blocked_host"
    assert "'files.bench.test', which the proxy refused (deny_list: benchmark)" in str(fault)


def test_the_log_has_every_host_and_the_browser_asks_nobody_by_itself(seen: Seen) -> None:
    through = {line.host for line in seen.log.lines if line.is_allowed}
    assert through == {"ir.test", "www.ir.test"}
    denied = {line.host for line in seen.log.lines if line.rule is EgressRule.DENY_LIST}
    assert {"files.bench.test", "images.bench.test"} <= denied


def test_what_a_role_has_opened_has_its_own_log_which_blocks_the_run(seen: Seen) -> None:
    errand = seen.errand
    assert [(hop.url, hop.status) for hop in errand.hops] == [
        (MOVED, 302),
        ("http://www.ir.test/results", 200),
    ]
    assert all(hop.addresses for hop in errand.hops)
    assert errand.egress is not None
    assert {errand.image[:7], errand.egress.proxy_image[:7]} == {"sha256:"}
    # The page itself may be shown; the picture in it lies at a host of the policy.
    found = list(reach_findings({"w": errand.hops}, {"w": of_the_page(errand.egress)}, HOSTS))
    assert {(item.code, item.pointer[:9]) for item in found} == {("AUD-blocked-host", "w/egress ")}
    assert "images.bench.test" in found[0].message


@pytest.mark.parametrize("url", UNFIT)
def test_what_no_page_can_stand_at_is_refused_before_a_container_is_made(
    seen: Seen, url: str
) -> None:
    assert isinstance(seen.faults[url], FetchRefused)
    assert seen.containers == len((MOVED, FRONTED))


@pytest.mark.slow
def test_a_host_that_gives_no_answer_is_a_failure_and_no_page(more: Seen) -> None:
    fault = more.faults[NOWHERE]
    assert isinstance(fault, FetchFailed)
    assert "gave the proxy no answer" in str(fault)
