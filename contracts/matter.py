"""An item of the human queue that is no run's: what it asks, and what may be ruled on it."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import StringConstraints

from contracts.contract import Contract, Words
from contracts.decision import LEAST_NOTE
from contracts.escalation import ItemKind
from contracts.finding import Finding

MatterKind = Literal[ItemKind.BANK_GATE, ItemKind.AB_REVIEW, ItemKind.SCORER_DISPUTE]
"""Kinds of items that concern no run."""


class Matter(Contract):
    """One question to a person about something that is not a run.

    A comparison that several analysts make is one matter for each of them.
    """

    contract_name = "matter"

    id: str
    kind: MatterKind
    subject: Words
    """What it belongs to: the id of a build of the bank, of a study, of a scoring."""
    question: Words
    """What is to be decided, in words."""
    findings: tuple[Finding, ...]
    """What code or models found about it."""
    state: Literal["open", "decided", "closed"]
    opened: datetime


class RulingKind(StrEnum):
    """What a person may rule on a matter."""

    ADMIT = "admit"
    """The task enters the bank."""
    REJECT = "reject"
    """The task stays out of the bank."""
    PREFER_A = "prefer_a"
    PREFER_B = "prefer_b"
    TIE = "tie"
    """Both rubrics are as good."""
    NEITHER = "neither"
    """Both rubrics are bad."""
    PASS = "pass"
    """The answer meets the criterion."""
    FAIL = "fail"
    """The answer does not meet the criterion."""
    RETURN = "return"
    """Put the matter back into the queue undecided."""


_LEGAL: Mapping[MatterKind, tuple[RulingKind, ...]] = MappingProxyType(
    {
        ItemKind.BANK_GATE: (RulingKind.ADMIT, RulingKind.REJECT),
        ItemKind.AB_REVIEW: (
            RulingKind.PREFER_A,
            RulingKind.PREFER_B,
            RulingKind.TIE,
            RulingKind.NEITHER,
        ),
        ItemKind.SCORER_DISPUTE: (RulingKind.PASS, RulingKind.FAIL),
    }
)


def legal_rulings(matter: Matter) -> tuple[RulingKind, ...]:
    """What may be ruled on an open matter."""
    return (*_LEGAL[matter.kind], RulingKind.RETURN)


class Ruling(Contract):
    """One person's answer to a matter."""

    contract_name = "ruling"

    id: str
    """`<item>-d<n>`: the n-th on the item."""
    item: str
    subject: Words
    kind: RulingKind
    note: Annotated[Words, StringConstraints(min_length=LEAST_NOTE)]
    by: Words
    at: datetime
