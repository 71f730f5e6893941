"""One judge of the ensemble: who it is, and all that decides what it answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from contracts.asked import Asked, AskedJudge
from contracts.contract import sha256_of
from contracts.errors import ModelError, ModelFault
from contracts.model import ModelRequest
from records.ledger import Answered

MAX_OUTPUT_TOKENS = 32_768


class Asks(Protocol):
    """Asks a model through the ledger, within the bounds of its faults."""

    async def answered(self, request: ModelRequest) -> Answered:
        """The answer to a request, and whether it was there already.

        Raises:
            ModelError: the provider failed for good, or more often than its fault allows.
            CostReached: the call could pass the limit of cost, so it was not sent.
        """
        ...


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge, by the name that its verdicts carry."""

    name: str
    family: str
    """Who trained its model."""
    provider: str
    """Calls to one provider share a bound."""
    model: str
    """As requests name it."""
    routing: str = ""
    """What else decides its answers: effort, address, extra body; part of what names a verdict."""
    max_output_tokens: int = MAX_OUTPUT_TOKENS


def asked_of(
    judges: Iterable[Judge], prompt: str, *, number: int = 1, per_criterion: bool = False
) -> Asked:
    """How judges are asked, as it stands beside what they say."""
    return Asked(
        prompt_sha256=sha256_of(prompt.encode()),
        round=number,
        per_criterion=per_criterion,
        judges=tuple(
            AskedJudge(
                name=judge.name,
                provider=judge.provider,
                model=judge.model,
                settings=judge.routing,
                max_output_tokens=judge.max_output_tokens,
            )
            for judge in judges
        ),
    )


_LASTING = frozenset({ModelFault.AUTH, ModelFault.QUOTA})
"""What the next call of the same judge would meet as well."""


class AsksUntilRefused:
    """Asks until its provider refuses the key or the purse; what comes after is not sent."""

    def __init__(self, asks: Asks) -> None:
        """Ask through `asks`."""
        self._asks = asks
        self._refusal: ModelError | None = None

    async def answered(self, request: ModelRequest) -> Answered:
        """As the one below.

        Raises:
            ModelError: as the one below; after a lasting fault that one, without asking.
            CostReached: as the one below.
        """
        if self._refusal is not None:
            raise ModelError(f"not sent after: {self._refusal}", self._refusal.fault)
        try:
            return await self._asks.answered(request)
        except ModelError as error:
            if error.fault in _LASTING:
                self._refusal = error
            raise
