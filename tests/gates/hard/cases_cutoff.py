"""Time zones and clock changes at the cutoff; sources without a date, or with a vague one."""

from datetime import UTC, datetime

from contracts.cutoff import DateBasis, SourceTime
from contracts.source import CorpusItem
from gates.validation_input import ValidationInput
from tests.gates.hard.case import Case
from tests.gates.hard.small import NEW_YORK, candidate, days, obs, on, source, target

TOKYO, AUCKLAND, HONOLULU = "Asia/Tokyo", "Pacific/Auckland", "Pacific/Honolulu"
LOS_ANGELES, SAO_PAULO, APIA = "America/Los_Angeles", "America/Sao_Paulo", "Pacific/Apia"
THEME = "cutoff"


def at(text: str, zone: str = NEW_YORK) -> SourceTime:
    """An instant, given in UTC as `2026-01-10T04:59:59`."""
    moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return SourceTime.of_instant(moment, zone, DateBasis.FILING_INDEX, verified=True)


def month(year: int, number: int) -> SourceTime:
    return SourceTime.of_month(year, number, NEW_YORK, DateBasis.FILING_INDEX, verified=True)


def year(number: int) -> SourceTime:
    return SourceTime.of_year(number, NEW_YORK, DateBasis.FILING_INDEX, verified=True)


def one(item: CorpusItem, cutoff: str, zone: str) -> ValidationInput:
    period = days("2010-01-01", "2010-03-31")
    figures = [obs(1, "100", period)]
    return candidate([item], figures, [target(1, "100", "OBS1")], cutoff=cutoff, zone=zone)


def case(
    name: str,
    item: CorpusItem,
    *codes: str,
    cutoff: str = "2026-01-09",
    zone: str = NEW_YORK,
) -> Case:
    return Case(name, THEME, lambda: one(item, cutoff, zone), frozenset(codes))


def published(time: SourceTime | None) -> CorpusItem:
    return source(published=time)


