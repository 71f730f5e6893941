"""A task of the bank: reusable, value-free criteria for one kind of question."""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Words
from contracts.feature import Feature
from contracts.ids import PrincipleId, TaskId


class TaskCriterion(Contract):
    """An unconditional, value-free requirement that holds for every query of the task."""

    id: Annotated[str, Field(pattern=r"^c[1-9][0-9]?$")]
    statement: Words
    principle_ids: Annotated[tuple[PrincipleId, ...], Field(min_length=1)]


class BankTask(Contract):
    """One task: what kind of question it is, and what any good answer to it must do."""

    contract_name = "bank-task"

    id: TaskId
    title: Words
    description: Words
    features: Annotated[tuple[Feature, ...], Field(min_length=1)]
    criteria: Annotated[tuple[TaskCriterion, ...], Field(min_length=3, max_length=11)]
