"""How judges were asked: what tells one round of judging from another.

It stands beside what the judges said, so that two files can be held against each other without the
settings that made them.
"""

from typing import Annotated

from pydantic import Field

from contracts.contract import Contract, Text, Words
from contracts.ids import Sha256
from contracts.response import SolverName


class AskedJudge(Contract):
    """One judge and all that decides what it answers."""

    name: SolverName
    """As its verdicts name it."""
    provider: Words
    model: Words
    settings: Text
    """Protocol, address, effort, temperature and extra body in words; of a recording its hash."""
    max_output_tokens: Annotated[int, Field(ge=1)]


class Asked(Contract):
    """The prompt, the round, and the judges of one answer or one question."""

    prompt_sha256: Sha256
    """Hash of the prompt that all of them were given."""
    round: Annotated[int, Field(ge=1)]
    """Another round asks the same judges afresh."""
    per_criterion: bool
    """Each criterion in a conversation of its own, instead of all in one."""
    judges: tuple[AskedJudge, ...]
    """Nobody where there was nothing to grade."""


def asked_otherwise(first: Asked, second: Asked) -> str:
    """How the same judges were asked otherwise, in words; empty where only the round differs."""
    if first.prompt_sha256 != second.prompt_sha256:
        return "with another prompt"
    if first.per_criterion is not second.per_criterion:
        return "criterion by criterion in one of the two only"
    others = {judge.name: judge for judge in second.judges}
    changed = [one.name for one in first.judges if others.get(one.name, one) != one]
    return f"with other settings of {', '.join(changed)}" if changed else ""