FILED = on("2025-11-07")
DATES = (
    case("filed on the cutoff day", published(on("2026-01-09"))),
    case("filed on the day after", published(on("2026-01-10")), "CUT-after"),
    case("a month before the cutoff's", published(month(2025, 12))),
    case("the month of the cutoff", published(month(2026, 1)), "CUT-straddles"),
    case("a month after the cutoff's", published(month(2026, 2)), "CUT-after"),
    case("the month that the cutoff ends", published(month(2026, 1)), cutoff="2026-01-31"),
    case("a year before the cutoff's", published(year(2025))),
    case("the year of the cutoff", published(year(2026)), "CUT-straddles"),
    case("a year after the cutoff's", published(year(2027)), "CUT-after"),
    case("the year that the cutoff ends", published(year(2025)), cutoff="2025-12-31"),
    case("no date at all", published(None), "CUT-undated"),
    case(
        "dated by an HTTP header",
        published(on("2025-11-07", basis=DateBasis.HTTP_HEADER)),
        "CUT-undated",
    ),
    case(
        "dated by our own fetch",
        published(on("2025-11-07", basis=DateBasis.FIRST_SEEN)),
        "CUT-undated",
    ),
    case(
        "dated by the document's head", published(on("2025-11-07", basis=DateBasis.DOCUMENT_HEADER))
    ),
    case("received by the institution", published(on("2025-11-07", basis=DateBasis.INSTITUTION))),
    case(
        "date transcribed",
        published(on("2025-11-07", basis=DateBasis.TRANSCRIBED)),
        "CUT-unverified",
    ),
    case("date not verified", published(on("2025-11-07", verified=False)), "CUT-unverified"),
    case("a page that can change", source(published=FILED, proof="none"), "CUT-mutable"),
    case("a page captured then", source(published=FILED, proof="archive_capture")),
    case(
        "changed after the cutoff",
        source(published=FILED, updated=on("2026-02-01")),
        "CUT-after",
    ),
    case(
        "changed in the month of the cutoff",
        source(published=FILED, updated=month(2026, 1)),
        "CUT-straddles",
    ),
    case(
        "changed, says an HTTP header",
        source(published=FILED, updated=on("2026-02-01", basis=DateBasis.HTTP_HEADER)),
    ),
    case("leap day", published(on("2024-02-29")), cutoff="2024-02-29"),
    case("the day after leap day", published(on("2024-03-01")), "CUT-after", cutoff="2024-02-29"),
    case(
        "accepted in the evening, filed under the next day",
        source(published=on("2026-01-10"), accepted=at("2026-01-09T23:05:00")),
        "CUT-after",
    ),
    case(
        "filed in time, acceptance read as later",
        source(published=on("2026-01-09"), accepted=at("2026-01-12T14:00:00")),
    ),
)
ZONES = (
    case("last second of the day", published(at("2026-01-10T04:59:59"))),
    case("midnight", published(at("2026-01-10T05:00:00")), "CUT-after"),
    case("Tokyo's next morning", published(at("2026-01-10T00:00:00", TOKYO))),
    case("Tokyo's same day, bare", published(on("2026-01-09", TOKYO))),
    case("Tokyo's next day, bare", published(on("2026-01-10", TOKYO)), "CUT-straddles"),
    case("Tokyo's day after next", published(on("2026-01-11", TOKYO)), "CUT-after"),
    case("Auckland's next day, bare", published(on("2026-01-10", AUCKLAND)), "CUT-straddles"),
    case("Honolulu's same day, bare", published(on("2026-01-09", HONOLULU)), "CUT-straddles"),
    case("Los Angeles, same day, bare", published(on("2026-01-09", LOS_ANGELES)), "CUT-straddles"),
    case(
        "New York's day under a cutoff in Tokyo",
        published(on("2026-01-09")),
        "CUT-straddles",
        zone=TOKYO,
    ),
    case("New York's day before, cutoff in Tokyo", published(on("2026-01-08")), zone=TOKYO),
    case("the day in UTC", published(on("2026-01-09", "UTC"))),
    case("the next day in UTC", published(on("2026-01-10", "UTC")), "CUT-straddles"),
    case("clocks go forward: 23:59:59", published(at("2025-03-10T03:59:59")), cutoff="2025-03-09"),
    case(
        "clocks go forward: midnight, an hour sooner",
        published(at("2025-03-10T04:00:00")),
        "CUT-after",
        cutoff="2025-03-09",
    ),
    case("clocks go back: 23:59:59", published(at("2025-11-03T04:59:59")), cutoff="2025-11-02"),
    case(
        "clocks go back: midnight, an hour later",
        published(at("2025-11-03T05:00:00")),
        "CUT-after",
        cutoff="2025-11-02",
    ),
    case("the hour that comes twice", published(at("2025-11-02T06:30:00")), cutoff="2025-11-02"),
    case(
        "a midnight that is skipped: before",
        published(at("2018-11-04T02:59:59")),
        cutoff="2018-11-03",
        zone=SAO_PAULO,
    ),
    case(
        "a midnight that is skipped: after",
        published(at("2018-11-04T03:00:00")),
        "CUT-after",
        cutoff="2018-11-03",
        zone=SAO_PAULO,
    ),
    case(
        "a day that is skipped: before",
        published(at("2011-12-30T09:59:59")),
        cutoff="2011-12-29",
        zone=APIA,
    ),
    case(
        "a day that is skipped: after",
        published(at("2011-12-30T10:00:00")),
        "CUT-after",
        cutoff="2011-12-29",
        zone=APIA,
    ),
)
TO_THE_DAY = Case(
    "a period that ends on the cutoff day",
    THEME,
    lambda: candidate(
        [published(on("2026-01-09"))],
        [obs(1, "100", days("2025-10-10", "2026-01-09"))],
        [target(1, "100", "OBS1")],
    ),
    frozenset(),
)
CASES = (*DATES, *ZONES, TO_THE_DAY)
