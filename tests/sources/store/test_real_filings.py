"""Eight real filings: every tagged figure is read, and its row stands in the rendered text."""

from decimal import Decimal
from pathlib import Path

import pytest

from sources.store.document import Document, document_of
from sources.store.quotes import locate

pytestmark = [pytest.mark.shared, pytest.mark.timeout(300)]
FILINGS = (
    "aapl-10-k-2024-11-01",
    "aapl-10-q-2025-08-01",
    "nflx-10-k-2025-01-27",
    "nflx-10-q-2025-07-18",
    "nvda-10-k-2025-02-26",
    "nvda-10-q-2025-08-27",
    "tsla-10-k-2025-01-30",
    "tsla-10-q-2025-07-24",
)


def filing(shared: Path, name: str) -> Document:
    return document_of((shared / "data" / "sec_filings" / "html" / f"{name}.html").read_bytes())


@pytest.mark.parametrize("name", FILINGS)
def test_every_fact_stands_in_the_rendered_text(shared: Path, name: str) -> None:
    text, facts = filing(shared, name)
    assert len(facts) > 600
    unread = [item for item in facts if item.value is None]
    assert len(unread) <= 10
    absent = [item.anchor for item in facts[::5] if locate(text, item.words).outcome == "absent"]
    assert absent == [item.anchor for item in facts[::5] if not item.words]


def test_a_scaled_fact_is_exact_where_a_float_would_not_be(shared: Path) -> None:
    facts = {item.anchor: item for item in filing(shared, "nflx-10-k-2025-01-27").facts}
    assert facts["f-1402"].value == Decimal(16_100_000_000)
    assert float(facts["f-1402"].printed) * 10**9 != 16_100_000_000
    additions = facts["f-469"]
    assert (additions.value, additions.unit) == (Decimal(9_497_000), "nflx:membership")
    assert [item.member for item in additions.dimensions] == [
        "nflx:StreamingMember",
        "nflx:UnitedStatesAndCanadaMember",
    ]
