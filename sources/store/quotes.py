"""Where a quote stands in a source, word for word."""

import re
from typing import Literal, NamedTuple


class Located(NamedTuple):
    """Outcome of a look-up; offsets are code points of the source's text, end exclusive."""

    outcome: Literal["found", "repeated", "absent"]
    start: int | None
    end: int | None


def locate(text: str, quote: str) -> Located:
    """Find `quote` in `text`; runs of white space count as one space, nothing else is folded.

    `repeated` names the first place and means that the quote does not identify one.
    """
    words = quote.split()
    if not words:
        return Located("absent", None, None)
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    first = pattern.search(text)
    if first is None:
        return Located("absent", None, None)
    again = pattern.search(text, first.start() + 1)
    return Located("found" if again is None else "repeated", first.start(), first.end())
