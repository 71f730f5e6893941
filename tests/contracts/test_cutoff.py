"""The as-of rule: cutoff dates, zones, source times and what was known."""

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from contracts.contract import canonical, parse_contract
from contracts.cutoff import (
    Cutoff,
    DateBasis,
    Known,
    SourceTime,
    SourceTimes,
    VersionProof,
    parse_cutoff_date,
)
from contracts.errors import ContractError, InputError

NEW_YORK = "America/New_York"
CUTOFF = Cutoff(day=date(2026, 1, 9), zone=NEW_YORK)
INDEX = DateBasis.FILING_INDEX


@pytest.mark.parametrize(
    "text", ["1990-01-01", "2024-02-29", "2026-01-09", "2026-12-31", "2100-12-31"]
)
def test_cutoff_dates(text: str) -> None:
    assert parse_cutoff_date(text).isoformat() == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "form"),
        ("20260109", "form"),
        ("2026-W02-5", "form"),
        ("2026-1-9", "form"),
        ("09/01/2026", "form"),
        ("1/9/2026", "form"),
        ("TODAY", "form"),
        ("2026-01-09T00:00:00", "form"),
        ("2026-01-09 00:00:00+00:00", "form"),
        (" 2026-01-09", "form"),
        ("2026-01-09\n", "form"),
        ("-2026-01-09", "form"),
        ("\u0662\u0660\u0662\u0666-01-09", "form"),
        ("2026\u201101\u201109", "form"),
        ("2026-02-30", "calendar"),
        ("2025-02-29", "calendar"),
        ("2026-13-01", "calendar"),
        ("2026-00-10", "calendar"),
        ("0000-01-01", "calendar"),
        ("0001-01-01", "between"),
        ("1989-12-31", "between"),
        ("2101-01-01", "between"),
        ("9999-12-31", "between"),
    ],
)
def test_other_cutoff_dates_are_refused_in_plain_words(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_cutoff_date(text)


@given(st.text(max_size=12))
def test_any_cutoff_text_is_read_or_refused(text: str) -> None:
    with suppress(InputError):
        assert parse_cutoff_date(text).isoformat() == text


# --- the end of a day -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("day", "zone", "end"),
    [
        (date(2026, 1, 9), NEW_YORK, datetime(2026, 1, 10, 5, tzinfo=UTC)),
        (date(2026, 7, 9), NEW_YORK, datetime(2026, 7, 10, 4, tzinfo=UTC)),
        (date(2026, 3, 7), NEW_YORK, datetime(2026, 3, 8, 5, tzinfo=UTC)),
        (date(2026, 3, 8), NEW_YORK, datetime(2026, 3, 9, 4, tzinfo=UTC)),
        (date(2026, 10, 31), NEW_YORK, datetime(2026, 11, 1, 4, tzinfo=UTC)),
        (date(2026, 11, 1), NEW_YORK, datetime(2026, 11, 2, 5, tzinfo=UTC)),
        (date(2024, 2, 28), NEW_YORK, datetime(2024, 2, 29, 5, tzinfo=UTC)),
        (date(2024, 2, 29), NEW_YORK, datetime(2024, 3, 1, 5, tzinfo=UTC)),
        (date(2026, 1, 9), "Asia/Tokyo", datetime(2026, 1, 9, 15, tzinfo=UTC)),
        (date(2026, 1, 9), "UTC", datetime(2026, 1, 10, tzinfo=UTC)),
        (date(2026, 1, 9), "Etc/GMT+12", datetime(2026, 1, 10, 12, tzinfo=UTC)),
        # Midnight does not exist: the clock goes from 00:00 to 01:00.
        (date(2018, 11, 3), "America/Sao_Paulo", datetime(2018, 11, 4, 3, tzinfo=UTC)),
        # Midnight comes twice: the first one counts.
        (date(2025, 11, 1), "America/Havana", datetime(2025, 11, 2, 4, tzinfo=UTC)),
        # The next day does not exist at all.
        (date(2011, 12, 29), "Pacific/Apia", datetime(2011, 12, 30, 10, tzinfo=UTC)),
        (date(2100, 12, 31), NEW_YORK, datetime(2101, 1, 1, 5, tzinfo=UTC)),
    ],
)
def test_a_cutoff_ends_with_its_day_in_its_zone(day: date, zone: str, end: datetime) -> None:
    assert Cutoff(day=day, zone=zone).end_instant() == end
    assert Cutoff(day=day, zone=zone).end_instant().utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    "zone",
    [
        "",
        "EST",
        "New York",
        "America",
        "America/",
        "America/Nowhere",
        "America/Argentina",
        "../../etc/passwd",
        "/etc/localtime",
        "localtime",
        "america/new_york",
        "America/New_York\n",
        "America/New_York\x00",
        "UTC+1",
        "+01:00",
        "A" * 61,
        "A/" + "b" * 300,
    ],
)
def test_other_zones_are_refused(zone: str) -> None:
    with pytest.raises(ValidationError):
        Cutoff(day=date(2026, 1, 9), zone=zone)
    with pytest.raises(ValueError, match=r"zone|IANA|time zone database"):
        SourceTime.of_day(date(2026, 1, 9), zone, INDEX, True)


