from datetime import date

import pytest

from contracts.cutoff import Cutoff, DateBasis, SourceTime
from contracts.event import EventKind
from reports.event_words import event_text
from reports.words import cutoff_text, distance_text, published_text, seconds_text

ZONE = "America/New_York"
CUTOFF = Cutoff(day=date(2026, 1, 9), zone=ZONE)
BASIS = DateBasis.FILING_INDEX


def on(day: date) -> SourceTime:
    return SourceTime.of_day(day, ZONE, BASIS, verified=True)


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (date(2026, 1, 9), "on the cutoff day"),
        (date(2026, 1, 8), "1 day before the cutoff"),
        (date(2025, 11, 7), "63 days before the cutoff"),
        (date(2026, 1, 10), "1 day after the cutoff"),
        (date(2022, 1, 9), "1,461 days before the cutoff"),
    ],
)
def test_distance_counts_calendar_days_in_the_zone_of_the_cutoff(day: date, words: str) -> None:
    assert distance_text(on(day), CUTOFF) == words


def test_published_date_is_as_precise_as_it_was_stated() -> None:
    assert published_text(on(date(2025, 11, 7))) == "7 November 2025"
    assert published_text(SourceTime.of_month(2025, 11, ZONE, BASIS, True)) == "November 2025"
    assert published_text(SourceTime.of_year(2025, ZONE, BASIS, True)) == "2025"
    assert published_text(None) == "undated"


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        (ZONE, "9 January 2026, to the end of the day in New York (America/New_York)"),
        ("UTC", "9 January 2026, to the end of the day in UTC"),
    ],
)
def test_cutoff_names_its_zone(zone: str, words: str) -> None:
    assert cutoff_text(Cutoff(day=date(2026, 1, 9), zone=zone)) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.0 s"), (4.12, "4.1 s"), (42.4, "42 s"), (200, "3 min 20 s"), (3600, "60 min 0 s")],
)
def test_durations_are_short(seconds: float, words: str) -> None:
    assert seconds_text(seconds) == words


@pytest.mark.parametrize(
    ("kind", "detail", "words"),
    [
        (EventKind.ACCEPTED, "accepted", "accepted"),
        (EventKind.ACCEPTED, "accepted_with_waiver", "accepted: accepted_with_waiver"),
        (EventKind.SANDBOX_CHOSEN, "docker", "sandbox: docker"),
        (EventKind.STAGE_DONE, "passed", "passed"),
    ],
)
def test_an_event_says_what_happened_once(kind: EventKind, detail: str, words: str) -> None:
    assert event_text(kind, detail) == words
