"""Whether a text repeats protected text, by the hashes that the guard holds."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from contracts.guard import Guard, GuardHash, GuardSet
from gates.shingles import guard_words, item_hash, run_hashes, runs

_ESCAPE = re.compile(r'(?<!\\)\\++(?:u([0-9a-fA-F]{4})|([nrt])|(["/]))')


@dataclass(frozen=True, slots=True)
class Copies:
    """A guard's sets, ready for many texts: where a hash that a text has is protected."""

    shingles: Mapping[int, Mapping[GuardHash, tuple[GuardSet, ...]]]
    """By length of the run."""
    items: Mapping[GuardHash, tuple[GuardSet, ...]]

    def of(self, text: str) -> tuple[GuardSet, ...]:
        """The sets that a text repeats, each once.

        Runs of words are looked for anywhere, whole items as the text, its lines and what stands
        between quotation marks, also behind the escapes of JSON. A paraphrase has other hashes
        and is not found.
        """
        plain = _unescaped(text)
        words = guard_words(plain)
        found: dict[tuple[str, str, str], GuardSet] = {}
        for n, known in self.shingles.items():
            _note(found, known, run_hashes(words, n))
        _note(found, self.items, _item_hashes(plain))
        return tuple(found[key] for key in sorted(found))


class Place(NamedTuple):
    """Where in a text a copy begins."""

    line: int
    """Counted from 1."""
    set: GuardSet


def places_in(text: str, copies: Copies) -> tuple[Place, ...]:
    """Every line in which a copy begins, once per set, in order."""
    lines = text.splitlines()
    words = [(w, n) for n, line in enumerate(lines, 1) for w in guard_words(_unescaped(line))]
    whole = item_hash(_unescaped(text))
    found = [(1, whole, copies.items)] if whole else []
    for number, line in enumerate(lines, 1):
        found += [(number, digest, copies.items) for digest in _item_hashes(_unescaped(line))]
    for n, known in copies.shingles.items():
        hashes = runs([word for word, _ in words], n)
        found += [(words[start][1], digest, known) for start, digest in enumerate(hashes)]
    places = {
        Place(line, guarded) for line, digest, known in found for guarded in known.get(digest, ())
    }
    return tuple(sorted(places, key=_order))


def _order(place: Place) -> tuple[int, str, str, str]:
    return (place.line, place.set.name, place.set.kind, place.set.match)


def protected(guard: Guard, *, own_texts: Iterable[str]) -> Copies:
    """The guard's sets without what also stands in `own_texts`, which is no copy.

    A canary is never exempt: nobody writes it by chance, so a text that has it was copied.
    """
    own = [(guard_words(plain), plain) for plain in map(_unescaped, own_texts)]
    shingles: dict[int, dict[GuardHash, tuple[GuardSet, ...]]] = {}
    items: dict[GuardHash, tuple[GuardSet, ...]] = {}
    own_items = frozenset(digest for _, plain in own for digest in _item_hashes(plain))
    lengths = {guarded.n for guarded in guard.sets if guarded.match == "shingle"}
    own_runs = {
        n: frozenset(digest for words, _ in own for digest in run_hashes(words, n)) for n in lengths
    }
    for guarded in guard.sets:
        is_item = guarded.match == "item"
        exempt = own_items if is_item else own_runs[guarded.n]
        known = items if is_item else shingles.setdefault(guarded.n, {})
        for digest in guarded.hashes:
            if guarded.kind == "canary" or digest not in exempt:
                known[digest] = (*known.get(digest, ()), guarded)
    return Copies(shingles, items)


def _note(
    found: dict[tuple[str, str, str], GuardSet],
    known: Mapping[GuardHash, tuple[GuardSet, ...]],
    digests: frozenset[GuardHash],
) -> None:
    for digest in known.keys() & digests:
        for guarded in known[digest]:
            found[guarded.name, guarded.kind, guarded.match] = guarded


def _item_hashes(plain: str) -> frozenset[GuardHash]:
    return frozenset(digest for part in set(_parts(plain)) if (digest := item_hash(part)))


def _parts(plain: str) -> Iterator[str]:
    yield plain
    yield from plain.splitlines()
    for quoted in plain.split('"'):
        yield from quoted.splitlines()


def _unescaped(text: str) -> str:
    """The text as JSON means it, however often it was put into strings of other JSON.

    Where the text is no JSON, a backslash before a letter is read the same way; that splits a
    word at most.
    """
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(escape: re.Match[str]) -> str:
    if escape[1]:
        return chr(int(escape[1], 16))
    return "\n" if escape[2] else escape[3]
