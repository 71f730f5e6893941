"""Dates that a page states of itself, and what each of them proves."""

from datetime import UTC, date, datetime

import pytest

from contracts.cutoff import Cutoff, DateBasis, Known, SourceTimes
from sources.browser.dates import dates_of

URL = "https://www.example.org/results"
CUTOFF = Cutoff(day=date(2026, 1, 9), zone="America/New_York")


def page(head: str) -> bytes:
    return f"<!doctype html><html><head>{head}</head><body>text</body></html>".encode()


def meta(name: str, content: str) -> bytes:
    return page(f'<meta property="{name}" content="{content}">')


def linked(data: str) -> bytes:
    return page(f'<script type="application/ld+json">{data}</script>')


@pytest.mark.parametrize(
    ("body", "of", "where"),
    [
        (meta("article:published_time", "2026-01-08T10:00:00Z"), "published", "article:published"),
        (meta("article:modified_time", "2026-01-08T10:00:00Z"), "updated", "article:modified"),
        (meta("DCTERMS.issued", "2026-01-08"), "published", "dcterms.issued"),
        (linked('{"datePublished": "2026-01-08"}'), "published", "linked data datePublished"),
        (linked('[{"@graph": [{"dateModified": "2026-01-08"}]}]'), "updated", "dateModified"),
        (page('<meta itemprop="datePublished" content="2026/01/08">'), "published", "datepub"),
    ],
)
def test_stated_dates_are_found_with_their_place(body: bytes, of: str, where: str) -> None:
    (found,) = dates_of(body, URL)
    assert (found.of, found.time.basis) == (of, DateBasis.STRUCTURED_METADATA)
    assert where in found.where
    assert found.time.earliest.date() <= date(2026, 1, 8) <= found.time.latest.date()
    assert not found.time.verified


def test_a_date_without_a_zone_may_be_anywhere() -> None:
    (day,) = dates_of(meta("article:published_time", "2026-01-09"), URL)
    assert day.time.earliest == datetime(2026, 1, 8, 10, tzinfo=UTC)
    assert day.time.latest == datetime(2026, 1, 10, 11, 59, 59, 999999, tzinfo=UTC)
    times = SourceTimes(published=day.time, version_proof="archive_capture")
    assert times.known_by(CUTOFF) is Known.STRADDLES
    (moment,) = dates_of(meta("article:published_time", "2026-01-09T20:00:00-05:00"), URL)
    times = SourceTimes(published=moment.time, version_proof="archive_capture")
    assert times.known_by(CUTOFF) is Known.UNVERIFIED


def test_registry_states_the_filing_date() -> None:
    index = page("") + (
        b'<div class="infoHead">Filing Date</div>\n<div class="info">2025-11-07</div>'
    )
    filing = "https://www.sec.gov/Archives/edgar/data/1289460/000128946025000061-index.htm"
    (found,) = dates_of(index, filing)
    assert (found.time.basis, found.stated) == (DateBasis.FILING_INDEX, "2025-11-07")
    assert dates_of(index, URL) == ()
    letter = b'<div id="formName"><strong>Form CORRESP</strong> - Correspondence</div>'
    assert dates_of(index + letter, filing) == ()


@pytest.mark.parametrize(
    ("first", "filed", "stated"),
    [
        ("20251107", "20251107", ["2025-11-07"]),
        # A letter: filed on one day, shown to the public weeks later.
        ("20240614", "20240429", ["2024-06-14"]),
        ("20241399", "20240429", []),
    ],
)
def test_a_whole_submission_is_of_the_day_it_was_put_out(
    first: str, filed: str, stated: list[str]
) -> None:
    number = "0001289460-25-000061"
    head = f"<SEC-DOCUMENT>{number}.txt : {first}\nFILED AS OF DATE:\t\t{filed}\n".encode()
    found = dates_of(head, f"https://www.sec.gov/Archives/edgar/data/1289460/{number}.txt")
    assert [date.stated for date in found] == stated
    assert all(date.time.basis is DateBasis.DOCUMENT_HEADER for date in found)
    assert dates_of(b"FILED AS OF DATE:\t\t20251107\n", "https://www.sec.gov/a.txt") == ()


def test_what_a_server_says_of_its_copy_proves_nothing() -> None:
    (found,) = dates_of(page(""), URL, "Thu, 08 Jan 2026 10:00:00 GMT")
    assert (found.of, found.time.basis) == ("updated", DateBasis.HTTP_HEADER)
    assert not found.time.proves_date
    published = SourceTimes(published=found.time, version_proof="archive_capture")
    assert published.known_by(CUTOFF) is Known.UNDATED


@pytest.mark.parametrize(
    "body",
    [
        meta("article:published_time", "yesterday"),
        meta("article:published_time", "2026-13-01"),
        meta("article:published_time", "0001-01-01"),
        meta("article:published_time", "9999-12-31T23:59:59+00:00"),
        linked('{"datePublished": 20260108}'),
        linked("{broken"),
        linked("[" * 5000),
        b"datePublished 2026-01-08",
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_date_is_no_date(body: bytes) -> None:
    assert dates_of(body, URL, "no date") == ()
