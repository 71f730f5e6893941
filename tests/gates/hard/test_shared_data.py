"""The hard kinds of data as they really are: filings' facts, price index, stock index, macro files.

Reads the project's shared folder; nothing of it is kept here but figures.
"""

import csv
import json
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from contracts.contract import Json
from contracts.evidence import DateRange, Observation
from contracts.period import Period
from contracts.quantity import Scale, Unit, decimal_from_text, places_of
from gates.validation_input import ValidationInput
from gates.validator import validate
from tests.conftest import SHARED
from tests.gates.hard.small import candidate, days, drv, obs, on, population, source, target

pytestmark = pytest.mark.shared
DATA = SHARED / "data"
APPLE, NVIDIA = "0000320193", "0001045810"


class Fact(NamedTuple):
    period: Period
    value: str
    filed: str


def codes(given: ValidationInput) -> set[str]:
    validation = validate(given)
    found = {item.code for item in (*validation.findings, *validation.questions)}
    return found - {"POP-complete"}


@cache
def concept(cik: str, name: str, unit: str) -> tuple[Fact, ...]:
    """Facts of one concept over intervals, in the order of the file."""
    path = DATA / "sec_filings" / "companyfacts" / f"CIK{cik}.json"
    document: Json = json.loads(path.read_text(encoding="utf-8"), parse_float=str, parse_int=str)
    for key in ("facts", "us-gaap", name, "units", unit):
        assert isinstance(document, dict)
        document = document[key]
    assert isinstance(document, list)
    return tuple(_facts(document))


def _facts(items: list[Json]) -> Iterator[Fact]:
    for item in items:
        assert isinstance(item, dict)
        if "start" in item:
            period = days(str(item["start"]), str(item["end"]))
            yield Fact(period, str(item["val"]), str(item["filed"]))


def restated(facts: tuple[Fact, ...]) -> list[tuple[Fact, Fact]]:
    """The first and the last statement of each interval that was stated with two values."""
    by_period: dict[tuple[date, date], list[Fact]] = {}
    for fact in sorted(facts, key=lambda item: item.filed):
        by_period.setdefault((fact.period.first, fact.period.end), []).append(fact)
    pairs = [(found[0], found[-1]) for found in by_period.values()]
    return [
        (first, last)
        for first, last in pairs
        if decimal_from_text(first.value) != decimal_from_text(last.value)
    ]


def eps(number: int, fact: Fact, *, vintage: bool = False) -> Observation:
    return obs(
        number,
        # JSON drops the last zero of 0.40, which is stated to the cent.
        f"{decimal_from_text(fact.value):.2f}",
        fact.period,
        measure="diluted earnings",
        unit=Unit.USD_PER_SHARE,
        scale=Scale.ONE,
        of=f"S{number}",
        vintage=fact.filed if vintage else None,
    )


def both(first: Fact, last: Fact, cutoff: str, *, vintage: bool = False) -> ValidationInput:
    figures = [eps(n, fact, vintage=vintage) for n, fact in enumerate((first, last), 1)]
    sources = [source(f"S{n}", on(fact.filed)) for n, fact in enumerate((first, last), 1)]
    targets = [
        target(
            n,
            figure.value.to_eng_string(),
            figure.id,
            unit=figure.unit,
            scale=Scale.ONE,
            places=places_of(figure.value),
        )
        for n, figure in enumerate(figures, 1)
    ]
    return candidate(sources, figures, targets, cutoff=cutoff)


@pytest.mark.parametrize(("cik", "least"), [(APPLE, 5), (NVIDIA, 10)])
def test_restated_earnings_are_told_apart_by_filing_and_known_by_it(cik: str, least: int) -> None:
    pairs = restated(concept(cik, "EarningsPerShareDiluted", "USD/shares"))
    assert len(pairs) >= least
    for first, last in pairs:
        assert "EVD-conflict" in codes(both(first, last, last.filed))
        assert "EVD-conflict" not in codes(both(first, last, last.filed, vintage=True))
        early = codes(both(first, last, first.filed, vintage=True))
        assert {"CUT-after", "CUT-vintage"} <= early


