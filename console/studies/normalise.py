"""Rubrics of any origin made alike, so that nothing but what they demand tells them apart.

Rows stand in their own order without ids, roles or titles. What a row says of its expected values
is part of its text. Whoever changes a rule here raises `VERSION`: a study says by which it was
made.
"""

import re
import unicodedata
from collections.abc import Iterable

from contracts.criteria import Criteria, Criterion
from contracts.study import BlindRow, BlindRubric
from reports.printable import printable

VERSION = 1
LINK = "[link]"

_MARKDOWN_LINK = re.compile(r"!?\[([^\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))+\)")
_ADDRESS = re.compile(r"(?:\b[a-z][a-z0-9+.-]*://|\bwww\.)[^\s<>()\[\]]*[^\s<>()\[\].,;:!?]", re.I)
_BULLET = re.compile(r"^ *[•‣◦∙●○▪▫■□–—*·-] +", re.MULTILINE)
_HEADING = re.compile(r"^ *#{1,6} +", re.MULTILINE)
_EMPHASIS = re.compile(r"(\*\*|__|``?)(?=\S)(.+?)(?<=\S)\1")
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n\s*\n+")
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "…": "..."})
_HAS_DIGIT = re.compile(r"[0-9]")


def blind_rubric(criteria: Criteria) -> BlindRubric:
    """The rows of a rubric as reviewers of a study read them."""
    numbers = {one.id: n for n, one in enumerate(criteria.criteria, 1) if _HAS_DIGIT.search(one.id)}
    return BlindRubric(rows=tuple(_row(one, numbers) for one in criteria.criteria))


def plain_text(text: str) -> str:
    """Text in one form: NFC, straight quotes, one kind of bullet, no markup, no addresses."""
    plain = unicodedata.normalize("NFC", printable(text)).translate(_QUOTES)
    plain = _MARKDOWN_LINK.sub(lambda found: found[1] or LINK, plain)
    plain = _ADDRESS.sub(LINK, plain)
    plain = _HEADING.sub("", _SPACES.sub(" ", plain))
    plain = _BULLET.sub("- ", plain)
    plain = _EMPHASIS.sub(r"\2", plain)
    return _BLANK_LINES.sub("\n", "\n".join(line.rstrip() for line in plain.split("\n"))).strip()


def same_question(text: str) -> str:
    """What two spellings of one question have in common."""
    return " ".join(unicodedata.normalize("NFKC", plain_text(text)).casefold().split())


def _row(criterion: Criterion, numbers: dict[str, int]) -> BlindRow:
    text = "\n".join(_lines((criterion.text, *criterion.rules)))
    return BlindRow(
        text=_without_ids(text, numbers) or "-",
        points=criterion.points,
        polarity=criterion.polarity,
        must_pass=criterion.must_pass,
    )


def _lines(texts: Iterable[str]) -> Iterable[str]:
    return (line for line in map(plain_text, texts) if line)


def _without_ids(text: str, numbers: dict[str, int]) -> str:
    """A row that another row names is called by its number on the page."""
    if not numbers:
        return text
    ids = "|".join(map(re.escape, sorted(numbers, key=len, reverse=True)))
    return re.sub(
        rf"(?<![\w.-])(?:{ids})(?![\w-]|\.\w)", lambda found: f"row {numbers[found[0]]}", text
    )
