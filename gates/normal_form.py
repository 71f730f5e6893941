"""Normal forms of text: one spelling for what differs only in script width, case or marks."""

import re
import unicodedata

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u00b4\u02bc\uff07`"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\uff02"
_FOLDED = str.maketrans(
    dict.fromkeys(_DASHES, "-")
    | dict.fromkeys(_SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE_QUOTES, '"')
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_POSSESSIVE = re.compile(r"'s\b|(?<=s)'(?!\w)")
_LEGAL = frozenset(
    {
        "inc",
        "incorporated",
        "corp",
        "corporation",
        "co",
        "company",
        "ltd",
        "limited",
        "llc",
        "plc",
        "sa",
        "ag",
        "nv",
        "se",
        "spa",
        "gmbh",
        "lp",
        "llp",
        "kgaa",
        "bv",
        "oyj",
        "asa",
        "ab",
        "pty",
        "kk",
    }
)
_LEADING = frozenset({"the", "formerly", "previously", "fka", "aka", "dba"})
_LOOSE = frozenset({"holdings", "holding", "group"})
"""Also part of proper names such as `Capital Group`: dropped only where two words stay."""


def unwrapped(text: str) -> str:
    """NFKC text with plain dashes and quotes, without invisible format characters or accents.

    Case is kept, since it tells a ticker from a word.
    """
    if text.isascii():
        return text.translate(_FOLDED)
    composed = unicodedata.normalize("NFKC", text.translate(_FOLDED)).translate(_FOLDED)
    # Nothing to drop is ASCII; looking at every character of a filing would take seconds.
    return _BEYOND_ASCII.sub(_kept, unicodedata.normalize("NFD", composed))


def _kept(mark: re.Match[str]) -> str:
    return "" if unicodedata.category(mark.group()) in {"Cf", "Mn"} else mark.group()


def folded(text: str) -> str:
    """Like `unwrapped`, without case."""
    return unwrapped(text).casefold()


def words(text: str) -> tuple[str, ...]:
    """Case-folded words in order, without punctuation and without possessive endings."""
    return tuple(
        found.group().replace("'", "")
        for found in _WORD.finditer(_POSSESSIVE.sub("", folded(text)))
    )


def name_words(text: str) -> tuple[str, ...]:
    """Words of a name, without a leading article and without its legal form, dotted or not.

    A name that consists of nothing else is kept whole.
    """
    found = list(words(text))
    while len(found) > 1 and found[0] in _LEADING:
        del found[0]
    while (length := _legal_length(found)) and len(found) > length:
        del found[-length:]
    return tuple(found)


def _legal_length(found: list[str]) -> int:
    """How many words at the end are a legal form: two for `S.A.`, none where a name ends."""
    if not found:
        return 0
    for length in (3, 2):
        letters = found[-length:]
        if all(len(letter) == 1 for letter in letters) and "".join(letters) in _LEGAL:
            return length
    is_loose = found[-1] in _LOOSE and len(found) > 2
    return 1 if is_loose or found[-1] in _LEGAL else 0


def stands_in(phrase: tuple[str, ...], text: tuple[str, ...]) -> bool:
    """Whether the words of `phrase` stand in `text` in a row; an empty phrase never does."""
    length = len(phrase)
    return bool(length) and any(
        text[start : start + length] == phrase for start in range(len(text) - length + 1)
    )