def test_cutoff_needs_its_zone_and_a_sane_day() -> None:
    for data in (
        b'{"day":"2026-01-09"}',
        b'{"day":"1989-12-31","zone":"UTC"}',
        b'{"day":"2101-01-01","zone":"UTC"}',
    ):
        with pytest.raises(ContractError):
            parse_contract(data, Cutoff)
    assert parse_contract(canonical(CUTOFF), Cutoff) == CUTOFF


# --- source times -----------------------------------------------------------------------------


def day_of(text: str, zone: str = NEW_YORK) -> SourceTime:
    return SourceTime.of_day(date.fromisoformat(text), zone, INDEX, True)


def instant(text: str) -> SourceTime:
    return SourceTime.of_instant(datetime.fromisoformat(text), NEW_YORK, INDEX, True)


def known(
    published: SourceTime | None,
    updated: SourceTime | None = None,
    proof: VersionProof = "accession",
    cutoff: Cutoff = CUTOFF,
) -> Known:
    times = SourceTimes(published=published, updated=updated, version_proof=proof)
    return times.known_by(cutoff)


@pytest.mark.parametrize(
    ("published", "expected"),
    [
        (day_of("2026-01-08"), Known.YES),
        (day_of("2026-01-09"), Known.YES),
        (day_of("2026-01-10"), Known.AFTER),
        (day_of("1934-06-06"), Known.YES),
        (instant("2026-01-09T00:00:00-05:00"), Known.YES),
        (instant("2026-01-09T23:59:59.999999-05:00"), Known.YES),
        (instant("2026-01-10T00:00:00-05:00"), Known.AFTER),
        # 9 pm in New York is already the next day in UTC.
        (instant("2026-01-10T02:00:00+00:00"), Known.YES),
        # Nine in the morning in Tokyo on the 10th is the evening of the 9th in New York.
        (instant("2026-01-10T09:00:00+09:00"), Known.YES),
        (day_of("2026-01-09", "Asia/Tokyo"), Known.YES),
        (day_of("2026-01-10", "Asia/Tokyo"), Known.STRADDLES),
        (day_of("2026-01-10", "UTC"), Known.STRADDLES),
        (day_of("2026-01-09", "America/Los_Angeles"), Known.STRADDLES),
        (day_of("2026-01-10", "America/Los_Angeles"), Known.AFTER),
        (SourceTime.of_month(2025, 12, NEW_YORK, INDEX, True), Known.YES),
        (SourceTime.of_month(2026, 1, NEW_YORK, INDEX, True), Known.STRADDLES),
        (SourceTime.of_month(2026, 2, NEW_YORK, INDEX, True), Known.AFTER),
        (SourceTime.of_year(2025, NEW_YORK, INDEX, True), Known.YES),
        (SourceTime.of_year(2026, NEW_YORK, INDEX, True), Known.STRADDLES),
        (SourceTime.of_year(2027, NEW_YORK, INDEX, True), Known.AFTER),
        (None, Known.UNDATED),
    ],
)
def test_the_published_time_rules(published: SourceTime | None, expected: Known) -> None:
    assert known(published) is expected
    assert expected.passes is (expected is Known.YES)


