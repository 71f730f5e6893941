"""One scoring from files to files: read, put before judges, written, told."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agents.prices import dollars
from cli.disputes import PutToPeople, ask_people, settled
from cli.failure import INCOMPLETE
from cli.judging import Bench, bench_of, limit_of
from cli.output import note, print_json, print_line
from cli.scoring_input import Material, read_material
from contracts.contract import Json
from contracts.line import line_of
from contracts.score import Score
from records.clock import SystemClock
from records.database import open_database, url_of
from records.files import replace_file
from records.held_name import HeldNames
from records.ledger import Ledger
from records.scope_usage import ScopeUsage, usage_of
from scoring.disputes import Dispute, disputes_of
from scoring.judges.conversation import Judging
from scoring.judges.hearings import Step
from scoring.judges.panel import Mode, Panel, panel_of
from scoring.scorer import Manner, Scorer, judgings_of
from scoring.summary import points_of, standings_of, summary_markdown

if TYPE_CHECKING:
    from contracts.settings import Settings

SCORES_FILE = "scores.jsonl"
SUMMARY_FILE = "summary.md"
TELL_EVERY_S = 5.0


@dataclass(frozen=True, slots=True)
class Order:
    """What a person asked for."""

    rubric: Path
    answers: Path
    out: Path
    mode: Mode
    judges: str = ""
    per_criterion: bool = False
    query: str | None = None
    solver: str | None = None
    disputes: bool = False
    """Put rows that the judges cannot settle into the queue."""
    take_waived: bool = False
    round: int = 1
    max_cost: int | None = None


class Ready(NamedTuple):
    """All that a scoring needs, before anything is sent or written."""

    material: Material
    bench: Bench
    panel: Panel
    manner: Manner
    judgings: list[Judging]


class Done(NamedTuple):
    """What a scoring came to."""

    scores: tuple[Score, ...]
    """With the rows that people settled."""
    usage: ScopeUsage
    asked: PutToPeople | None
    """What people were asked; None where they were not to be."""


def made_ready(order: Order, *, sends: bool) -> Ready:
    """Read what is scored and who judges.

    Raises:
        InputError: rubric, answers or judges are not usable.
    """
    now = SystemClock().now()
    material = read_material(
        order.rubric,
        order.answers,
        query=order.query,
        solver=order.solver,
        take_waived=order.take_waived,
        now=now,
    )
    bench = bench_of(order.judges, here=Path(), sends=sends, classes=material.classes)
    panel = panel_of(order.mode, bench.judges)
    setup = bench.setup
    manner = Manner(order.per_criterion or setup.per_criterion, setup.concurrent, order.round)
    return Ready(material, bench, panel, manner, judgings_of(material.puts, panel, manner))


async def finished(order: Order, settings: "Settings", *, as_json: bool) -> int:
    """Score, write both files and print the summary; gives the exit code.

    Raises:
        InputError: rubric, answers or judges are not usable.
        FinrubricError: what is no judge's fault.
    """
    ready, clock = made_ready(order, sends=True), SystemClock()
    scopes = tuple(judging.scope for judging in ready.judgings)
    limit = limit_of(ready.bench, order.max_cost, scopes, clock.now().date())
    url = url_of(settings.database_url, settings.data_dir)
    async with AsyncExitStack() as stack:
        database = await stack.enter_async_context(open_database(url))
        names = stack.enter_context(HeldNames(settings.data_dir))
        ledger = Ledger(database, settings.data_dir, clock)
        asks = ready.bench.asks(ledger, database, clock, limit=limit)
        scorer = Scorer(ready.panel, asks, ledger, names, ready.manner, Teller())
        scored = await scorer.score(ready.material.puts)
        scores, asked = await settled(database, scored.scores), None
        if order.disputes:
            asked = await ask_people(database, _disputes(ready, scores), clock.now())
        usage = await usage_of(database, scored.scopes)
    done = Done(scores, usage, asked)
    return await asyncio.to_thread(_told, order, ready, done, as_json=as_json)


def _disputes(ready: Ready, scores: Sequence[Score]) -> tuple[Dispute, ...]:
    puts = ready.material.puts
    return disputes_of(scores, [put.response for put in puts], [put.criteria for put in puts])


def _told(order: Order, ready: Ready, done: Done, *, as_json: bool) -> int:
    puts, scores = ready.material.puts, done.scores
    standings = standings_of([put.response for put in puts], scores, [put.criteria for put in puts])
    text = summary_markdown(standings, [*_notes(order, ready), _cost(done.usage)])
    replace_file(order.out / SCORES_FILE, b"".join(line_of(score) for score in scores))
    replace_file(order.out / SUMMARY_FILE, text.encode())
    unjudged = sum(len(score.unjudged) for score in scores)
    if as_json:
        print_json(_document(order, done, torn=ready.material.torn))
    else:
        print_line(text)
        print_line(f"Written: {order.out / SCORES_FILE}, {order.out / SUMMARY_FILE}")
    if done.asked is not None:
        opened, waiting = done.asked
        note(
            f"finrubric: {opened} rows put into the queue for a person, {waiting} wait there since "
            "an earlier time; `finrubric queue list` shows them"
        )
    if unjudged or ready.material.torn is not None:
        note(
            f"finrubric: incomplete: {unjudged} rows without a judgement"
            + ("" if ready.material.torn is None else f"; {ready.material.torn}")
            + ". The same command asks only for those again"
        )
        return INCOMPLETE
    return 0


def _notes(order: Order, ready: Ready) -> list[str]:
    bench = ready.bench
    judges = ", ".join(f"{judge.name} ({judge.family})" for judge in bench.judges)
    words = {"fixed": "majority of", "outside_family": "mean of three outside the solver's family:"}
    notes = [f"{words[order.mode]} {judges}", *ready.material.notes]
    if bench.made_by is not None:
        notes.append(
            f"the judges are a recording (made by {bench.made_by}): it proves the path, not that "
            "a model would have judged so"
        )
    if bench.is_prompt_changed:
        notes.append("the recording was made with another prompt for judges")
    if ready.material.torn is not None:
        notes.append(f"not scored: {ready.material.torn}")
    return notes


def _cost(usage: ScopeUsage) -> str:
    lost = f", {usage.unknown} answers lost that may have been charged" if usage.unknown else ""
    unpriced = f", {usage.unpriced} replies unpriced" if usage.unpriced else ""
    tokens = f"{usage.input_tokens:,} tokens read, {usage.output_tokens:,} written"
    return f"{usage.sent} requests over all tries, {tokens}, {dollars(usage.cost)}{unpriced}{lost}"


def _document(order: Order, done: Done, *, torn: str | None) -> Json:
    answers: list[Json] = [
        {
            "id": score.response_id,
            "points": points_of(score),
            "maximum": score.maximum,
            "unjudged": list(score.unjudged),
            "disputed": [row.row_id for row in score.rows if row.is_disputed],
            "settled": [row.row_id for row in score.rows if row.ruling is not None],
        }
        for score in done.scores
    ]
    return {
        "mode": order.mode,
        "scores": str(order.out / SCORES_FILE),
        "summary": str(order.out / SUMMARY_FILE),
        "answers": answers,
        "torn": torn,
        "asked": None if done.asked is None else dict(done.asked._asdict()),
        "usage": dict(done.usage._asdict()),
    }


class Teller:
    """Tells of progress on standard error, at most every few seconds and at the end."""

    def __init__(self) -> None:
        """Begin to count the time."""
        self._begun = self._told = time.monotonic()

    def __call__(self, step: Step) -> None:
        """Hear of a step."""
        now = time.monotonic()
        if step.done < step.of and now - self._told < TELL_EVERY_S:
            return
        self._told = now
        note(f"finrubric: {progress_text(step, now - self._begun)}")


def progress_text(step: Step, passed_s: float) -> str:
    """How far a scoring is, and about how long the rest takes."""
    sent = step.done - step.reused
    words = f"{step.done} of {step.of} judgings, {step.reused} known before, {step.open} left open"
    if not sent or step.done == step.of:
        return words
    left_s = passed_s / sent * (step.of - step.done)
    return f"{words}, about {_duration(left_s)} left"


def _duration(seconds: float) -> str:
    return f"{round(seconds)} s" if seconds < 90 else f"{round(seconds / 60)} min"
