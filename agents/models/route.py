"""A route to a model: where it is reached, and how it is asked."""

import typing
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from agents.models.model import Family
from contracts.contract import Json

Protocol: TypeAlias = Literal["openai", "anthropic"]
"""OpenAI's Responses, or Anthropic's Messages."""


def _nothing() -> Mapping[str, Json]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Route:
    """Where a model is reached, and how it is asked."""

    provider: str
    """Name in `finrubric.toml`, such as `openai`."""
    protocol: Protocol
    model: str
    family: Family
    """The side it serves."""
    key: str = field(repr=False)
    base_url: str | None = None
    """None for the provider's own address."""
    effort: str | None = None
    timeout_s: float = 600.0
    """For one whole answer, however slowly it drips in."""
    extra_body: Mapping[str, Json] = field(default_factory=_nothing)
    """Sent beside what the client sends, such as a router's choice of providers."""
    hosted_tools: tuple[str, ...] = ()
    """Tools that the provider runs itself; none unless they are configured."""

    @property
    def host(self) -> str:
        """Host and port of another address than the provider's own, without any secret in it."""
        return urlsplit(self.base_url or "").netloc.rpartition("@")[2]


@typing.runtime_checkable
class Routed(typing.Protocol):
    """A client that sends requests of others over its route."""

    @property
    def route(self) -> Route:
        """Where they go."""
        ...
