"""Dates, periods, figures and codes in words that an analyst reads."""

from collections.abc import Mapping
from datetime import date, datetime
from zoneinfo import ZoneInfo

from contracts.cutoff import Cutoff, DateBasis, Known, SourceTime, SourceTimes
from contracts.period import Period

MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
"""English whatever the locale, since an export reads the same everywhere."""


def day_text(day: date) -> str:
    """A day as `9 January 2026`."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def moment_text(moment: datetime) -> str:
    """An aware instant as `30 November 2026, 14:05 UTC`."""
    return f"{day_text(moment.date())}, {moment:%H:%M} UTC"


def cutoff_text(cutoff: Cutoff) -> str:
    """A cutoff as `9 January 2026, to the end of the day in New York (America/New_York)`."""
    if cutoff.zone == "UTC":
        return f"{day_text(cutoff.day)}, to the end of the day in UTC"
    place = cutoff.zone.rsplit("/", 1)[-1].replace("_", " ")
    return f"{day_text(cutoff.day)}, to the end of the day in {place} ({cutoff.zone})"


def published_text(time: SourceTime | None) -> str:
    """A source's time as precisely as it is stated: `7 November 2025`, `November 2025`, `2025`."""
    if time is None:
        return "undated"
    day = time.earliest.astimezone(ZoneInfo(time.zone)).date()
    match time.precision:
        case "year":
            return str(day.year)
        case "month":
            return f"{MONTHS[day.month - 1]} {day.year}"
        case _:
            return day_text(day)


def distance_text(time: SourceTime | None, cutoff: Cutoff) -> str:
    """How far before the cutoff day a source was published: `63 days before the cutoff`."""
    if time is None:
        return "no date to compare with the cutoff"
    days = (cutoff.day - time.latest.astimezone(ZoneInfo(cutoff.zone)).date()).days
    if days == 0:
        return "on the cutoff day"
    count = "1 day" if abs(days) == 1 else f"{abs(days):,} days"
    return f"{count} {'before' if days > 0 else 'after'} the cutoff"


BASES: Mapping[DateBasis, str] = {
    DateBasis.FILING_INDEX: "from the filing index",
    DateBasis.DOCUMENT_HEADER: "from the document's header",
    DateBasis.STRUCTURED_METADATA: "from structured metadata",
    DateBasis.TRANSCRIBED: "transcribed",
    DateBasis.HUMAN: "stated by a person",
    DateBasis.INSTITUTION: "date of receipt at the institution",
    DateBasis.HTTP_HEADER: "from an HTTP header, which proves nothing",
    DateBasis.FIRST_SEEN: "when first seen, which proves nothing",
}

KNOWN: Mapping[Known, str] = {
    Known.YES: "date verified",
    Known.UNVERIFIED: "date not verified",
    Known.AFTER: "after the cutoff",
    Known.STRADDLES: "too vague for the cutoff",
    Known.UNDATED: "undated",
    Known.MUTABLE: "text may have changed",
}


def left_out_text(times: SourceTimes, cutoff: Cutoff) -> str:
    """Why a source is left out for its date, in a few words; empty for one that is not."""
    known = times.known_by(cutoff)
    if known.passes:
        return ""
    distance = distance_text(times.published, cutoff)
    if known is Known.AFTER:
        is_published_late = distance.endswith("after the cutoff")
        return distance if is_published_late else "changed after the cutoff"
    return KNOWN[known]


def period_text(period: Period | None) -> str:
    """Label and days: `Q4 2024 · 25 September 2024 to 31 December 2024 (14 weeks)`."""
    if period is None:
        return ""
    if period.start is None:
        days = f"at the end of {day_text(period.end)}"
    else:
        weeks = f" ({period.weeks} weeks)" if period.weeks else f" ({period.days} days)"
        days = f"{day_text(period.start)} to {day_text(period.end)}{weeks}"
    return f"{period.label} · {days}" if period.label else days


def spoken(word: str) -> str:
    """A closed word of ours without its underscores: `average_of_ratios` as `average of ratios`."""
    return word.replace("_", " ")


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 row`, `3 rows`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def seconds_text(seconds: float) -> str:
    """A duration: `0.8 s`, `42 s`, `3 min 20 s`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
