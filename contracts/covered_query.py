"""Expert criteria held against a source's generated ones: what value coverage is taken from."""

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator

from contracts.asked import Asked
from contracts.contract import Contract, Text, Words
from contracts.response import ItemName

CodeReading: TypeAlias = Literal["same", "differs", "undecided"]


class MatchVote(Contract):
    """One judge on one expert criterion; None where the answer was broken or missing."""

    judge: Words
    demand: bool | None
    """A generated criterion demands the same thing."""
    value: bool | None
    """A generated criterion expects the same value."""
    match: ItemName | None = None
    """The generated criterion that the judge named; not counted with, for whoever reads on."""
    why: Text = ""
    """The judge's reason, or why it has not judged."""


class ExpertCriterion(Contract):
    """One expert criterion held against the generated rubric."""

    criterion_id: Words
    votes: tuple[MatchVote, ...] = ()
    code: CodeReading = "undecided"
    """What `accepts` says of the generated value against the expert's."""

    @model_validator(mode="after")
    def _judges_vote_once(self) -> Self:
        if len({vote.judge for vote in self.votes}) < len(self.votes):
            msg = f"criterion {self.criterion_id!r} has two votes of one judge; give each judge one"
            raise ValueError(msg)
        return self


class CoveredQuery(Contract):
    """The expert criteria of one query; `is_failed` when no generated rubric was accepted."""

    contract_name = "covered-query"

    query_id: Words
    criteria: Annotated[tuple[ExpertCriterion, ...], Field(min_length=1)]
    is_failed: bool = False
    asked: Asked | None = None
    """How the judges were asked; `None` of a failed query, or where nobody has said it."""

    @model_validator(mode="after")
    def _criteria_fit(self) -> Self:
        if len({item.criterion_id for item in self.criteria}) < len(self.criteria):
            msg = f"query {self.query_id!r} has a criterion twice; give each criterion once"
            raise ValueError(msg)
        if self.is_failed and any(item.votes for item in self.criteria):
            msg = f"query {self.query_id!r} failed but has votes; leave `votes` empty"
            raise ValueError(msg)
        return self
