"""The extracts hold the real figures, say what they are, and tie out."""

import hashlib
import json
import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import pytest

from contracts.contract import parse_contract
from contracts.cutoff import Cutoff, DateBasis, Known
from contracts.sidecar import Sidecar
from sources.corpus import load_corpus
from sources.store.quotes import locate
from sources.store.snapshots import Snapshots

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "texas_roadhouse"
SOURCES = FOLDER / "sources"
SEGMENTS = ("Texas Roadhouse", "Bubba's 33", "Other", "Total")
KEYS = {
    "10-Q-2025-Q3": "10-Q 2025-09-30",
    "10-Q-2025-Q2": "10-Q 2025-07-01",
    "10-Q-2025-Q1": "10-Q 2025-04-01",
    "10-K-2024": "10-K 2024-12-31",
    "10-Q-2024-Q3": "10-Q 2024-09-24",
    "10-Q-2024-Q2": "10-Q 2024-06-25",
}
"""Id of an extract to the name of its filing in the shared data."""
UNCHECKED = {None, "to be verified", "date as in public filing archives"}
"""What the shared data says of a filing date; none of it names a second record."""
ROW = re.compile(r"^\| (\d+ weeks ended [\d-]+|fiscal year ended [\d-]+) \|(.*)\|$", re.MULTILINE)

Amounts = dict[str, int]


class Extract(NamedTuple):
    name: str
    text: str
    card: Sidecar
    rows: dict[str, Amounts]


def read(name: str) -> Extract:
    text = (SOURCES / f"{name}.md").read_text(encoding="utf-8")
    card = parse_contract((SOURCES / f"{name}.source.json").read_bytes(), Sidecar)
    return Extract(name, text, card, dict(rows_of(text)))


def rows_of(text: str) -> Iterator[tuple[str, Amounts]]:
    assert "| Period | Texas Roadhouse | Bubba's 33 | Other | Total |" in text
    for found in ROW.finditer(text):
        cells = [cell.strip() for cell in found.group(2).split("|")]
        yield (
            found.group(1),
            {
                segment: int(cell.replace(",", ""))
                for segment, cell in zip(SEGMENTS, cells, strict=True)
                if cell != "not seen"
            },
        )


EXTRACTS = {name: read(name) for name in KEYS}


def amount(period: str, name: str, segment: str) -> int:
    return EXTRACTS[name].rows[period][segment]


class Bytes:
    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        self.kept[digest] = data
        return digest

    def get(self, sha256: str) -> bytes:
        return self.kept[sha256]


def test_the_folder_loads_as_a_corpus_of_six() -> None:
    loaded = load_corpus(SOURCES, Snapshots(Bytes()))
    assert [item.card.id for item in loaded.corpus.items] == sorted(KEYS)