@pytest.mark.parametrize(
    ("basis", "verified", "expected"),
    [
        (DateBasis.FILING_INDEX, True, Known.YES),
        (DateBasis.INSTITUTION, True, Known.YES),
        (DateBasis.FILING_INDEX, False, Known.UNVERIFIED),
        (DateBasis.TRANSCRIBED, True, Known.UNVERIFIED),
        (DateBasis.TRANSCRIBED, False, Known.UNVERIFIED),
        (DateBasis.HUMAN, False, Known.UNVERIFIED),
        (DateBasis.HTTP_HEADER, True, Known.UNDATED),
        (DateBasis.FIRST_SEEN, True, Known.UNDATED),
    ],
)
def test_the_basis_decides_what_a_date_proves(
    basis: DateBasis, verified: bool, expected: Known
) -> None:
    found = known(SourceTime.of_day(date(2026, 1, 5), NEW_YORK, basis, verified))
    assert found is expected
    assert found.passes is (expected in (Known.YES, Known.UNVERIFIED))


@pytest.mark.parametrize(
    ("updated", "proof", "expected"),
    [
        (None, "none", Known.MUTABLE),
        (day_of("2026-01-07"), "none", Known.MUTABLE),
        (day_of("2026-01-07"), "archive_capture", Known.YES),
        (day_of("2026-01-12"), "none", Known.AFTER),
        (day_of("2026-01-12"), "archive_capture", Known.AFTER),
        (day_of("2026-01-10", "UTC"), "vintage", Known.STRADDLES),
        (
            SourceTime.of_day(date(2026, 2, 1), NEW_YORK, DateBasis.HTTP_HEADER, True),
            "hash_registry",
            Known.YES,
        ),
        (
            SourceTime.of_day(date(2026, 2, 1), NEW_YORK, DateBasis.HTTP_HEADER, True),
            "none",
            Known.MUTABLE,
        ),
    ],
)
def test_a_changed_page_needs_proof_of_its_version(
    updated: SourceTime | None, proof: VersionProof, expected: Known
) -> None:
    assert known(day_of("2026-01-05"), updated, proof) is expected


def test_acceptance_and_retrieval_never_rule() -> None:
    times = SourceTimes(
        published=day_of("2026-01-09"),
        accepted=instant("2026-01-09T21:45:00-05:00"),
        retrieved=instant("2026-06-01T12:00:00-04:00"),
        version_proof="accession",
    )
    assert times.known_by(CUTOFF) is Known.YES
    only_accepted = SourceTimes(accepted=times.accepted, version_proof="accession")
    assert only_accepted.known_by(CUTOFF) is Known.UNDATED
    assert parse_contract(canonical(times), SourceTimes) == times


def test_a_filing_accepted_in_the_evening_counts_by_its_filing_date() -> None:
    times = SourceTimes(
        published=day_of("2026-01-12"),
        accepted=instant("2026-01-09T18:02:11-05:00"),
        version_proof="accession",
    )
    assert times.known_by(CUTOFF) is Known.AFTER


def test_a_day_is_every_instant_of_it() -> None:
    found = SourceTime.of_day(date(2026, 3, 8), NEW_YORK, INDEX, False)
    assert found.earliest == datetime(2026, 3, 8, 5, tzinfo=UTC)
    assert found.latest == datetime(2026, 3, 9, 3, 59, 59, 999999, tzinfo=UTC)
    assert (found.precision, found.zone, found.verified) == ("day", NEW_YORK, False)