def test_nvidia_as_first_filed_passes_before_the_split_was_filed() -> None:
    pairs = restated(concept(NVIDIA, "EarningsPerShareDiluted", "USD/shares"))
    first, last = next(
        pair for pair in pairs if pair[0].period.same_interval(days("2023-01-30", "2024-01-28"))
    )
    assert (first.value, last.value) == ("11.93", "1.19")
    assert codes(both(first, last, "2024-12-31")) == {"CUT-after", "EVD-conflict"}


def year_and_nine_months(year: str, ytd: str) -> tuple[Fact, Fact]:
    """Net income of the interval that starts and ends so, as filed first."""
    facts = sorted(concept(APPLE, "NetIncomeLoss", "USD"), key=lambda item: item.filed)

    def of(text: str) -> Fact:
        start, end = text.split("/")
        return next(fact for fact in facts if fact.period.same_interval(days(start, end)))

    return of(year), of(ytd)


@pytest.mark.parametrize(
    ("year", "ytd", "declared", "expected"),
    [
        ("2022-09-25/2023-09-30", "2022-09-25/2023-07-01", "2023-07-02/2023-09-30", set[str]()),
        ("2022-09-25/2023-09-30", "2022-09-25/2023-07-01", "2023-07-01/2023-09-30", {"DEP-period"}),
        ("2023-10-01/2024-09-28", "2023-10-01/2024-06-29", "2024-06-30/2024-09-28", set[str]()),
        ("2023-10-01/2024-09-28", "2022-09-25/2023-07-01", "2024-06-30/2024-09-28", {"DEP-period"}),
    ],
)
def test_apples_fourth_quarter_by_subtraction(
    year: str, ytd: str, declared: str, expected: set[str]
) -> None:
    whole, part = year_and_nine_months(year, ytd)
    figures = [
        obs(n, fact.value, fact.period, scale=Scale.ONE, measure="net income")
        for n, fact in enumerate((whole, part), 1)
    ]
    rest = f"{decimal_from_text(whole.value) - decimal_from_text(part.value):f}"
    start, end = declared.split("/")
    period = days(start, end)
    made = drv(1, rest, "OBS1", "OBS2", period=period, rule="difference", scale=Scale.ONE)
    wanted = target(1, rest, "DRV1", scale=Scale.ONE)
    filed = source(published=on(whole.filed))
    assert codes(candidate([filed], figures, [wanted], derivations=[made])) == expected


@pytest.mark.parametrize(
    ("later", "earlier", "expected"),
    [
        ("2022-09-25/2023-09-30", "2021-09-26/2022-09-24", {"DEP-uneven"}),
        ("2021-09-26/2022-09-24", "2020-09-27/2021-09-25", set[str]()),
    ],
)
def test_apples_years_of_53_and_52_weeks(later: str, earlier: str, expected: set[str]) -> None:
    pair = year_and_nine_months(later, earlier)
    figures = [
        obs(n, fact.value, fact.period, scale=Scale.ONE, measure="net income")
        for n, fact in enumerate(pair, 1)
    ]
    made = drv(1, "2.8", "OBS1", "OBS2", unit=Unit.PERCENT, scale=Scale.ONE)
    wanted = target(1, "2.8", "DRV1", unit=Unit.PERCENT, scale=Scale.ONE, places=1)
    filed = source(published=on("2023-11-03"))
    assert codes(candidate([filed], figures, [wanted], derivations=[made])) == expected


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


