"""What must not be in a run: hosts and items of evaluation sets, as hashes, never as text."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.ids import Sha256


class GuardSet(Contract):
    """Hashes of one kind of protected text.

    `shingle`: SHA-256 of every run of `n` normal-form words. `item`: SHA-256 of a whole short item
    with its numerals masked, since a long-shingle rule misses rows shorter than `n` words.
    Matching by hash cannot find a paraphrase.
    """

    name: Words
    kind: Literal["question", "rubric", "reference", "canary"]
    match: Literal["shingle", "item"]
    n: Annotated[int, Field(ge=1, le=64)]
    hashes: tuple[Sha256, ...]


class BlockedHost(Contract):
    """A host and all its sub-domains that no role may reach, and why."""

    host: Annotated[str, Field(pattern=r"^[a-z0-9-]+(\.[a-z0-9-]+)+$")]
    reason: Words


class Guard(Contract):
    """Everything the contamination family decides against."""

    contract_name = "guard"

    blocked_hosts: tuple[BlockedHost, ...]
    sets: tuple[GuardSet, ...]
