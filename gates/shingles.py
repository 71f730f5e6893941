"""How protected text becomes hashes, and how a candidate's text is looked up among them.

The guard holds hashes, never text. Its makers and the contamination gate share these functions:
normal-form words; long text by runs of `n` words; short items whole, with every numeral masked,
since half of the public rubric lines have fewer than 13 words. A paraphrase has other hashes:
this finds copies only.
"""

import re
from collections.abc import Sequence

from contracts.contract import sha256_of
from contracts.ids import Sha256
from gates.normal_form import unwrapped, words

_NUMERAL = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_MASK = " numeral "


def guard_words(text: str) -> tuple[str, ...]:
    """The normal form: case-folded words without accents, marks and invisible characters."""
    return words(text)


def run_hashes(found: Sequence[str], n: int) -> frozenset[Sha256]:
    """Hashes of all runs of `n` of these normal-form words."""
    return frozenset(
        sha256_of(" ".join(found[start : start + n]).encode())
        for start in range(len(found) - n + 1)
    )


def shingle_hashes(text: str, n: int) -> frozenset[Sha256]:
    """Hashes of all runs of `n` words, none in a shorter text: for a set of kind `shingle`."""
    return run_hashes(guard_words(text), n)


def item_hash(text: str) -> Sha256:
    """Hash of a whole item, each numeral replaced by one mask: for a set of kind `item`."""
    masked = _NUMERAL.sub(_MASK, unwrapped(text))
    return sha256_of(" ".join(guard_words(masked)).encode())
