"""Services whose live clients reach two servers of ours; nothing of the product knows that."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from agents.cast import Cast
from agents.models.anthropic import AnthropicClient
from agents.models.openai import OpenAIClient
from agents.models.route import Route
from contracts.settings import load_settings
from orchestrator.deps import Services
from orchestrator.services import open_services
from records.clock import SystemClock
from sandboxes.auto import choose
from tests.servers.provider import Provider


@asynccontextmanager
async def wired_services(
    data: Path, *, openai: Provider, anthropic: Provider, hosted_tools: tuple[str, ...] = ()
) -> AsyncGenerator[Services]:
    """The writer's side over Responses, with hosted tools if any; the reviewer's over Messages."""
    writer = Route(
        provider="openai",
        protocol="openai",
        model="gpt-5.6-sol",
        family="writer",
        key="key-of-the-writer",
        base_url=openai.base_url,
        effort="high",
        hosted_tools=hosted_tools,
    )
    reviewer = Route(
        provider="anthropic",
        protocol="anthropic",
        model="claude-opus-5",
        family="reviewer",
        key="key-of-the-reviewer",
        base_url=anthropic.base_url,
        effort="high",
    )
    async with open_services(
        data,
        sandboxes=await choose("local", load_settings()),
        cast=Cast.of_families(
            {"writer": OpenAIClient(writer), "reviewer": AnthropicClient(reviewer)}
        ),
        clock=SystemClock(),
    ) as services:
        yield services
