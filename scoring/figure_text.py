"""An answer's text made ready for reading figures: what only looks like a figure is blanked.

Marks of Markdown and LaTeX, footnote signs, dates, labels of periods, names of forms, numbers of
notes, steps and pages go; positions of the rest stay in order. What is a figure and cannot be read
(a value in letters, a fraction sign, a power of ten) is reported, so that code keeps silent.
"""

import re
from typing import NamedTuple

from gates.date_mentions import date_mentions
from gates.normal_form import folded

_RAISED = re.compile("[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+")
_AFTER_DIGIT = re.compile("[0-9][\u2070\u00b9\u00b2\u00b3\u2074-\u2079\u00bc-\u00be\u2150-\u215e]")
_FRACTION_SIGN = re.compile("[\u00bc-\u00be\u2150-\u215e]")
_MARKUP = re.compile(r"(?<!\d)\*+|\*+(?!\d)|[`{}]|\\(?=[%$])")
_FOOTNOTE = re.compile(r"\[\^?\d{1,3}\]|(?<=[\w%])\(\d{1,2}\)|(?<=[%a-z])\s?\^\d{1,2}\b")
_POWER = re.compile(r"\d\s?\^|\d(?:\.\d+)?e[+-]?\d|\d\s?[x*]\s?10\b")
_LABEL = re.compile(
    r"https?://\S+"
    r"|\b(?:[1-4]q|q[1-4]|[12]h|h[12]|fy|cy)\s?-?'?(?:\d{4}|\d{2})?\b"
    r"|\b(?:10-[kq]|8-k|20-f|6-k|s-1)(?:/a)?\b"
    r"|\b(?:note|item|page|p\.|pp\.|table|figure|section|exhibit|step|row|footnote|chapter"
    r"|appendix|source|no\.|#)\s?\d+(?:\.\d+)*[a-z]?\b"
    r"|(?m:^[ \t]*\d{1,2}[.)](?=\s))"
    r"|(?<![\w.,$])(?:19|20)\d\d(?![\d,]|\.\d|\s?(?:%|x\b|[a-z]{3}\b\s?$))(?:/\d\d)?(?:e\b)?"
)
_SMALL = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen"
    "|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
    "|half|quarter"
)
_SPELLED = re.compile(
    rf"\b(?:{_SMALL})\b(?:[\s-]+[a-z]+){{0,4}}?[\s-]+(?:point|percent|per\scent|percentage|basis"
    r"|hundred|thousand|million|billion|trillion|times|dollars?|euros?)\b"
)
_FINAL = re.compile(r"\bfinal\s+answer\b|\bboxed\b|####")


_DIGITS = re.compile(r"\d+")
_MOST = 2_000
"""An answer with more runs of digits is a table of data; none of its figures is read."""


class FigureText(NamedTuple):
    """What figures are read from."""

    text: str
    """Folded, with blanks where something only looks like a figure."""
    has_unread: bool
    """Whether a figure is there that cannot be read: `11¾`, a raised digit, a power of ten."""
    has_letters: bool
    """Whether a value in letters is there, such as `eleven point eight percent`."""
    final_at: int
    """Where the answer that calls itself final begins; 0 where none does."""


def figure_text(answer: str) -> FigureText:
    """Prepare the text of an answer; offsets count code points of the returned text."""
    if len(_DIGITS.findall(answer)) > _MOST:
        return FigureText("", has_unread=True, has_letters=False, final_at=0)
    has_unread = bool(_AFTER_DIGIT.search(answer) or _FRACTION_SIGN.search(answer))
    plain = folded(_RAISED.sub("", _FRACTION_SIGN.sub(" ", answer)))
    plain = _FOOTNOTE.sub("", _MARKUP.sub(" ", plain))
    plain = _without_dates(plain)
    plain = _LABEL.sub(lambda label: " " * len(label.group()), plain)
    has_unread = has_unread or bool(_POWER.search(plain))
    final_at = max((mark.end() for mark in _FINAL.finditer(plain)), default=0)
    return FigureText(plain, has_unread, bool(_SPELLED.search(plain)), final_at)


def _without_dates(text: str) -> str:
    parts: list[str] = []
    at = 0
    for mention in date_mentions(text):
        parts += [text[at : mention.start], " " * (mention.end - mention.start)]
        at = mention.end
    return "".join((*parts, text[at:]))
