"""A page opened again: code says what differs from the first time."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import Literal

from contracts.contract import fingerprint
from contracts.page import MAX_SAMPLES, PageComparison, PageRecord
from sources.store.quotes import locate
from sources.store.snapshots import Snapshots

_CUT = 200
_MOST_LINES = 5_000
"""Of each text; what lies beyond is compared as one line."""

Part = Literal["final_url", "status", "media_type", "title", "dates"]
_PARTS: tuple[Part, ...] = ("final_url", "status", "media_type", "title", "dates")


def compare_pages(
    first: PageRecord, again: PageRecord, snapshots: Snapshots, quotes: Sequence[str] = ()
) -> PageComparison:
    """Compare two openings of a page by their kept bytes.

    Args:
        first: as it was cited.
        again: as it is now.
        snapshots: has the bytes of both.
        quotes: what was quoted from the first; those that are gone are named.

    Raises:
        CorruptRun: kept bytes are missing or changed.
        InputError: those of today cannot be read.
    """
    old, new = (snapshots.data(record.text).decode() for record in (first, again))
    removed, added = _changes(_lines(old), _lines(new))
    return PageComparison(
        first=fingerprint(first),
        again=fingerprint(again),
        same_body=first.body == again.body,
        same_text=first.text == again.text,
        changed=tuple(part for part in _PARTS if getattr(first, part) != getattr(again, part)),
        lines_added=len(added),
        lines_removed=len(removed),
        added=_samples(added),
        removed=_samples(removed),
        quotes_lost=_lost(first, again, snapshots, quotes),
    )


def _lost(
    first: PageRecord, again: PageRecord, snapshots: Snapshots, quotes: Sequence[str]
) -> tuple[str, ...]:
    """Quotes that are gone, by the bytes: what scripts lay out is no text that can be quoted."""
    if not quotes:
        return ()
    old, new = (snapshots.text(record.body) for record in (first, again))
    return tuple(quote for quote in quotes if _is_lost(old, new, quote))


def _lines(text: str) -> list[str]:
    lines = [" ".join(line.split()) for line in text.splitlines()]
    full = [line for line in lines if line]
    rest = full[_MOST_LINES:]
    return full[:_MOST_LINES] + ([" ".join(rest)] if rest else [])


def _changes(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    removed: list[str] = []
    added: list[str] = []
    for kind, a1, a2, b1, b2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            removed += old[a1:a2]
            added += new[b1:b2]
    return removed, added


def _samples(lines: list[str]) -> tuple[str, ...]:
    return tuple(_printable(line[:_CUT]) for line in islice(lines, MAX_SAMPLES))


def _printable(line: str) -> str:
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)


def _is_lost(old: str, new: str, quote: str) -> bool:
    return locate(old, quote).outcome != "absent" and locate(new, quote).outcome == "absent"
