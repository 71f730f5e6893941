"""Sources of the good candidate: six dated extracts, the periods they speak of, figures read.

Facts of Texas Roadhouse, Inc.'s SEC filings (CIK 0001289460), USD thousands. The quotes are lines
of extracts in our own words, not sentences of the filings.
"""

from datetime import date, timedelta
from decimal import Decimal

from contracts.contract import sha256_of
from contracts.cutoff import DateBasis, SourceTime, SourceTimes
from contracts.evidence import (
    Observation,
    Quote,
    Subject,
)
from contracts.period import Period
from contracts.quantity import Scale, Unit
from contracts.source import Corpus, CorpusItem, SourceCard

_ZONE = "America/New_York"


def _weeks(end: date, weeks: int, label: str, year: int, quarter: int | None) -> Period:
    return Period.model_validate(
        {
            "start": end - timedelta(weeks=weeks) + timedelta(days=1),
            "end": end,
            "label": label,
            "fiscal_year": year,
            "fiscal_quarter": quarter,
        }
    )


PERIODS = {
    period.label: period
    for period in (
        _weeks(date(2024, 6, 25), 13, "Q2 2024", 2024, 2),
        _weeks(date(2024, 9, 24), 13, "Q3 2024", 2024, 3),
        _weeks(date(2024, 12, 31), 14, "Q4 2024", 2024, 4),
        _weeks(date(2025, 4, 1), 13, "Q1 2025", 2025, 1),
        _weeks(date(2025, 7, 1), 13, "Q2 2025", 2025, 2),
        _weeks(date(2025, 9, 30), 13, "Q3 2025", 2025, 3),
        _weeks(date(2025, 12, 30), 13, "Q4 2025", 2025, 4),
        _weeks(date(2024, 9, 24), 39, "first three quarters of 2024", 2024, None),
        _weeks(date(2025, 9, 30), 39, "first three quarters of 2025", 2025, None),
        _weeks(date(2024, 12, 31), 53, "FY 2024", 2024, None),
    )
}
"""By the issuer's label. Fiscal 2024 has 53 weeks, so its fourth quarter has 14."""

_SOURCES = (
    ("10-K-2024", "10-K", "0001558370-25-001904", date(2025, 2, 28)),
    ("10-Q-2024-Q2", "10-Q", "0001558370-24-010663", date(2024, 8, 2)),
    ("10-Q-2024-Q3", "10-Q", "0001558370-24-014095", date(2024, 11, 1)),
    ("10-Q-2025-Q1", "10-Q", "0001558370-25-007082", date(2025, 5, 9)),
    ("10-Q-2025-Q2", "10-Q", "0001558370-25-010861", date(2025, 8, 8)),
    ("10-Q-2025-Q3", "10-Q", "0001104659-25-108178", date(2025, 11, 7)),
)
"""Id, form, accession and filing date; the dates were transcribed, and nobody verified them."""

_FIGURES = (
    ("Q3 2025", "10-Q-2025-Q3", 10797, 128896),
    ("first three quarters of 2025", "10-Q-2025-Q3", 36705, 298808),
    ("Q2 2025", "10-Q-2025-Q2", 12949, 92523),
    ("Q1 2025", "10-Q-2025-Q1", 12959, 77389),
    ("FY 2024", "10-K-2024", 38557, 354341),
    ("Q3 2024", "10-Q-2024-Q3", 6735, 91061),
    ("first three quarters of 2024", "10-Q-2024-Q3", 25268, 246539),
    ("Q2 2024", "10-Q-2024-Q2", 10574, 77806),
)
"""Period, source, Bubba's 33, total: OBS1 and OBS2, OBS3 and OBS4, and so on."""


def texas_observations() -> tuple[Observation, ...]:
    found: list[Observation] = []
    for label, source, segment, total in _FIGURES:
        for part, value in (("Bubba's 33", segment), ("", total)):
            period = PERIODS[label]
            line = f"| {period.weeks} weeks ended {period.end} | {part or 'Total'} | {value:,} |"
            observation = Observation(
                id=f"OBS{len(found) + 1}",
                subject=Subject(scheme="cik", id="0001289460", part=part),
                measure="capital expenditures",
                period=period,
                value=Decimal(value),
                unit=Unit.USD,
                scale=Scale.THOUSAND,
                source_id=source,
                quote=Quote(text=line, locator="Segment table"),
            )
            found.append(observation)
    return tuple(found)


def texas_source_text(source_id: str) -> str:
    """The text of a source: one line per figure that was read in it."""
    lines = [item.quote.text for item in texas_observations() if item.source_id == source_id]
    return "\n".join((f"Extract of {source_id}, USD thousands", "", *lines, ""))


def _card(source_id: str, form: str, accession: str, filed: date) -> SourceCard:
    return SourceCard(
        id=source_id,
        title=f"Texas Roadhouse, Inc., {source_id}",
        publisher="Texas Roadhouse, Inc.",
        form=form,
        accession=accession,
        url=f"https://www.sec.gov/Archives/edgar/data/1289460/{accession.replace('-', '')}/",
        extract=True,
        times=SourceTimes(
            published=SourceTime.of_day(filed, _ZONE, DateBasis.TRANSCRIBED, verified=False),
            version_proof="accession",
        ),
    )


def texas_corpus() -> Corpus:
    return Corpus(
        items=tuple(
            CorpusItem(card=_card(*entry), snapshot=sha256_of(texas_source_text(entry[0]).encode()))
            for entry in _SOURCES
        )
    )
