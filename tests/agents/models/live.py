"""Real clients against real servers: only the base address differs from production."""

import json
from collections.abc import Mapping
from pathlib import Path

from agents.allowance import Allowance, Stopwatch
from agents.asking import Asker
from agents.models.anthropic import AnthropicClient
from agents.models.model import ModelClient
from agents.models.openai import OpenAIClient
from agents.models.relay import RelayClient
from agents.models.route import Route
from agents.roles import CONFIRMER
from agents.terms import FREE
from contracts.contract import Json
from contracts.model import (
    CallKey,
    Message,
    ModelRequest,
    RawMessage,
    SystemMessage,
    ToolSchema,
    UserMessage,
)
from tests.agents.bench import SCOPE, Bench
from tests.servers.provider import Protocol, Provider

KEY = "sk-canary-4f9c2e7b81"
MODEL = {"openai": "gpt-test-1", "anthropic": "claude-test-1"}
PROTOCOLS: tuple[Protocol, ...] = ("openai", "anthropic")

OPEN = ToolSchema(
    name="open_source",
    description="Opens a source.",
    parameters='{"additionalProperties":false,"properties":{"source_id":{"type":"string"}},'
    '"required":["source_id"],"type":"object"}',
)
LOOSE = ToolSchema(
    name="read_file",
    description="Reads a file.",
    parameters='{"additionalProperties":false,"properties":{"path":{"type":"string"},'
    '"start":{"default":0,"type":"integer"}},"required":["path"],"type":"object"}',
)


def client(
    server: Provider,
    protocol: Protocol,
    *,
    timeout_s: float = 20.0,
    effort: str | None = None,
    extra_body: Mapping[str, Json] = {},
    hosted_tools: tuple[str, ...] = (),
    is_relayed: bool = False,
) -> ModelClient:
    route = Route(
        provider=f"stub-{protocol}",
        protocol=protocol,
        model=MODEL[protocol],
        family="writer",
        key=KEY,
        base_url=server.base_url,
        effort=effort,
        timeout_s=timeout_s,
        extra_body=extra_body,
        hosted_tools=hosted_tools,
    )
    if is_relayed:
        return RelayClient(route)
    return OpenAIClient(route) if protocol == "openai" else AnthropicClient(route)


def request(protocol: Protocol, *more: Message, call: int = 1, scope: str = SCOPE) -> ModelRequest:
    return ModelRequest(
        key=CallKey(scope=scope, role="writer", activation=1, turn=1, call=call),
        model=MODEL[protocol],
        messages=(SystemMessage(text="You write."), UserMessage(text="What is it?"), *more),
        tools=(OPEN, LOOSE),
    )


def agents_request(
    protocol: Protocol, *, is_streamed: bool = True, scope: str = SCOPE
) -> ModelRequest:
    """What a command-line agent asks through the relay."""
    asked: Json = [{"role": "user", "content": "What is it?"}]
    body: dict[str, Json] = {"model": MODEL[protocol], "stream": is_streamed}
    body["input" if protocol == "openai" else "messages"] = asked
    return ModelRequest(
        key=CallKey(scope=scope, role="writer", activation=1, turn=1, call=1),
        model=MODEL[protocol],
        messages=(RawMessage(protocol=protocol, text=json.dumps(body)),),
        tools=(),
    )


class Waits:
    """A sleeper that only counts."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def asker(bench: Bench, asked: ModelClient, sleep: Waits, *, scope: str = SCOPE) -> Asker:
    records = bench.records
    stopwatch = Stopwatch(
        Allowance(CONFIRMER.budget, 0), scope, ledger=records.ledger, tool_log=records.tool_log
    )
    return Asker(asked, records.ledger, stopwatch=stopwatch, terms=FREE, lease=None, sleep=sleep)


def written(data: Path) -> bytes:
    """Every byte below a data folder."""
    return b"".join(path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file())
