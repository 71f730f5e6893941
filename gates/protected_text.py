"""Making a guard: texts of evaluation sets in, sorted hashes out, and no text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from contracts.errors import InputError
from contracts.guard import BlockedHost, Guard, GuardHash, GuardSet, GuardSource, TextKind
from contracts.ids import Sha256
from gates.shingles import guard_words, item_hash, shingle_hashes

RUN_WORDS = 13
"""Words of a shingle, the length that notes on contamination of training data settled on."""
MAX_ITEM_WORDS = 2 * RUN_WORDS - 1
"""Longest text that is also kept whole: below 2 n words one changed figure can break every run."""
MIN_CANARY_CHARACTERS = 12
MAX_CANARY_WORDS = 64
_KINDS: tuple[TextKind, ...] = ("question", "rubric", "reference")


class ProtectedFile(NamedTuple):
    """The texts of one file of an evaluation set."""

    name: str
    sha256: Sha256
    texts: Mapping[TextKind, Sequence[str]]


def guard_of(
    files: Iterable[ProtectedFile],
    *,
    canaries: Sequence[str] = (),
    hosts: Iterable[BlockedHost] = (),
) -> Guard:
    """The guard over these files, the same whatever their order.

    Texts of `RUN_WORDS` words and more are kept by their runs, those of up to `MAX_ITEM_WORDS`
    words whole with masked numerals, and those with too few words not at all.

    Raises:
        InputError: a canary is too short to be no common phrase, or too long.
    """
    ordered = sorted(files, key=lambda file: file.name)
    return Guard(
        sources=tuple(_source(file) for file in ordered),
        blocked_hosts=tuple(sorted(set(hosts), key=lambda blocked: blocked.host)),
        sets=(*(found for file in ordered for found in _sets(file)), *_canary_sets(canaries)),
    )


def joined(guards: Iterable[Guard], *, hosts: Sequence[BlockedHost]) -> Guard:
    """One guard of several and of further hosts, as a run has it."""
    several = tuple(guards)
    return Guard(
        sources=tuple(source for guard in several for source in guard.sources),
        blocked_hosts=(*hosts, *(host for guard in several for host in guard.blocked_hosts)),
        sets=tuple(guarded for guard in several for guarded in guard.sets),
    )


def _source(file: ProtectedFile) -> GuardSource:
    texts = [text for kind in _KINDS for text in file.texts.get(kind, ())]
    return GuardSource(
        file=file.name,
        sha256=file.sha256,
        questions=len(file.texts.get("question", ())),
        rubrics=len(file.texts.get("rubric", ())),
        references=len(file.texts.get("reference", ())),
        too_short=sum(not _runs(text) and not _whole(text) for text in texts),
    )


def _sets(file: ProtectedFile) -> Iterable[GuardSet]:
    for kind in _KINDS:
        texts = file.texts.get(kind, ())
        runs = sorted({digest for text in texts for digest in _runs(text)})
        whole = sorted({digest for text in texts if (digest := _whole(text))})
        if runs:
            yield GuardSet(
                name=file.name, kind=kind, match="shingle", n=RUN_WORDS, hashes=tuple(runs)
            )
        if whole:
            yield GuardSet(name=file.name, kind=kind, match="item", n=1, hashes=tuple(whole))


def _runs(text: str) -> frozenset[GuardHash]:
    return shingle_hashes(text, RUN_WORDS)


def _whole(text: str) -> GuardHash | None:
    return item_hash(text) if len(guard_words(text)) <= MAX_ITEM_WORDS else None


def _canary_sets(canaries: Sequence[str]) -> Iterable[GuardSet]:
    lengths: dict[int, set[GuardHash]] = {}
    for canary in canaries:
        words = guard_words(canary)
        if len("".join(words)) < MIN_CANARY_CHARACTERS or len(words) > MAX_CANARY_WORDS:
            msg = (
                f"canary {canary[:40]!r}: take the token itself, {MIN_CANARY_CHARACTERS} letters "
                f"and digits or more and at most {MAX_CANARY_WORDS} words"
            )
            raise InputError(msg)
        lengths.setdefault(len(words), set()).update(shingle_hashes(canary, len(words)))
    for n, hashes in sorted(lengths.items()):
        yield GuardSet(
            name=f"canaries of {n} words",
            kind="canary",
            match="shingle",
            n=n,
            hashes=tuple(sorted(hashes)),
        )
