"""Text of others inside Markdown: shown as it is, never taken for markup."""

import re

from reports.printable import one_line, printable

_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~^$])")
_LEADING = re.compile(r"^(?:(?=[-=:>])|([0-9]{1,9})(?=\.(?:\s|$)))")
"""Where a backslash stops a list, a quote or a heading's underline from beginning."""
_ADDRESS = re.compile(r"(?i)\b(https?|ftp|mailto|www)(?=[:.])")


def inline(text: str) -> str:
    """Text on one line with all that Markdown or HTML could read escaped."""
    shown = _MARKUP.sub(r"\\\1", one_line(text))
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = _ADDRESS.sub(r"\1\\", shown)
    return _LEADING.sub(lambda found: f"{found[1] or ''}\\", shown)


def quoted(text: str) -> str:
    """A quote: a block of its own, every line escaped."""
    return "\n".join(f"> {inline(line)}".rstrip() for line in printable(text).split("\n"))


def fenced(text: str, language: str = "") -> str:
    """Code in a fence that is longer than any in the text."""
    shown = printable(text).rstrip("\n")
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{shown}\n{fence}"


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table; cells are Markdown already, made by `inline` or by us."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines)
