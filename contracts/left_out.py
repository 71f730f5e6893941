"""Sources of a corpus that a run leaves out for their date, each with its reason in words.

What was not known by the cutoff is never shown to a role; that it lies in the corpus is never
silent. An unknown date is never a pass.
"""

from typing import NamedTuple
from zoneinfo import ZoneInfo

from contracts.cutoff import Cutoff, Known, SourceTime, SourceTimes
from contracts.source import Corpus, SourceCard


class LeftOut(NamedTuple):
    """One source that no role may read."""

    card: SourceCard
    known: Known
    reason: str
    """Its date and the cutoff in words; nothing of its text."""


def left_out(corpus: Corpus, cutoff: Cutoff) -> tuple[LeftOut, ...]:
    """The sources that do not count as known by the cutoff, in the corpus's order."""
    return tuple(
        LeftOut(card, known, reason_left_out(card.times, cutoff))
        for card in (item.card for item in corpus.items)
        if not (known := card.times.known_by(cutoff)).passes
    )


def reason_left_out(times: SourceTimes, cutoff: Cutoff) -> str:
    """Why a source with these times does not pass, with its date and the cutoff.

    Returns:
        A clause such as `published 2026-02-27 (America/New_York), after the cutoff 2026-01-09
        (America/New_York)`; empty for a source that passes.
    """
    end = f"the cutoff {cutoff.day} ({cutoff.zone})"
    match times.known_by(cutoff):
        case Known.AFTER:
            return f"{_late(times, cutoff, vaguely=False)}, after {end}"
        case Known.STRADDLES:
            return f"{_late(times, cutoff, vaguely=True)}, too vague to lie by {end}"
        case Known.UNDATED:
            return f"{_unproved(times.published)}; an unknown date is never a pass at {end}"
        case Known.MUTABLE:
            day = f"published {_place(times.published)}" if times.published else "published"
            return f"{day}, but no version proof says that the text held is that of {end}"
        case Known.YES | Known.UNVERIFIED:
            return ""


def days_text(time: SourceTime) -> str:
    """First and last day that a time can mean, in its own zone: `2026-01-01 to 2026-01-31`."""
    zone = ZoneInfo(time.zone)
    first, last = (moment.astimezone(zone).date() for moment in (time.earliest, time.latest))
    return f"{first}" if first == last else f"{first} to {last}"


def _place(time: SourceTime) -> str:
    return f"{days_text(time)} ({time.zone})"


def _late(times: SourceTimes, cutoff: Cutoff, *, vaguely: bool) -> str:
    end = cutoff.end_instant()
    named = (("published", times.published), ("last changed", times.updated))
    late = [
        f"{name} {_place(time)}"
        for name, time in named
        if time and time.proves_date and (time.latest if vaguely else time.earliest) >= end
    ]
    return " and ".join(late)


def _unproved(time: SourceTime | None) -> str:
    if time is None:
        return "it states no publication date"
    return f"its date {_place(time)} rests on {time.basis.value}, which proves nothing"
