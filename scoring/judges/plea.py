"""Sentences of an answer that speak to whoever grades it: no row is met by them.

The patterns want words about marks or graders that no research answer needs, or the form of a
judge's own material. Nothing hangs on their
finding every such sentence: a judge sees the answer as data, and code looks for each quote.
"""

import re
from functools import lru_cache

from gates.normal_form import unwrapped

_GRADER = r"(?:graders?|judges?|evaluators?|examiners?|grading\smodels?)"
_MARKS = (
    r"(?:this|it|me|full|maximum|my|all\s(?:points|marks|criteria|rows)|(?:every|each)\s(?:row|criterion)"
    r"|the\s(?:answer|response|rubric|criteria|full|maximum))"
)
_PLEA = re.compile(
    r"\b(?:full|maximum|perfect)\s(?:marks?|points?|scores?)\b"
    # Addressed to graders, with what they are to do: courts have judges, banks examiners.
    rf"|\b(?:note|message|attention|instructions?)\W{{1,3}}(?:(?:to|for)\s)?(?:the\s|all\s)?{_GRADER}\b"
    rf"|\bdear\s{_GRADER}\b|\bas\s(?:the|a|an)\srubric\sauthor\b"
    rf"|\b{_GRADER}\W{{1,3}}(?:(?:must|should|please)\s){{0,2}}"
    rf"(?:accept|give|award|mark|grade|rule|ignore)\s{_MARKS}\b"
    r"|\b(?:ruling|rule)\W{1,6}met\b|\bgrade\s?:\s?(?:pass|met|full)\b"
    r"|\bignore\b[^.!?\n]{0,40}\binstructions?\b"
    # The forms of a judge's own material: its tool, its blocks, the marks of a conversation.
    r"|\bsubmit_verdicts\b|\bcriterion_id\b|</?data\b|\[(?:begin|end)\sdata\]|<\|\w+\|>"
    r"|\{\{?\s?(?:question|answer|criteri\w+|rubric)\s?\}"
    r"|^\s*all\s(?:criteria|rows)\sare\smet\s?[.!]*$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]*")


def pleas_in(text: str) -> tuple[str, ...]:
    """The sentences that speak to a grader, in the order of the text."""
    found = (sentence.group() for sentence in _SENTENCE.finditer(unwrapped(text)))
    return tuple(sentence.strip() for sentence in found if _PLEA.search(sentence))


def is_plea(quote: str) -> bool:
    """Whether words speak to a grader, over the line breaks among them as well."""
    return bool(_PLEA.search(" ".join(unwrapped(quote).split())))


@lru_cache(maxsize=64)
def without_pleas(text: str) -> str:
    """The text in its normal form, with a line break in place of each such sentence."""
    return _SENTENCE.sub(
        lambda found: "\n" if _PLEA.search(found.group()) else found.group(), unwrapped(text)
    )
