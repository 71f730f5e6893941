"""What must not be in a run: hosts and items of evaluation sets, as hashes, never as text."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from contracts.contract import Contract, Words
from contracts.ids import Sha256

HASH_DIGITS = 16
"""Hex digits that are kept of each SHA-256, so that a set of thousands stays small.

64 bits: with 10,000 guarded hashes, a text of 10,000 other runs of words meets one by chance with
odds of 10^8 / 2^64, about one in 200 billion.
"""

GuardHash = Annotated[str, StringConstraints(pattern=rf"^[0-9a-f]{{{HASH_DIGITS}}}$")]
"""The first 16 hex digits of the SHA-256 of normal-form words."""
TextKind = Literal["question", "rubric", "reference"]
"""What a protected text is in its set: what is asked, what is graded, or the answer."""
Host = Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]
"""A host name in lower case, without scheme, port or path."""


class GuardSet(Contract):
    """Hashes of one kind of protected text.

    `shingle`: every run of `n` normal-form words. `item`: a whole item with its numerals masked,
    since a long-shingle rule misses rows shorter than `n` words; there `n` is 1 and means nothing.
    Matching by hash cannot find a paraphrase.
    """

    name: Words
    kind: TextKind | Literal["canary"]
    match: Literal["shingle", "item"]
    n: Annotated[int, Field(ge=1, le=64)]
    hashes: tuple[GuardHash, ...]


class GuardSource(Contract):
    """One file that a guard was built from, in numbers only."""

    file: Words
    """Its name, with the folders that tell it from the other files."""
    sha256: Sha256
    questions: Annotated[int, Field(ge=0)]
    rubrics: Annotated[int, Field(ge=0)]
    """Lines of rubrics, not rubrics."""
    references: Annotated[int, Field(ge=0)]
    too_short: Annotated[int, Field(ge=0)]
    """Texts of these that have too few words to be anybody's: no hash of them is kept."""


class BlockedHost(Contract):
    """A host and all its sub-domains that no role may reach, and why."""

    host: Host
    reason: Words


class Guard(Contract):
    """Everything the contamination family decides against, and the file `guard build` writes.

    A run's guard is the egress policy, its profile's hosts and all guard files of its lock.
    """

    contract_name = "guard"

    version: Literal[1] = 1
    normalisation: Literal["words-1"] = "words-1"
    """How text becomes words before it is hashed: NFKC, case folded, without accents, marks and
    invisible characters; numerals masked in items. Other rules have another name."""
    sources: tuple[GuardSource, ...] = ()
    blocked_hosts: tuple[BlockedHost, ...]
    sets: tuple[GuardSet, ...]