def month(text: str) -> Period:
    first = date.fromisoformat(text)
    after = date(first.year + first.month // 12, first.month % 12 + 1, 1)
    return Period(start=first, end=date.fromordinal(after.toordinal() - 1))


def prices() -> dict[str, str]:
    rows = rows_of(DATA / "macro" / "cpi-us" / "cpiai.csv")
    return {row["Date"]: row["Index"] for row in rows}


def index(frame: list[str], missing: list[str]) -> ValidationInput:
    """The mean of the price index over the published months of a frame."""
    found = prices()
    item = source(published=on("2026-01-13"), proof="archive_capture")
    months = [key for key in frame if key in found]
    figures = [
        obs(n, found[key], month(key), unit=Unit.INDEX_POINTS, scale=Scale.ONE, scheme="series")
        for n, key in enumerate(months, 1)
    ]
    names = [figure.id for figure in figures]
    over = population(
        [item],
        [(key, month(key), "S1" if key in found else None) for key in frame],
        [(key, (name,)) for key, name in zip(months, names, strict=True)],
        DateRange(kind="date_range", start=date(2025, 8, 1), end=date(2025, 12, 31)),
        not_published=missing,
    )
    mean = drv(1, "324.1", *names, unit=Unit.INDEX_POINTS, scale=Scale.ONE)
    wanted = target(1, "324.1", "DRV1", "POP1", unit=mean.unit, scale=mean.scale, places=1)
    return candidate(
        [item], figures, [wanted], derivations=[mean], populations=[over], cutoff="2026-01-31"
    )


def test_price_index_without_october_2025() -> None:
    whole = [f"2025-{number:02d}-01" for number in range(8, 13)]
    assert [key for key in whole if key not in prices()] == ["2025-10-01"]
    assert codes(index([key for key in whole if key in prices()], [])) == {"POP-gap"}
    assert codes(index(whole, [])) == {"POP-closure"}
    assert codes(index(whole, ["2025-10-01"])) == set()


def test_missing_dividends_are_written_as_zeros() -> None:
    rows = rows_of(DATA / "macro" / "s-and-p-500" / "data.csv")
    read = [row for row in rows if "2023-05-01" <= row["Date"] <= "2023-08-01"]
    figures = [
        obs(n, row["Dividend"], month(row["Date"]), scale=Scale.ONE, measure="dividend")
        for n, row in enumerate(read, 1)
    ]
    mean = drv(1, "34.0", *(figure.id for figure in figures), scale=Scale.ONE)
    wanted = target(1, "34.0", "DRV1", scale=Scale.ONE, places=1)
    given = candidate([source(published=on("2023-09-20"))], figures, [wanted], derivations=[mean])
    found = [item for item in validate(given).findings if item.code == "EVD-zero"]
    zeros = [n for n, row in enumerate(read) if float(row["Dividend"]) == 0]
    assert zeros
    assert [item.pointer for item in found] == [f"evidence:/observations/{n}/value" for n in zeros]


def iso(text: str) -> str:
    """A day or month of the files, the month as its first day."""
    return text if len(text) == 10 else f"{text}-01"


SERIES = sorted(str(path.relative_to(DATA)) for path in (DATA / "macro").glob("*/*.csv"))


@pytest.mark.parametrize("name", SERIES)
def test_a_file_of_today_is_no_evidence_for_last_year(name: str) -> None:
    newest = max(iso(next(iter(row.values()))) for row in rows_of(DATA / name))
    figure = obs(1, "100", days("2025-06-01", "2025-06-30"), scheme="series")
    wanted = target(1, "100", "OBS1")

    def said(published: str, proof: str, vintage: str | None = None) -> set[str]:
        item = source(published=on(published)).model_dump()
        item["card"]["times"]["version_proof"] = proof
        read = figure.model_copy(update={"vintage": vintage and date.fromisoformat(vintage)})
        return codes(candidate([type(source()).model_validate(item)], [read], [wanted]))

    assert said(newest, "hash_registry") == {"CUT-after"}
    assert said("2025-07-15", "none") == {"CUT-mutable"}
    assert said("2025-07-15", "accession") == {"CUT-latest-vintage"}
    assert said("2025-07-15", "vintage", "2025-07-15") == set()
