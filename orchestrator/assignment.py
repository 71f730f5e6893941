"""What a role is to do in one turn of one activation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from agents.role import Role
from agents.session import Submission
from agents.tools.validate import ValidateDraft
from contracts.finding import Validation
from contracts.ids import Sha256
from contracts.page_reopening import PageReopenings

ACTIVATIONS_PER_ATTEMPT = 100
"""Activation numbers of attempt 2 begin at 101: a number is used once in a run."""


class Further(NamedTuple):
    """Why an activation goes on: what the validator found in its last submission."""

    validation: Validation
    left: int
    """Further turns that remain after this one."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One turn's work."""

    role: Role
    attempt: int
    activation: int
    turn: int
    files: Mapping[str, bytes]
    """Files the role finds under `../inputs`, by name."""
    inputs: tuple[Sha256, ...]
    """Fingerprints of the stage's inputs."""
    further: Further | None = None
    """None for the brief that opens an activation."""
    validate_draft: ValidateDraft | None = None
    reopened: PageReopenings | None = None
    """What was seen when the candidate's pages were opened anew for this review."""
    research: bool = False
    edited: Submission | None = None
    """What a human submits in the role's place; no session is opened then."""

    @property
    def producer(self) -> str:
        """Who makes what this assignment yields."""
        return "human" if self.edited is not None else self.role.name

    @classmethod
    def opening(
        cls,
        role: Role,
        *,
        attempt: int,
        files: Mapping[str, bytes],
        inputs: tuple[Sha256, ...],
        ordinal: int = 1,
        edited: Submission | None = None,
    ) -> Self:
        """The first turn of a fresh activation, the role's `ordinal`-th of the attempt."""
        return cls(
            role=role,
            attempt=attempt,
            activation=activation_number(attempt, ordinal),
            turn=1,
            files=files,
            inputs=inputs,
            edited=edited,
        )


def activation_number(attempt: int, ordinal: int) -> int:
    """The activation's number in the run, from its ordinal in the attempt."""
    return (attempt - 1) * ACTIVATIONS_PER_ATTEMPT + ordinal
