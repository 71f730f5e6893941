"""The configuration lock: which bytes a run works with, checked at start, resume, acceptance.

The sandbox kind and image are recorded beside it, in the run's row: they are no part of a rubric's
identity.
"""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.ids import Sha256


class LockKind(StrEnum):
    """What kind of thing is locked. Data is kept by hash and read from there; code is compared."""

    PRINCIPLE = "principle"
    KINDS = "kinds"
    PROFILE = "profile"
    TASK = "task"
    PROMPT = "prompt"
    CONTRACTS = "contracts"
    GATES = "gates"
    EGRESS = "egress"
    GUARD = "guard"
    TOOLS = "tools"
    MODELS = "models"


class LockItem(Contract):
    """One locked thing: data by file bytes, code by the hash over its files."""

    kind: LockKind
    name: Words
    sha256: Sha256
    kept: bool
    """True for data whose bytes lie in the blob store under this hash."""


class Lock(Contract):
    """All locked things, sorted by kind and name."""

    contract_name = "lock"

    items: Annotated[tuple[LockItem, ...], Field(min_length=1)]
