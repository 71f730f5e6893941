"""What roles said and did in a run, read from the ledger and the tool rows."""

import json
from dataclasses import dataclass

from contracts.contract import Json
from contracts.ids import RunId
from contracts.model import UserMessage
from records.ledger import Exchange, Ledger
from records.tool_log import ToolLog, ToolResult

SHOWN = 6_000
"""Most characters of one text that a page shows; the raw document holds all of them."""


@dataclass(frozen=True, slots=True)
class Activation:
    """One session of one role, as a list of them names it."""

    role: str
    number: int
    turns: int


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was said or done."""

    kind: str
    """`message` of ours, `answer` of the model, `tool`."""
    title: str
    text: str
    result: str = ""
    has_failed: bool = False
    cut: int = 0
    """Characters that are left out here."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of an activation."""

    number: int
    steps: tuple[Step, ...]


async def activations(ledger: Ledger, run: RunId) -> tuple[Activation, ...]:
    """Every session of a run's roles, in the order in which they began."""
    found: dict[tuple[str, int], int] = {}
    for place in await ledger.turns(f"run:{run}"):
        key = (place.role, place.activation)
        found[key] = found.get(key, 0) + 1
    return tuple(Activation(role, number, turns) for (role, number), turns in found.items())


async def turns_of(
    ledger: Ledger, tool_log: ToolLog, run: RunId, *, role: str, activation: int
) -> tuple[Turn, ...]:
    """One session turn by turn; empty when there was none.

    Raises:
        CorruptRun: a kept text is missing or has other bytes.
    """
    scope = f"run:{run}"
    exchanges = await ledger.requests(scope, role, activation)
    results = await tool_log.results(scope, role, activation)
    numbers = {e.key.turn for e in exchanges} | {r.key.turn for r in results}
    return tuple(Turn(number, _steps(number, exchanges, results)) for number in sorted(numbers))


def _steps(
    turn: int, exchanges: tuple[Exchange, ...], results: tuple[ToolResult, ...]
) -> tuple[Step, ...]:
    steps: list[Step] = []
    for exchange in (item for item in exchanges if item.key.turn == turn):
        last = exchange.request.messages[-1]
        if isinstance(last, UserMessage):
            steps.append(_step("message", "finrubric", last.text))
        if exchange.response.text.strip():
            steps.append(_step("answer", exchange.response.model, exchange.response.text))
        steps.extend(_tool(row) for row in results if row.key == exchange.key)
    # What belongs to a turn and to no call of it: how a command ended.
    steps.extend(_tool(row) for row in results if (row.key.turn, row.key.call) == (turn, 0))
    return tuple(steps)


def _step(kind: str, title: str, text: str) -> Step:
    return Step(kind, title, text[:SHOWN], cut=max(0, len(text) - SHOWN))


def _tool(row: ToolResult) -> Step:
    result = row.outcome.text
    return Step(
        kind="tool",
        title=row.name,
        text=row.arguments[:SHOWN],
        result=result[:SHOWN],
        has_failed=row.outcome.failed,
        cut=max(0, len(row.arguments) - SHOWN) + max(0, len(result) - SHOWN),
    )


async def raw_turns(
    ledger: Ledger, tool_log: ToolLog, run: RunId, *, role: str, activation: int
) -> bytes:
    """The same session as one JSON document, nothing left out.

    Raises:
        CorruptRun: a kept text is missing or has other bytes.
    """
    scope = f"run:{run}"
    exchanges = await ledger.requests(scope, role, activation)
    results = await tool_log.results(scope, role, activation)
    document: Json = {
        "run": run,
        "role": role,
        "activation": activation,
        "calls": [_call_json(exchange, results) for exchange in exchanges],
    }
    return json.dumps(document, ensure_ascii=False, indent=1).encode("utf-8", "replace")


def _call_json(exchange: Exchange, results: tuple[ToolResult, ...]) -> Json:
    response = exchange.response
    return {
        "turn": exchange.key.turn,
        "call": exchange.key.call,
        "asked": exchange.request.messages[-1].model_dump(mode="json"),
        "model": response.model,
        "stop": response.stop,
        "text": response.text,
        "tools": [
            {
                "name": row.name,
                "arguments": row.arguments,
                "result": row.outcome.text,
                "failed": row.outcome.failed,
                "active_ms": row.active_ms,
            }
            for row in results
            if row.key == exchange.key
        ],
    }
