"""The one surface a model client has, whatever provider stands behind it."""

from typing import Literal, Protocol, TypeAlias

from contracts.model import ModelRequest, ModelResponse

Family: TypeAlias = Literal["writer", "reviewer"]
"""Which side of the separation of duties a client serves; the two never share a model family."""


class ModelClient(Protocol):
    """Answers one request at a time and keeps no conversation of its own.

    Implementations send a request once, their SDKs' own retries off, and give back complete answers
    only: a stream that ends without its terminal event is a `ModelError`.
    """

    @property
    def provider(self) -> str:
        """Who answers, such as `replay`."""
        ...

    @property
    def model(self) -> str:
        """Model name as sent in requests."""
        ...

    @property
    def family(self) -> Family:
        """The side it serves."""
        ...

    async def complete(self, request: ModelRequest) -> ModelResponse:
        """Answer one request.

        Raises:
            ModelError: the provider failed; its fault says whether to send the request again.
            DriftError: a replayed input differs from the recording.
        """
        ...
