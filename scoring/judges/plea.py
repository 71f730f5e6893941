"""Sentences of an answer that speak to whoever grades it: no row is met by them.

Nothing hangs on the patterns finding every such sentence: a judge sees the answer as data, and code
looks for each quote.
"""

import re
from functools import lru_cache

from contracts.plea import PLEA, SENTENCE
from gates.normal_form import unwrapped

_PLEA = re.compile(PLEA, re.IGNORECASE)
_SENTENCE = re.compile(SENTENCE)


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
