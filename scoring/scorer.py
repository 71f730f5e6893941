"""Scoring answers: every answer before its judges, each judging once, what failed left open.

Calls go through the ledger under the hash of all that a verdict depends on. So a verdict that is
there is never asked for again, whatever else has changed, and what was left open is.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from contracts.criteria import Criteria, Criterion
from contracts.errors import FinrubricError
from contracts.response import Response
from contracts.score import Score
from contracts.verdict import Verdict
from records.held_name import HeldNames
from records.ledger import Ledger
from scoring.judges.conversation import Found, Judging, found_by
from scoring.judges.judge import Asks, Judge
from scoring.judges.panel import Panel
from scoring.judges.sheet import Case, load_prompt
from scoring.tally import score_of


class Put(NamedTuple):
    """An answer and what it is graded by."""

    response: Response
    criteria: Criteria
    family: str | None = None
    """Who trained the solver's model, where the answer does not say."""


class Step(NamedTuple):
    """How far a scoring is."""

    done: int
    """Judgings that have ended, with or without verdicts."""
    of: int
    reused: int
    """Those for which nothing was sent."""
    open: int
    """Those that left a criterion without a verdict."""


Tell: TypeAlias = Callable[[Step], None]


def _to_nobody(_: Step) -> None:
    """What hears nothing."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How answers are put to judges."""

    per_criterion: bool = False
    """Each criterion in a conversation of its own, instead of all of an answer in one."""
    concurrent: int = 8
    """Judgings under way at once with one provider."""
    round: int = 1


class Scored(NamedTuple):
    """What a scoring gives."""

    scores: tuple[Score, ...]
    """In the order of the answers."""
    scopes: tuple[str, ...]
    """The ledger's names of all judgings: what they cost stands there."""


def judgings_of(puts: Iterable[Put], panel: Panel, manner: Manner) -> list[Judging]:
    """Every judging that a scoring wants, answer by answer; an empty answer wants none.

    Raises:
        InputError: an answer has no three judges.
    """
    prompt = load_prompt()
    return [
        Judging(judge, Case(put.response, put.criteria, asked), prompt, manner.round)
        for put in puts
        for judge in panel.of(put.response, put.family)
        if put.response.is_answered
        for asked in _groups(put.criteria, manner)
    ]


def _groups(criteria: Criteria, manner: Manner) -> list[tuple[Criterion, ...]]:
    whole = criteria.criteria
    return [(one,) for one in whole] if manner.per_criterion else [whole]


@dataclass(slots=True)
class Scorer:
    """Puts answers before a panel."""

    panel: Panel
    asks: Mapping[str, Asks]
    """How each judge's model is reached, by the judge's name."""
    ledger: Ledger
    names: HeldNames
    manner: Manner = field(default_factory=Manner)
    tell: Tell = _to_nobody

    async def score(self, puts: Sequence[Put]) -> Scored:
        """Score all answers; one without a judgement of some row is scored too, with bounds.

        Raises:
            InputError: an answer has no three judges.
            FinrubricError: something that is no judge's fault, such as a full disk.
        """
        work = judgings_of(puts, self.panel, self.manner)
        rooms = _Rooms(self.manner.concurrent)
        steps = _Steps(len(work), self.tell)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._one(one, rooms, steps)) for one in work]
        except* FinrubricError as errors:
            raise _first(errors) from None
        found = [task.result() for task in tasks]
        return Scored(self._scores(puts, work, found), tuple(one.scope for one in found))

    def _scores(
        self, puts: Sequence[Put], work: Sequence[Judging], found: Sequence[Found]
    ) -> tuple[Score, ...]:
        by_answer: dict[str, dict[str, list[Verdict]]] = {}
        for judging, one in zip(work, found, strict=True):
            rows = by_answer.setdefault(judging.case.response.id, {})
            for verdict in one.verdicts:
                rows.setdefault(verdict.row_id, []).append(verdict)
        return tuple(
            score_of(criteria, response, self.panel.mode, by_answer.get(response.id, {}))
            for response, criteria, _ in puts
        )

    async def _one(self, judging: Judging, rooms: "_Rooms", steps: "_Steps") -> Found:
        async with rooms.of(judging.judge):
            scope = judging.scope
            async with self.names.held(scope):
                turns = await self.ledger.turns(scope)
                activations = max((turn.activation for turn in turns), default=0)
                asks = self.asks[judging.judge.name]
                found = await found_by(judging, asks, scope=scope, activations=activations)
        is_open = any(verdict.decided.kind == "not_judged" for verdict in found.verdicts)
        steps.count(is_reused=not found.is_live, is_open=is_open)
        return found


class _Rooms:
    """How many judgings may be under way with each provider."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._rooms: dict[str, asyncio.Semaphore] = {}

    def of(self, judge: Judge) -> asyncio.Semaphore:
        return self._rooms.setdefault(judge.provider, asyncio.Semaphore(self._size))


class _Steps:
    """Counts what has ended and tells of it."""

    def __init__(self, of: int, tell: Tell) -> None:
        self._of = of
        self._tell = tell
        self._counts: Counter[str] = Counter()

    def count(self, *, is_reused: bool, is_open: bool) -> None:
        self._counts.update(done=1, reused=int(is_reused), open=int(is_open))
        counts = self._counts
        self._tell(Step(counts["done"], self._of, counts["reused"], counts["open"]))


def _first(errors: BaseExceptionGroup[FinrubricError]) -> FinrubricError:
    one = errors.exceptions[0]
    return _first(one) if isinstance(one, BaseExceptionGroup) else one
