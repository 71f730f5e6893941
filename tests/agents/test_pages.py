"""Opening a page: what becomes a source, what is not shown and why, and what its row keeps."""

from datetime import date
from pathlib import Path

import pytest

from agents.tools.pages import OpenPage, PageTools, visit_in
from agents.tools.tool import RESULT_CAP
from contracts.page_visit import PageVisit
from records.files import Blobs
from records.tool_log import ToolOutcome
from sandboxes.egress import load_egress
from sources.web.opener import FetchedPages
from tests.builders import texas_cutoff
from tests.servers.network import PUBLIC, StubNetwork, moved, page, serve_raw
from tests.servers.wire import RawRequest

SEC = "www.sec.gov"
ARCHIVE = "web.archive.org"
NUMBER = "0001289460-25-000012"
DATED = '<html><head><meta property="article:published_time" content="{day}"></head><p>Spent.</p>'
LETTER = "0001289460-25-000013"
SUBMITTED = (
    "<SEC-DOCUMENT>{number}.txt : {shown}\nACCESSION NUMBER:\t\t{number}\n"
    "FILED AS OF DATE:\t\t20250228\n\nSpent: capital expenditures."
)


def answer(request: RawRequest) -> bytes:
    """Pages by the way they stand in an address."""
    path = request.path
    if path.startswith("/moved"):
        return moved("https://huggingface.co/datasets/answers")
    if path.endswith(".txt"):
        number = LETTER if LETTER in path else NUMBER
        return page(
            SUBMITTED.format(number=number, shown=20260227 if number == LETTER else 20250228)
        )
    if path.endswith("/long"):
        return page(f"<html><p>{'Spent. ' * RESULT_CAP}</p>", **taken(path))
    day = "2026-02-27" if "late" in path else "2025-02-28"
    text = "<html><p>Nothing.</p>" if "undated" in path else DATED.format(day=day)
    return page(text, **({} if "unsaid" in path else taken(path)))


def taken(path: str) -> dict[str, str]:
    """What the archive says of a capture: the moment that was asked for."""
    days = {"2025030112": "Sat, 01 Mar 2025 12", "2026022700": "Fri, 27 Feb 2026 00"}
    found = next((said for day, said in days.items() if f"/web/{day}" in path), None)
    return {"Memento_Datetime": f"{found}:00:00 GMT"} if found else {}


async def opened(tmp_path: Path, url: str) -> tuple[ToolOutcome, PageVisit]:
    async with serve_raw(answer) as server:
        names = {name: [[PUBLIC]] for name in (SEC, ARCHIVE, "news.test")}
        network = StubNetwork(canary=1, servers={PUBLIC: server.port}, answers=names)
        blobs = Blobs(tmp_path)
        opener = FetchedPages(load_egress().hosts, network=network)
        tools = PageTools(opener, texas_cutoff(date(2026, 1, 9)), blobs)
        outcome = await tools.open(OpenPage(url=url, why="capital expenditures"))
    visit = visit_in(outcome.text, blobs)
    assert visit is not None
    return outcome, visit


@pytest.mark.parametrize(
    ("url", "proof"),
    [
        (f"https://{ARCHIVE}/web/20250301120000/https://news.test/a", "archive_capture"),
        (f"https://{ARCHIVE}/web/20250301120000id_/https://news.test/undated", "archive_capture"),
        (f"https://{SEC}/Archives/edgar/data/1289460/{NUMBER}.txt", "accession"),
    ],
)
async def test_a_page_whose_version_is_proved_becomes_a_source(
    tmp_path: Path, url: str, proof: str
) -> None:
    outcome, visit = await opened(tmp_path, url)
    assert not outcome.failed, outcome.text
    assert visit.item is not None
    card = visit.item.card
    assert (card.id, card.times.version_proof, visit.reason) == (
        f"web-{visit.item.snapshot[:16]}",
        proof,
        "",
    )
    assert card.id in outcome.text
    assert [hop.status for hop in visit.hops] == [200]
    assert card.is_filing == (card.accession == NUMBER)


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://news.test/late", "after the cutoff"),
        (f"https://{ARCHIVE}/web/20260227000000/https://news.test/a", "after the cutoff"),
        ("https://news.test/undated", "an unknown date is never a pass"),
        ("https://news.test/a", "no version proof"),
        (f"https://{SEC}/Archives/edgar/data/1289460/0001289460-25-000099.txt", "no version proof"),
        (f"https://{SEC}/Archives/edgar/data/1289460/{LETTER}.txt", "after the cutoff"),
        (f"https://{ARCHIVE}/web/20251399000000/https://news.test/a", "no version proof"),
        (f"https://{ARCHIVE}/web/20250301120001/https://news.test/a", "no version proof"),
        (f"https://{ARCHIVE}/web/20250301120000/https://news.test/unsaid", "no version proof"),
    ],
)
async def test_a_page_that_may_be_of_later_is_kept_and_not_shown(
    tmp_path: Path, url: str, why: str
) -> None:
    outcome, visit = await opened(tmp_path, url)
    assert outcome.failed
    assert why in outcome.text
    assert "Spent" not in outcome.text
    assert visit.item is not None
    assert visit.reason


@pytest.mark.parametrize(
    ("url", "rule"),
    [
        ("https://huggingface.co/datasets/answers", "blocked_host"),
        ("https://news.test/cache?u=https%3A%2F%2Fhuggingface.co%2Fdatasets", "nested_host"),
        ("https://news.test/moved", "blocked_host"),
        ("http://127.0.0.1/", "ip_literal"),
    ],
)
async def test_a_refused_address_is_in_the_row_with_its_rule(
    tmp_path: Path, url: str, rule: str
) -> None:
    outcome, visit = await opened(tmp_path, url)
    assert outcome.failed
    assert visit.item is None
    assert visit.hops[-1].rule == rule


async def test_of_a_long_page_its_beginning_is_shown_and_where_the_rest_will_stand(
    tmp_path: Path,
) -> None:
    url = f"https://{ARCHIVE}/web/20250301120000/https://news.test/long"
    outcome, _ = await opened(tmp_path, url)
    assert len(outcome.text) <= RESULT_CAP
    # A repair turn works at the same desk, and a reviewer's pages become no source.
    assert outcome.text.endswith(
        "of a page that a writer opened, `open_source` has them once a candidate was taken]"
    )


def test_a_row_without_a_visit_names_none(tmp_path: Path) -> None:
    assert visit_in("arguments of open_page: no url", Blobs(tmp_path)) is None
