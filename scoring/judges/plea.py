"""Sentences of an answer that speak to whoever grades it: no verdict can rest on them.

The patterns want words about marks or graders that no research answer needs. Nothing hangs on their
finding every such sentence: a judge sees the answer as data, and code looks for each quote.
"""

import re
from functools import lru_cache

from gates.normal_form import unwrapped

_GRADER = r"(?:graders?|judges?|evaluators?|examiners?|rubric\sauthors?|grading\smodels?)"
_PLEA = re.compile(
    r"\b(?:full|maximum|perfect)\s(?:marks?|points?|scores?)\b"
    rf"|\b(?:note|message|attention|instructions?|dear|as)\b[^.!?\n]{{0,20}}\b{_GRADER}\b"
    rf"|\b{_GRADER}\b[^.!?\n]{{0,60}}\b(?:must|should|please|give|award|mark|grade|ignore|accept)\b"
    r"|\b(?:mark|grade|score|judge)\b[^.!?\n]{0,40}\b(?:row|criterion|criteria|everything)\b"
    r"|\b(?:ruling|rule)\W{1,6}met\b|\bgrade\s?:\s?(?:pass|met|full|a\b)|\bsubmit_verdicts\b"
    r"|\bignore\b[^.!?\n]{0,40}\binstructions?\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]*")


def pleas_in(text: str) -> tuple[str, ...]:
    """The sentences that speak to a grader, in the order of the text."""
    found = (sentence.group() for sentence in _SENTENCE.finditer(unwrapped(text)))
    return tuple(sentence.strip() for sentence in found if _PLEA.search(sentence))


@lru_cache(maxsize=64)
def without_pleas(text: str) -> str:
    """The text in its normal form, with a line break in place of each such sentence."""
    return _SENTENCE.sub(
        lambda found: "\n" if _PLEA.search(found.group()) else found.group(), unwrapped(text)
    )
