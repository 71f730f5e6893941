"""Choosing among a filing's facts by words, period and dimension, and telling them to a model."""

from collections.abc import Iterable
from datetime import date

from contracts.period import Period
from contracts.quantity import plain_text
from sources.store.facts import Fact
from sources.store.quotes import locate

NO_MEMBER = "none"
"""As a member: facts about the whole entity."""


def find_facts(
    facts: Iterable[Fact], words: str, *, period_end: date | None = None, member: str = ""
) -> tuple[Fact, ...]:
    """Facts, in document order, that have all words, end on the day and lie on the member.

    Args:
        facts: what is chosen from.
        words: each stands in the concept's name or in the row of the fact; case does not count.
        period_end: last day of the interval or day of the instant; None: any.
        member: stands in an axis or a member; `none`: no dimensions; empty: any.
    """
    wanted, part = words.casefold().split(), member.strip().casefold()
    return tuple(
        item
        for item in facts
        if _has(item, wanted) and _ends(item, period_end) and _lies_on(item, part)
    )


def described(facts: Iterable[Fact], text: str) -> tuple[str, ...]:
    """Each fact in four lines; the last says by which words of `text` it is quoted."""
    return tuple(_described(item, text) for item in facts)


def _has(item: Fact, wanted: list[str]) -> bool:
    text = f"{item.concept} {item.words}".casefold()
    return all(word in text for word in wanted)


def _ends(item: Fact, day: date | None) -> bool:
    return day is None or (item.period is not None and item.period.end == day)


def _lies_on(item: Fact, part: str) -> bool:
    if part == NO_MEMBER:
        return not item.dimensions
    return not part or any(part in f"{one.axis} {one.member}".casefold() for one in item.dimensions)


def _described(item: Fact, text: str) -> str:
    value = "not read as a figure" if item.value is None else plain_text(item.value)
    exact = "" if item.decimals is None else f", decimals {item.decimals}"
    where = ", ".join(f"{part.axis} = {part.member}" for part in item.dimensions) or "none"
    return "\n".join(
        (
            f"{item.concept} = {value} {item.unit}",
            f"printed {item.printed!r}, scale {item.scale}{exact}; element {item.anchor or '?'}",
            f"entity {item.entity}, {_period(item.period)}; dimensions: {where}",
            _quote(item.words, text),
        )
    )


def _period(period: Period | None) -> str:
    if period is None:
        return "for ever"
    return f"{period.start} to {period.end}" if period.start else f"at the end of {period.end}"


def _quote(words: str, text: str) -> str:
    if not words:
        return "not in the visible text: it cannot be quoted"
    place = locate(text, words)
    match place.outcome:
        case "found":
            return f"quote, characters {place.start} to {place.end}: {words}"
        case "repeated":
            return f"stands more than once, quote more of one place: {words}"
        case "absent":
            return f"does not stand in one piece, open the source: {words}"
