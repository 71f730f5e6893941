"""How protected text becomes hashes, and how a candidate's text is looked up among them.

The guard holds hashes, never text. Its makers and the gates share these functions: normal-form
words; long text by runs of `n` words; short items whole, with every numeral masked, since half of
the public rubric lines have fewer than 13 words. A paraphrase has other hashes: this finds copies
only.
"""

import hashlib
import re
from collections.abc import Iterator, Sequence

from contracts.guard import HASH_DIGITS, GuardHash
from gates.normal_form import unwrapped, words

MIN_ITEM_WORDS = 5
"""Fewest words beside numerals of a whole item; `Total revenue of USD 9 billion` is nobody's."""
_NUMERAL = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_MASK = "numeral"


def guard_words(text: str) -> tuple[str, ...]:
    """The normal form: case-folded words without accents, marks and invisible characters."""
    return words(text)


def shingle_hashes(text: str, n: int) -> frozenset[GuardHash]:
    """Hashes of all runs of `n` words, none in a shorter text: for a set of kind `shingle`."""
    return run_hashes(guard_words(text), n)


def run_hashes(found: Sequence[str], n: int) -> frozenset[GuardHash]:
    """Hashes of all runs of `n` of these normal-form words."""
    return frozenset(runs(found, n))


def runs(found: Sequence[str], n: int) -> Iterator[GuardHash]:
    """The hash of each run of `n` of these normal-form words, in their order."""
    for start in range(len(found) - n + 1):
        yield _hash(" ".join(found[start : start + n]))


def item_hash(text: str) -> GuardHash | None:
    """Hash of a whole item, each numeral replaced by one mask: for a set of kind `item`.

    None where fewer than `MIN_ITEM_WORDS` words stand beside the numerals.
    """
    found = guard_words(_NUMERAL.sub(f" {_MASK} ", unwrapped(text)))
    if sum(word != _MASK for word in found) < MIN_ITEM_WORDS:
        return None
    return _hash(" ".join(found))


def _hash(text: str) -> GuardHash:
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_DIGITS]
