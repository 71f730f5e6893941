"""What providers and the user's purse ask of every call: rates, limits of cost, prices."""

from typing import Protocol

from agents.models.model import ModelClient
from contracts.model import ModelRequest, ModelResponse


class Terms(Protocol):
    """Holds a call back until it may leave, and says what its answer cost."""

    async def admit(self, client: ModelClient, request: ModelRequest) -> None:
        """Wait until the provider's rates allow the call.

        Raises:
            CostReached: the call could pass the limit of cost; it must not leave.
        """
        ...

    async def pause(self, client: ModelClient, seconds: float) -> None:
        """Its provider refused a call for its rate: let nobody ask it before the wait is over."""
        ...

    def priced(self, client: ModelClient, response: ModelResponse) -> ModelResponse:
        """The response with its cost, where a price is known and the provider gave none."""
        ...


class NoTerms:
    """For played roles and tests: nothing is limited and nothing has a price."""

    async def admit(self, client: ModelClient, request: ModelRequest) -> None:
        """Let every call leave."""

    async def pause(self, client: ModelClient, seconds: float) -> None:
        """Hold nobody back."""

    def priced(self, client: ModelClient, response: ModelResponse) -> ModelResponse:
        """The response as it came."""
        return response


FREE = NoTerms()
