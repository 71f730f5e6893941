"""The transcript of one activation, printed from ledger and tool rows: no other history exists."""

import re
from collections.abc import Iterator, Sequence

from contracts.model import CallKey, RawMessage, UserMessage
from records.ledger import Exchange, Ledger
from records.tool_log import ToolLog, ToolResult

SHOWN = 6_000
"""Most characters of one argument or result that are printed."""


async def transcript(
    ledger: Ledger, tool_log: ToolLog, *, scope: str, role: str, activation: int
) -> str:
    """One activation as Markdown: our messages, the model's words, its calls, their results."""
    exchanges = await ledger.requests(scope, role, activation)
    results = await tool_log.results(scope, role, activation)
    return print_transcript(f"{role}, activation {activation}", exchanges, results)


def print_transcript(
    title: str, exchanges: Sequence[Exchange], results: Sequence[ToolResult]
) -> str:
    """Print rows in order of turn and call."""
    parts = [f"# {title}"]
    turns = {exchange.key.turn for exchange in exchanges} | {row.key.turn for row in results}
    for turn in sorted(turns):
        parts.append(f"## Turn {turn}")
        for exchange in (item for item in exchanges if item.key.turn == turn):
            parts.extend(_asked(exchange))
            parts.extend(_model(exchange, [row for row in results if row.key == exchange.key]))
        # What belongs to a turn and to no call of it: how a command ended.
        parts.extend(_row(row) for row in results if (row.key.turn, row.key.call) == (turn, 0))
    return "\n\n".join(parts) + "\n"


def _asked(exchange: Exchange) -> Iterator[str]:
    """What is new: a message of ours that opens a turn or notes a fault, or a command's request."""
    last = exchange.request.messages[-1]
    if isinstance(last, UserMessage):
        yield f"### finrubric\n\n{_fenced(last.text)}"
    if isinstance(last, RawMessage):
        yield f"### the command\n\n{_fenced(last.text)}"


def _model(exchange: Exchange, results: Sequence[ToolResult]) -> Iterator[str]:
    response = exchange.response
    yield f"### {response.model}, {_place(exchange.key)} ({response.stop})"
    if response.text.strip():
        yield _fenced(response.text)
    for use in response.hosted:
        yield (
            f"**{_inline(use.name)}** (a tool of the provider's own)\n\n"
            f"{_fenced(use.asked)}\n\n{_fenced(use.found)}"
        )
    yield from map(_row, results)


def _row(row: ToolResult) -> str:
    state = "failed" if row.outcome.failed else "done"
    return (
        f"**{_inline(row.name)}** ({state}, {row.active_ms} ms)\n\n"
        f"{_fenced(row.arguments)}\n\n{_fenced(row.outcome.text)}"
    )


def _place(key: CallKey) -> str:
    return f"call {key.turn}.{key.call}"


def _inline(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_-]", "?", name[:64])


def _fenced(text: str) -> str:
    """Text as a code block whose fence is longer than any run of backticks in it."""
    part = text[:SHOWN]
    if len(text) > SHOWN:
        part += f"\n[cut here: {len(text) - SHOWN} more characters]"
    longest = max((len(run) for run in re.findall(r"`+", part)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{part}\n{fence}"
