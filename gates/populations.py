"""POP: what is averaged or listed is closed against its frame; closure is computed, never declared.

The frame is declared and pinned to the corpus index. Whether the frame itself is complete code
cannot say: it asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from contracts.contract import fingerprint
from contracts.cutoff import Known
from contracts.evidence import DateRange, Explicit, FrameItem, LastN, Population
from contracts.finding import Finding
from contracts.ids import EvidenceId
from contracts.period import Period
from gates.asked import Asked
from gates.codes import finding
from gates.lookup import Figure, figures_of
from gates.population_use import check_inputs, check_tie_out, unlinked_targets
from gates.series import odd_length
from gates.validation_input import ValidationInput


def check_populations(given: ValidationInput) -> tuple[Finding, ...]:
    """Findings of the family, population by population."""
    published = _published(given)
    figures = figures_of(given.evidence)
    found: list[Finding] = []
    for index, item in enumerate(given.evidence.populations):
        pointer = f"evidence:/populations/{index}"
        found += _frame(given, pointer, item)
        found += _keys(pointer, item)
        found += _closure(pointer, item)
        found += _publication(pointer, item, published)
        found += _window(pointer, item)
        found += _lengths(pointer, item)
        found += _members(pointer, item, figures)
        found += check_tie_out(pointer, item, figures)
        found += check_inputs(given.evidence, pointer, item)
    return tuple(found)


def ask_populations(given: ValidationInput) -> tuple[Asked, ...]:
    """Completeness of the frame, every exclusion, and targets that leave a population unnamed."""
    asked: list[Asked] = []
    for index, item in enumerate(given.evidence.populations):
        pointer = f"evidence:/populations/{index}"
        text = f"Does an item of {item.statement!r} exist that the frame of {item.id} lacks?"
        asked.append(Asked("POP-complete", f"{pointer}/frame", text))
        for place, left_out in enumerate(item.excluded):
            text = f"Is {left_out.key!r} rightly left out: {left_out.reason!r}?"
            asked.append(Asked("POP-exclusion", f"{pointer}/excluded/{place}", text))
        for place in unlinked_targets(given.evidence, item):
            target = given.evidence.targets[place]
            text = f"Does {target.id} rightly take only some members of {item.id}?"
            asked.append(Asked("POP-unlinked", f"evidence:/targets/{place}/evidence", text))
    return tuple(asked)


def _published(given: ValidationInput) -> frozenset[str]:
    return frozenset(
        item.card.id
        for item in given.corpus.items
        if item.card.times.known_by(given.query.cutoff) in (Known.YES, Known.UNVERIFIED)
    )


def _frame(given: ValidationInput, pointer: str, item: Population) -> Iterator[Finding]:
    if item.frame.corpus not in {fingerprint(given.corpus), *given.frames}:
        message = "the frame was taken from another corpus index: take it again"
        yield finding("POP-frame", f"{pointer}/frame/corpus", message)
    known = {entry.card.id for entry in given.corpus.items}
    for place, entry in enumerate(item.frame.items):
        if entry.source_id is not None and entry.source_id not in known:
            message = f"{entry.source_id} is not in the corpus"
            yield finding("POP-frame", f"{pointer}/frame/items/{place}/source_id", message)


def _keys(pointer: str, item: Population) -> Iterator[Finding]:
    places = [
        *((f"members/{n}", member.key) for n, member in enumerate(item.members)),
        *((f"excluded/{n}", entry.key) for n, entry in enumerate(item.excluded)),
        *((f"not_published/{n}", entry.key) for n, entry in enumerate(item.not_published)),
    ]
    frame = [(f"frame/items/{n}", entry.key) for n, entry in enumerate(item.frame.items)]
    for place, key in (*_repeated(places), *_repeated(frame)):
        yield finding("POP-duplicate", f"{pointer}/{place}", f"{key!r} stands twice")
    if item.count != len(item.members):
        message = f"count is {item.count}, there are {len(item.members)} members"
        yield finding("POP-count", f"{pointer}/count", message)


def _repeated(places: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for place, key in places:
        if key in seen:
            yield place, key
        seen.add(key)


def _in_range(item: Population) -> list[FrameItem]:
    """The part of the frame that the rule speaks of."""
    items = list(item.frame.items)
    match item.rule:
        case LastN():
            oldest = _oldest(item)
            return items[oldest:] if oldest is not None else items
        case DateRange():
            return [entry for entry in items if _lies_in(entry.period, item.rule)]
        case Explicit():
            return [entry for entry in items if entry.key in item.rule.keys]
        case _:
            return items


def _lies_in(period: Period | None, rule: DateRange) -> bool:
    return period is not None and rule.start <= period.first and period.end <= rule.end


def _oldest(item: Population) -> int | None:
    """Place of the first member in the frame."""
    members = {member.key for member in item.members}
    places = (n for n, entry in enumerate(item.frame.items) if entry.key in members)
    return next(places, None)


def _closure(pointer: str, item: Population) -> Iterator[Finding]:
    listed = {entry.key for entry in (*item.members, *item.excluded, *item.not_published)}
    wanted = {entry.key for entry in _in_range(item)}
    if isinstance(item.rule, Explicit):
        wanted |= set(item.rule.keys)
    missing = sorted(wanted - listed)
    if missing:
        message = f"neither member, excluded nor unpublished: {', '.join(missing)}"
        yield finding("POP-closure", f"{pointer}/members", message)
    frame = {entry.key for entry in item.frame.items}
    foreign = sorted(listed - frame)
    if foreign:
        message = f"not in the frame: {', '.join(foreign)}"
        yield finding("POP-closure", f"{pointer}/frame/items", message)


def _publication(pointer: str, item: Population, published: frozenset[str]) -> Iterator[Finding]:
    public = {entry.key: entry.source_id in published for entry in item.frame.items}
    for place, member in enumerate(item.members):
        if not public.get(member.key, True):
            message = f"nothing published by the cutoff shows {member.key!r}"
            yield finding("POP-unpublished", f"{pointer}/members/{place}", message)
    for place, entry in enumerate(item.not_published):
        if public.get(entry.key, False):
            message = f"{entry.key!r} was published by the cutoff: make it a member or exclude it"
            yield finding("POP-published", f"{pointer}/not_published/{place}", message)


def _window(pointer: str, item: Population) -> Iterator[Finding]:
    yield from _order(pointer, item)
    if isinstance(item.rule, LastN):
        yield from _last_n(pointer, item, item.rule.n)
        return
    allowed = {entry.key for entry in _in_range(item)}
    if isinstance(item.rule, Explicit):
        allowed |= set(item.rule.keys)
    outside = sorted({member.key for member in item.members} - allowed)
    if outside and isinstance(item.rule, Explicit | DateRange):
        message = f"the rule does not take in {', '.join(outside)}"
        yield finding("POP-window", f"{pointer}/members", message)


def _last_n(pointer: str, item: Population, n: int) -> Iterator[Finding]:
    if len(item.members) != n:
        message = f"the rule takes the last {n}, there are {len(item.members)} members"
        yield finding("POP-window", f"{pointer}/members", message)
    left_out = {entry.key for entry in (*item.excluded, *item.not_published)}
    older = [entry.key for entry in item.frame.items[: _oldest(item) or 0]]
    next_out = next((key for key in reversed(older) if key not in left_out), None)
    if item.next_out != next_out:
        message = f"the next one out is {next_out!r}, not {item.next_out!r}"
        yield finding("POP-next-out", f"{pointer}/next_out", message)


_CONTIGUOUS = frozenset({"fiscal_quarter", "fiscal_year", "month"})


def _order(pointer: str, item: Population) -> Iterator[Finding]:
    """Items in time follow each other without a gap; a missing one must stand in the frame."""
    is_dense = item.key_type in _CONTIGUOUS and isinstance(item.rule, LastN | DateRange)
    for place, (left, right) in enumerate(pairwise(item.frame.items), start=1):
        if left.period is None or right.period is None:
            continue
        is_instant = left.period.start is None or right.period.start is None
        in_order = left.period.end < right.period.end
        if not in_order or (is_dense and not is_instant and not left.period.precedes(right.period)):
            message = f"{right.key!r} does not begin on the day after {left.key!r} ends"
            yield finding("POP-gap", f"{pointer}/frame/items/{place}", message)


def _lengths(pointer: str, item: Population) -> Iterator[Finding]:
    for place, entry in enumerate(item.frame.items):
        fault = None if entry.period is None else odd_length(item.key_type, entry.period)
        if fault is not None:
            message = f"{entry.key!r}: {fault}, so the items are not alike"
            yield finding("POP-length", f"{pointer}/frame/items/{place}/period", message)


def _members(
    pointer: str, item: Population, figures: Mapping[EvidenceId, Figure]
) -> Iterator[Finding]:
    periods = {entry.key: entry.period for entry in item.frame.items}
    for place, member in enumerate(item.members):
        frame = periods.get(member.key)
        for step, name in enumerate(member.evidence):
            figure = figures.get(name)
            if frame is None or figure is None or figure.period is None:
                continue
            if not (frame.first <= figure.period.first and figure.period.end <= frame.end):
                message = f"{name} is not about {member.key!r}: its period lies outside"
                yield finding(
                    "POP-member-evidence", f"{pointer}/members/{place}/evidence/{step}", message
                )
