"""What a provider's own tools did, as far as code can tell: kinds it knows, and dates they show."""

import json
import re
from collections.abc import Iterator
from datetime import date, datetime

KNOWN_HOSTED = frozenset(
    {
        "bash_code_execution",
        "citation",
        "code_execution",
        "code_interpreter",
        "file_search",
        "text_editor_code_execution",
        "web_fetch",
        "web_search",
    }
)
"""Kinds whose results stand in the answer as text, so that they can be read."""
_DATED = re.compile(
    r'"(?:page_age|published_date|publishedDate|date|last_updated)":\s*"([^"\\]{4,40})"'
)


def dates_in(found: str) -> Iterator[tuple[str, date]]:
    """Dates that a provider gives the pages it found, as written and as a day.

    Ages such as `3 days ago` and dates in other forms are no days.
    """
    for written in dict.fromkeys(_DATED.findall(found)):
        for read in (_iso, _in_words):
            try:
                yield written, read(written)
            except ValueError:
                continue
            break


def is_readable(found: str) -> bool:
    """Whether a result is text of the protocol: JSON, or nothing."""
    try:
        _ = json.loads(found or "null")
    except (ValueError, RecursionError):
        return False
    return True


def _iso(written: str) -> date:
    return date.fromisoformat(written[:10])


def _in_words(written: str) -> date:
    return datetime.strptime(f"{written} +0000", "%B %d, %Y %z").date()
