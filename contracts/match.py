"""The shortlist of bank tasks that code offers for rating."""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract
from contracts.ids import Sha256, TaskId
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
