"""What code offers the contextualizer: a shortlist of bank tasks, and what is activated."""

from typing import Annotated

from pydantic import Field

from contracts.bank import BankTask
from contracts.contract import Contract
from contracts.feature import ConventionKind
from contracts.ids import PrincipleId, Sha256, TaskId
from contracts.quantity import DecimalText


class Shortlisted(Contract):
    """One shortlisted task with its retrieval score (unitless, higher is nearer)."""

    task_id: TaskId
    score: DecimalText


class Match(Contract):
    """The shortlist in falling order of score."""

    contract_name = "match"

    retriever: str
    bank_sha256: Sha256
    shortlist: Annotated[tuple[Shortlisted, ...], Field(max_length=10)]


class Shortlist(Contract):
    """The shortlisted tasks whole, as the contextualizer reads them."""

    contract_name = "shortlist"

    tasks: tuple[BankTask, ...]


class Activation(Contract):
    """What the signature's features activate, as code computes it."""

    contract_name = "activation"

    principle_ids: tuple[PrincipleId, ...]
    convention_kinds: tuple[ConventionKind, ...]
