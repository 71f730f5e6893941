"""Whether a judge's quote stands in the answer: decided by code, never by the judge."""

import re

from gates.normal_form import unwrapped

_RAISED = re.compile("[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_LABEL = re.compile(
    r"[\W_]*(?:(?:the|my|final|thought|json)\s?)*(?:solution|answer|process|json)?[\W_]*",
    re.IGNORECASE,
)
"""Marks without a word, and headings that open an answer and say nothing of it."""


def quote_stands(quote: str, answer: str) -> bool:
    """Whether the words of `quote` stand in `answer` in a row, in the normal form of both.

    Dashes, quotation marks, widths, invisible characters and runs of white space do not matter;
    case, words and digits do. A quote that begins or ends within a word or a figure (`1.8 %` in
    `11.8 %`) does not stand, and neither does one that says nothing, such as `:` or `Solution:`.
    """
    wanted, text = _normal(quote), _normal(answer)
    start = -1 if _LABEL.fullmatch(wanted) else text.find(wanted)
    while start >= 0:
        if not (_splits(text, start) or _splits(text, start + len(wanted))):
            return True
        start = text.find(wanted, start + 1)
    return False


def _normal(text: str) -> str:
    return " ".join(unwrapped(_RAISED.sub("", text)).split())


def _splits(text: str, place: int) -> bool:
    """Whether a word or a figure goes on across this place."""
    if not 0 < place < len(text):
        return False
    before, after = text[place - 1], text[place]
    if before.isalnum() and after.isalnum():
        return True
    left, right = text[place - 2 : place], text[place : place + 2]
    is_left = before in ".," and after.isdigit() and left[:1].isdigit()
    is_right = after in ".," and before.isdigit() and right[1:].isdigit()
    return is_left or is_right or (before in "-+" and after.isdigit())