@pytest.mark.parametrize("name", KEYS)
def test_an_extract_says_what_it_is(name: str) -> None:
    extract = EXTRACTS[name]
    card = extract.card
    assert card.id == name
    assert card.extract
    assert "This is an extract made for the finrubric example, in our own words." in extract.text
    assert f"| Accession number | {card.accession} |" in extract.text
    assert card.published is not None
    assert f"| Filed | {card.published.at}" in extract.text
    assert f"Form {card.form}, period ended {KEYS[name].split()[1]}" in extract.text
    assert ("**unverified**" in extract.text) is not card.published.verified
    assert card.accession in (FOLDER / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", KEYS)
def test_a_date_is_transcribed_and_passes_the_cutoff_with_a_warning(name: str) -> None:
    published = EXTRACTS[name].card.published
    assert published is not None
    assert published.basis is DateBasis.TRANSCRIBED
    assert published.zone == "America/New_York"
    assert not published.verified
    cutoff = Cutoff(day=date(2026, 1, 9), zone="America/New_York")
    assert EXTRACTS[name].card.card().times.known_by(cutoff) is Known.UNVERIFIED


def test_an_early_cutoff_leaves_the_newest_filing_out() -> None:
    cutoff = Cutoff(day=date(2025, 9, 1), zone="America/New_York")
    after = {
        name
        for name, extract in EXTRACTS.items()
        if extract.card.card().times.known_by(cutoff) is Known.AFTER
    }
    assert after == {"10-Q-2025-Q3"}


@pytest.mark.parametrize("name", KEYS)
def test_every_row_can_be_quoted_alone(name: str) -> None:
    text = EXTRACTS[name].text
    rows = [found.group() for found in ROW.finditer(text)]
    assert rows
    assert {locate(text, row).outcome for row in rows} == {"found"}


def test_what_was_not_seen_is_said() -> None:
    text = " ".join(EXTRACTS["10-Q-2025-Q2"].text.split())
    assert "public expert rubric (BigFinanceBench, item bf-36d4a10aa8)" in text
    assert "less the third quarter less the first quarter" in text
    assert "was **not seen**" in text
    assert EXTRACTS["10-Q-2025-Q2"].rows == {
        "13 weeks ended 2025-07-01": {"Bubba's 33": 12949, "Total": 92523}
    }


def test_segments_add_up_to_the_total_in_every_whole_row() -> None:
    whole = [
        row
        for extract in EXTRACTS.values()
        for row in extract.rows.values()
        if len(row) == len(SEGMENTS)
    ]
    assert len(whole) == 14
    assert all(sum(row[name] for name in SEGMENTS[:3]) == row["Total"] for row in whole)


def test_figures_printed_in_two_filings_agree() -> None:
    period = "13 weeks ended 2024-09-24"
    assert EXTRACTS["10-Q-2025-Q3"].rows[period] == EXTRACTS["10-Q-2024-Q3"].rows[period]


@pytest.mark.parametrize("segment", ["Bubba's 33", "Total"])
def test_periods_tie_out(segment: str) -> None:
    def of(period: str, name: str) -> int:
        return amount(period, name, segment)

    third = of("13 weeks ended 2025-09-30", "10-Q-2025-Q3")
    first = of("13 weeks ended 2025-04-01", "10-Q-2025-Q1")
    so_far = of("39 weeks ended 2025-09-30", "10-Q-2025-Q3")
    assert of("13 weeks ended 2025-07-01", "10-Q-2025-Q2") == so_far - third - first
    half = of("26 weeks ended 2024-06-25", "10-Q-2024-Q2")
    second = of("13 weeks ended 2024-06-25", "10-Q-2024-Q2")
    residual = half - second - of("13 weeks ended 2024-03-26", "10-Q-2025-Q1")
    # The filings round each column by itself: one thousand moves between two small segments.
    assert residual == (-1 if segment == "Bubba's 33" else 0)
    assert of("39 weeks ended 2024-09-24", "10-Q-2024-Q3") == half + of(
        "13 weeks ended 2024-09-24", "10-Q-2024-Q3"
    )


def window() -> list[tuple[int, int]]:
    def pair(period: str, name: str) -> tuple[int, int]:
        return amount(period, name, "Bubba's 33"), amount(period, name, "Total")

    year = pair("fiscal year ended 2024-12-31", "10-K-2024")
    start = pair("39 weeks ended 2024-09-24", "10-Q-2024-Q3")
    return [
        pair("13 weeks ended 2024-09-24", "10-Q-2024-Q3"),
        (year[0] - start[0], year[1] - start[1]),
        pair("13 weeks ended 2025-04-01", "10-Q-2025-Q1"),
        pair("13 weeks ended 2025-07-01", "10-Q-2025-Q2"),
        pair("13 weeks ended 2025-09-30", "10-Q-2025-Q3"),
    ]


def test_the_window_gives_the_expected_answer_and_its_rival() -> None:
    quarters = window()
    assert quarters[1] == (13289, 107802)
    mean = sum(Decimal(100 * part) / whole for part, whole in quarters) / len(quarters)
    assert round(mean, 6) == Decimal("11.768121")
    parts, wholes = (sum(column) for column in zip(*quarters, strict=True))
    assert round(Decimal(100 * parts) / wholes, 6) == Decimal("11.398896")


@pytest.mark.shared
def test_every_figure_and_filing_is_that_of_the_shared_data(shared: Path) -> None:
    data = json.loads((shared / "data/texas_roadhouse/txrh_segment_capex.json").read_bytes())
    assert set(KEYS.values()) == set(data["sources"])
    for name, key in KEYS.items():
        filing, card = data["sources"][key], EXTRACTS[name].card
        assert card.published is not None
        assert (card.form, card.accession, card.published.at, card.url) == (
            filing["form"],
            filing["accession"],
            filing["filed"],
            filing["page"] or "",
        )
        assert filing.get("filed_status") in UNCHECKED
        assert not card.published.verified
        facts = {f["period"]: f["capex"] for f in data["facts"] if f["source"] == key}
        assert EXTRACTS[name].rows == facts


@pytest.mark.shared
def test_the_question_is_that_of_the_benchmark_item(shared: Path) -> None:
    lines = (shared / "data/bigfinancebench/subset.jsonl").read_text(encoding="utf-8").splitlines()
    item = next(json.loads(line) for line in lines if '"bf-36d4a10aa8"' in line)
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    quoted = " ".join(
        line.removeprefix("> ") for line in readme.splitlines() if line.startswith("> ")
    )
    assert quoted == item["query"]
