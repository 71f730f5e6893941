"""Rubric rows as the writer or the composer submits them, and the scripts that came along."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.budget import Hundredths
from contracts.contract import Contract, Text, Words
from contracts.ids import BlockId, CriterionId, PrincipleId, RowId, ScriptName, Sha256, TargetId

Role = Literal["outcome", "support"]


class Row(Contract):
    """One gradable statement. Figures stand in references (`{{T1}}`), never as digits."""

    id: RowId
    block_id: BlockId
    role: Role
    template: Words
    """Words with references to targets, bindings, periods and populations; code renders it."""
    target_ids: Annotated[tuple[TargetId, ...], Field(min_length=1)]
    criterion_ids: Annotated[tuple[CriterionId, ...], Field(min_length=1)]
    principle_ids: Annotated[tuple[PrincipleId, ...], Field(min_length=1)]
    points: Hundredths
    rationale: Text
    """Why an answer that misses this row is worth less to the analyst."""


class Candidate(Contract):
    """The rows of one submission."""

    contract_name = "rows"

    rows: Annotated[tuple[Row, ...], Field(min_length=1, max_length=400)]


class Script(Contract):
    """One script of a submission, whole."""

    name: ScriptName
    sha256: Sha256
    text: Words


class Scripts(Contract):
    """All scripts that a submission's derivations or computations name, collected by code."""

    contract_name = "scripts"

    scripts: tuple[Script, ...]
