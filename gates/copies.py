"""Whether a text repeats protected text, by the hashes that the guard holds."""

from collections.abc import Iterator, Sequence

from contracts.guard import Guard, GuardSet
from gates.shingles import guard_words, item_hash, shingle_hashes

MIN_ITEM_WORDS = 3
"""A shorter line, such as `11.8 %`, is nobody's text."""


def copies_in(text: str, guard: Guard, *, own_texts: Sequence[str]) -> tuple[str, ...]:
    """Names of the guarded sets that a text repeats, each once.

    Shingles are looked for anywhere, short items as whole lines. What also stands in `own_texts`
    is no copy. A paraphrase has other hashes and is not found.
    """
    return tuple(
        dict.fromkeys(
            guarded.name
            for guarded in guard.sets
            if not set(guarded.hashes).isdisjoint(_hashes(text, guarded))
            and not _is_own(text, guarded, own_texts)
        )
    )


def _is_own(text: str, guarded: GuardSet, own_texts: Sequence[str]) -> bool:
    own = {digest for item in own_texts for digest in _hashes(item, guarded)}
    return set(guarded.hashes).intersection(_hashes(text, guarded)) <= own


def _hashes(text: str, guarded: GuardSet) -> Iterator[str]:
    if guarded.match == "shingle":
        yield from shingle_hashes(text, guarded.n)
        return
    lines = (line for line in text.splitlines() if len(guard_words(line)) >= MIN_ITEM_WORDS)
    yield from map(item_hash, lines)
