"""Progress of a run while it goes on: stage, active seconds, turns and cost, on standard error."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.live import Live
from rich.spinner import Spinner
from rich.text import Text

from cli.usage import Usage, usage_after, usage_of
from contracts.event import Event, EventKind
from contracts.ids import RunId
from orchestrator.deps import Services
from records.journal_chain import JournalRow
from reports.event_words import event_text
from reports.printable import one_line
from reports.words import counted, seconds_text

MAX_WORDS = 300
"""Characters of an event's words that are shown."""
POLL_S = 0.5
"""Seconds between two looks at the records."""
_SHOWN = frozenset(EventKind) - {EventKind.STAGE_STARTED, EventKind.TURN_STARTED}


def event_line(event: Event, usage: Usage) -> str:
    """One event on one line: stage, what happened, and what the run had used by then."""
    where = one_line(event.stage or event.role) or "run"
    words = one_line(event.detail)[:MAX_WORDS]
    if event.kind is EventKind.STAGE_DONE:
        return f"{where:<14} {words:<9} {used_text(usage)}"
    return f"{where:<14} {event_text(event.kind, words)}"


def used_text(usage: Usage) -> str:
    """Use in words: `4.1 s active, 6 turns, 31 played calls, cost none: recorded answers`."""
    parts = (
        f"{seconds_text(usage.active_seconds)} active",
        counted(usage.turns, "turn"),
        usage.calls_text,
        f"cost {usage.cost_text}",
    )
    return ", ".join(parts)


def row_of(event: Event, rows: Sequence[JournalRow]) -> JournalRow | None:
    """The journal row of a finished step; None for events that tell of no step.

    The event is written with the row, so the step's newest row by then is its own.
    """
    if event.kind is not EventKind.STAGE_DONE:
        return None
    found = [row for row in rows if row.stage == event.stage and row.at <= event.at]
    return found[-1] if found else None


@dataclass(slots=True)
class _Seen:
    """What has been shown."""

    seq: int = 0
    stage: str = ""


@asynccontextmanager
async def shown_progress(
    services: Services, run: RunId, *, models: str, is_quiet: bool = False
) -> AsyncGenerator[None]:
    """Show what happens in a run while the body runs; a live line on a terminal, else plain lines.

    Only new events are shown: a resumed run starts with those of the resumption.
    """
    if is_quiet:
        yield
        return
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    events = await services.events.since(run, 0)
    seen = _Seen(seq=events[-1].seq if events else 0)
    with Live(Spinner("dots", ""), console=console, transient=True) as live:
        watcher = asyncio.create_task(_watch(services, run, seen, live, models))
        try:
            yield
        finally:
            watcher.cancel()
            _ = await asyncio.gather(watcher, return_exceptions=True)
            await _show(services, run, seen, live, models)


async def _watch(services: Services, run: RunId, seen: _Seen, live: Live, models: str) -> None:
    while True:
        await _show(services, run, seen, live, models)
        await asyncio.sleep(POLL_S)


async def _show(services: Services, run: RunId, seen: _Seen, live: Live, models: str) -> None:
    events = await services.events.since(run, seen.seq)
    if not events and not live.console.is_terminal:
        return
    ledger, tool_log = services.ledger, services.tool_log
    usage = await usage_of(run, ledger=ledger, tool_log=tool_log, models=models)
    rows = await services.journal.rows(run) if events else ()
    for event in events:
        seen.seq = event.seq
        seen.stage = event.stage or seen.stage
        if event.kind in _SHOWN:
            row = row_of(event, rows)
            then = usage if row is None else await usage_after(row, ledger=ledger, models=models)
            live.console.print(Text(event_line(event, then)))
    if live.console.is_terminal:
        line = f"{one_line(seen.stage) or 'run':<14} {used_text(usage)}"
        live.update(Spinner("dots", Text(line)))
