"""What code says of a page that was opened again, and of its dates."""

from datetime import UTC, datetime, timedelta

import pytest

from contracts.contract import sha256_of
from contracts.cutoff import DateBasis, SourceTime
from contracts.ids import Sha256
from contracts.page import PageDate, PageRecord
from sources.browser.reopening import compare_pages
from sources.store.snapshots import Snapshots

AT = datetime(2026, 1, 9, 15, 0, tzinfo=UTC)
HASH = "0" * 64
OLD = "Results\nRevenue was 10 million.\nMargin 5 %.\n"


class Kept:
    """Bytes in memory."""

    def __init__(self) -> None:
        self.data: dict[Sha256, bytes] = {}

    def put(self, data: bytes) -> Sha256:
        self.data[sha256_of(data)] = data
        return sha256_of(data)

    def get(self, sha256: Sha256) -> bytes:
        return self.data[sha256]


def dated(days: int, basis: DateBasis, of: str = "published") -> PageDate:
    time = SourceTime.of_instant(AT + timedelta(days=days), "UTC", basis, verified=False)
    kind = "published" if of == "published" else "updated"
    return PageDate(of=kind, stated="x", where="y", time=time)


@pytest.fixture
def snapshots() -> Snapshots:
    return Snapshots(Kept())


def record(snapshots: Snapshots, text: str, **more: object) -> PageRecord:
    whole: dict[str, object] = {
        "url": "https://example.org/r",
        "final_url": "https://example.org/r",
        "redirects": (),
        "status": 200,
        "media_type": "text/html",
        "title": "Results",
        "opened_at": AT,
        "body": snapshots.put(text.encode()),
        "text": snapshots.put(text.encode()),
        "screenshot": None,
        "dates": (),
        "browser_image": "sha256:1",
        "egress": HASH,
    }
    return PageRecord.model_validate(whole | more)


def test_the_same_page_is_the_same(snapshots: Snapshots) -> None:
    again = record(snapshots, OLD, opened_at=AT + timedelta(days=9))
    found = compare_pages(record(snapshots, OLD), again, snapshots, ["Margin 5 %"])
    assert found.is_same
    assert found.same_body
    assert (found.lines_added, found.lines_removed, found.quotes_lost) == (0, 0, ())


def test_a_changed_figure_is_shown_and_its_quote_is_lost(snapshots: Snapshots) -> None:
    new = OLD.replace("10 million", "11 million") + "One\x1b[2J more."
    quotes = ["Revenue was 10 million.", "Margin 5 %", "never stood there"]
    again = record(snapshots, new, title="Corrected results", status=203)
    found = compare_pages(record(snapshots, OLD), again, snapshots, quotes)
    assert not found.is_same
    assert (found.same_text, found.changed) == (False, ("status", "title"))
    assert found.removed == ("Revenue was 10 million.",)
    assert found.added == ("Revenue was 11 million.", "One\ufffd[2J more.")
    assert found.quotes_lost == ("Revenue was 10 million.",)


def test_a_quote_is_looked_for_in_the_bytes_and_not_in_what_scripts_lay_out(
    snapshots: Snapshots,
) -> None:
    sent = {"body": snapshots.put(b"<p>Revenue was 10 million.</p>")}
    first, quote = record(snapshots, "Loading", **sent), "Revenue was 10 million."
    gone = record(snapshots, "Loading", body=snapshots.put(b"<p>Revenue was 11 million.</p>"))
    assert compare_pages(first, gone, snapshots, [quote]).quotes_lost == (quote,)
    hidden = record(snapshots, "Accept our cookies", **sent)
    assert (
        compare_pages(record(snapshots, quote, **sent), hidden, snapshots, [quote]).quotes_lost
        == ()
    )


def test_a_page_that_only_moved_its_blanks_lost_no_line(snapshots: Snapshots) -> None:
    again = record(snapshots, OLD.replace(" ", "  "))
    found = compare_pages(record(snapshots, OLD), again, snapshots)
    assert (found.same_text, found.lines_added, found.lines_removed) == (False, 0, 0)


def test_samples_are_few_and_counts_are_whole(snapshots: Snapshots) -> None:
    again = record(snapshots, "".join(f"line {number}\n" for number in range(100)))
    found = compare_pages(record(snapshots, "nothing"), again, snapshots)
    assert (found.lines_added, len(found.added)) == (100, 20)


def test_of_several_dates_the_latest_that_proves_something_rules(snapshots: Snapshots) -> None:
    meta, header = DateBasis.STRUCTURED_METADATA, DateBasis.HTTP_HEADER
    dates = (dated(1, meta), dated(3, meta), dated(9, header), dated(5, header, "updated"))
    times = record(snapshots, OLD, dates=dates).times()
    assert times.published == dates[1].time
    assert times.updated == dates[3].time
    assert times.retrieved is not None
    assert times.retrieved.basis is DateBasis.FIRST_SEEN
    assert times.version_proof == "none"
