"""The transcript of one activation, printed from ledger and tool rows: no other history exists."""

import re
from collections.abc import Iterator, Sequence

from contracts.model import CallKey, UserMessage
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
    turn = 0
    for exchange in exchanges:
        if exchange.key.turn != turn:
            turn = exchange.key.turn
            parts.append(f"## Turn {turn}")
        parts.extend(_ours(exchange))
        parts.extend(_model(exchange, [row for row in results if row.key == exchange.key]))
    return "\n\n".join(parts) + "\n"


def _ours(exchange: Exchange) -> Iterator[str]:
    """The message that opens a turn, or a note on the protocol: what is new and ours."""
    last = exchange.request.messages[-1]
    if isinstance(last, UserMessage):
        yield f"### finrubric\n\n{_fenced(last.text)}"


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
    for row in results:
        state = "failed" if row.outcome.failed else "done"
        yield (
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