def test_an_instant_is_kept_in_utc() -> None:
    moment = datetime(2026, 1, 10, 9, tzinfo=timezone(timedelta(hours=9)))
    found = SourceTime.of_instant(moment, "Asia/Tokyo", INDEX, True)
    assert found.earliest == found.latest == datetime(2026, 1, 10, tzinfo=UTC)
    assert b'"2026-01-10T00:00:00Z"' in canonical(found)


def test_a_naive_moment_is_refused() -> None:
    with pytest.raises(ValidationError, match="timezone"):
        SourceTime.of_instant(datetime(2026, 1, 10, 9), NEW_YORK, INDEX, True)  # noqa: DTZ001


@pytest.mark.parametrize(("year", "month"), [(2026, 0), (2026, 13)])
def test_a_month_that_does_not_exist_is_refused(year: int, month: int) -> None:
    with pytest.raises(ValueError, match="month"):
        SourceTime.of_month(year, month, NEW_YORK, INDEX, True)


@pytest.mark.parametrize("day", [date(1799, 12, 1), date(2201, 6, 1)])
def test_a_day_beyond_the_range_is_refused(day: date) -> None:
    with pytest.raises(ValidationError, match="between 1800 and 2200"):
        SourceTime.of_day(day, NEW_YORK, INDEX, True)


@pytest.mark.parametrize(
    "value",
    [
        "1767916800",
        "2026-01-10",
        "2026-01-10T00:00:00",
        "2026-01-10 00:00:00Z",
        "2026-01-10T09:00:00+09:00",
        "2026-13-10T00:00:00Z",
        "2026-01-10T24:30:00Z",
        "2026-01-10T00:00:00.1234567Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T00:00:00Z",
        "",
    ],
)
def test_other_instants_are_refused_in_a_file(value: str) -> None:
    good = canonical(instant("2026-01-10T00:00:00+00:00"))
    assert parse_contract(good, SourceTime)
    with pytest.raises(ContractError):
        parse_contract(good.replace(b"2026-01-10T00:00:00Z", value.encode()), SourceTime)
    with pytest.raises(ContractError):
        parse_contract(good.replace(b'"2026-01-10T00:00:00Z"', b"1767916800"), SourceTime)


def test_an_instant_in_python_must_be_in_utc() -> None:
    moment = datetime(2026, 1, 10, 9, tzinfo=timezone(timedelta(hours=9)))
    with pytest.raises(ValidationError, match="must be in UTC"):
        SourceTime(
            earliest=moment,
            latest=moment,
            zone="UTC",
            precision="instant",
            basis=INDEX,
            verified=True,
        )


@pytest.mark.parametrize(
    ("precision", "minutes", "message"),
    [("day", -1, "earliest is after latest"), ("instant", 1, "equal bounds")],
)
def test_bounds_are_ordered(precision: str, minutes: int, message: str) -> None:
    good = instant("2026-01-10T00:00:00+00:00").model_dump(mode="python")
    good |= {"precision": precision, "latest": good["earliest"] + timedelta(minutes=minutes)}
    with pytest.raises(ValidationError, match=message):
        SourceTime.model_validate(good)


ZONES = sorted(zone for zone in available_timezones() if zone.startswith(("America/", "Asia/")))


@given(
    st.dates(min_value=date(1990, 1, 1), max_value=date(2100, 12, 31)),
    st.sampled_from(ZONES),
    st.integers(-2, 2),
)
def test_in_one_zone_the_calendar_decides(day: date, zone: str, offset: int) -> None:
    published = SourceTime.of_day(day + timedelta(days=offset), zone, INDEX, True)
    expected = Known.YES if offset <= 0 else Known.AFTER
    assert known(published, cutoff=Cutoff(day=day, zone=zone)) is expected
