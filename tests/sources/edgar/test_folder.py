"""Filings laid into a folder are a corpus whose dates code has read, not a person."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from contracts.cutoff import Cutoff
from contracts.errors import InputError
from sources.corpus import load_corpus
from sources.edgar.folder import save_filings
from sources.store.snapshots import Snapshots
from tests.servers import edgar as served
from tests.servers import wire
from tests.sources.edgar.test_client import cutoff, edgar
from tests.sources.test_corpus import Kept

NOW = datetime(2026, 11, 30, 12, 0, 30, 5, tzinfo=UTC)


async def test_a_folder_of_filings_is_a_corpus_as_of_the_cutoff(tmp_path: Path) -> None:
    folder = tmp_path / "sources"
    async with edgar(tmp_path, served.edgar()) as (client, server):
        found = await client.filings(served.CIK, cutoff("2025-12-31"), forms=("10-K",))
        saved = await save_filings(client, found.passed, folder, now=NOW)
        assert [path.name for path in saved.files] == [
            "10-K-0001234567-25-000001.html",
            "10-K-0001234567-24-000001.html",
        ]
        again = await save_filings(client, found.passed, folder, now=NOW)
        assert (again.files, len(server.requests)) == (saved.files, 4)  # from the cache
        loaded = load_corpus(folder, Snapshots(Kept()))
        cards = {item.card.id: item.card for item in loaded.corpus.items}
        newest = cards["10-K-0001234567-25-000001"]
        assert newest.supplied_by == "fetch"
        assert newest.times.known_by(Cutoff(day=date(2025, 2, 27), zone="UTC")) == "straddles"
        assert newest.times.known_by(cutoff("2025-02-27")) == "yes"
        assert loaded.texts[newest.id] == "A filing.\n"
        _ = saved.files[0].write_text("<html>other</html>")
        with pytest.raises(InputError, match="is there with other bytes"):
            _ = await save_filings(client, found.passed, folder, now=NOW)


async def test_a_document_that_is_not_read_is_left_out_and_named(tmp_path: Path) -> None:
    def answer(request: wire.RawRequest) -> bytes:
        if "/Archives/" in request.path:
            return wire.whole(200, b"PK\x03\x04 a workbook")
        return served.edgar()(request)

    async with edgar(tmp_path, answer) as (client, _):
        found = await client.filings(served.CIK, cutoff("2025-12-31"), forms=("10-K",))
        saved = await save_filings(client, found.passed[:1], tmp_path / "sources", now=NOW)
        assert saved.files == ()
        assert "begins as a ZIP archive" in saved.left_out[0].reason
