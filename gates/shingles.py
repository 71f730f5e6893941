"""How protected text becomes hashes, and how a candidate's text is looked up among them.

The guard holds hashes, never text. Its makers and the contamination gate share these functions:
words without case, accents of form and punctuation; long text by runs of `n` words; short items
whole, with every numeral masked, since half of the public rubric lines have fewer than 13 words.
A paraphrase has other hashes: this finds copies only.
"""

import re
import unicodedata
from collections.abc import Iterator

from contracts.contract import sha256_of
from contracts.ids import Sha256

_WORD = re.compile(r"[^\W_]+")
_NUMERAL = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_MASK = "numeral"


def guard_words(text: str) -> tuple[str, ...]:
    """The normal form: compatibility-composed, case-folded runs of letters and digits."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def shingles(text: str, n: int) -> Iterator[tuple[str, Sha256]]:
    """Every run of `n` normal-form words with its hash, in order; none in a shorter text."""
    words = guard_words(text)
    for start in range(len(words) - n + 1):
        run = " ".join(words[start : start + n])
        yield run, sha256_of(run.encode())


def shingle_hashes(text: str, n: int) -> frozenset[Sha256]:
    """Hashes of all runs of `n` words: what a guard set of kind `shingle` holds."""
    return frozenset(digest for _, digest in shingles(text, n))


def item_hash(text: str) -> Sha256:
    """Hash of a whole item, each numeral replaced by one mask: for a guard set of kind `item`."""
    masked = _NUMERAL.sub(f" {_MASK} ", unicodedata.normalize("NFKC", text))
    return sha256_of(" ".join(guard_words(masked)).encode())
