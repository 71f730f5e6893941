"""Many questions to judges at once: bounded for each provider, told of as they end.

Calls go through the ledger under the hash of all that an answer depends on. So what a judge has
said is never asked for again, whatever else has changed, and what was left open is.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from contracts.errors import FinrubricError
from records.held_name import HeldNames
from records.ledger import Ledger
from scoring.judges.judge import Asks, Judge
from scoring.judges.question import Question
from scoring.judges.sitting import Heard, heard_by, scope_of

CONCURRENT = 8
"""Questions under way at once with one provider, where nothing else is said."""
DecidedT = TypeVar("DecidedT")


class Step(NamedTuple):
    """How far the judges are."""

    done: int
    """Judgings that have ended, with or without a decision."""
    of: int
    reused: int
    """Those for which nothing was sent."""
    open: int
    """Those that left something open."""


Tell: TypeAlias = Callable[[Step], None]


def to_nobody(_: Step) -> None:
    """What hears nothing."""


class Hearing(NamedTuple, Generic[DecidedT]):
    """One judge and one question."""

    judge: Judge
    question: Question[DecidedT]
    round: int = 1
    """Asked afresh under another number, so that a judge can be compared with itself."""

    @property
    def scope(self) -> str:
        """The ledger's name for it."""
        return scope_of(self.judge, self.question, self.round)


@dataclass(frozen=True, slots=True)
class Hearings:
    """Where judges are heard."""

    asks: Mapping[str, Asks]
    """How each judge's model is reached, by the judge's name."""
    ledger: Ledger
    names: HeldNames
    concurrent: int = CONCURRENT
    tell: Tell = to_nobody

    async def hold(self, work: Sequence[Hearing[DecidedT]]) -> list[Heard[DecidedT]]:
        """Hear all, in the order given.

        Raises:
            FinrubricError: something that is no judge's fault, such as a full disk.
        """
        rooms, steps = _Rooms(self.concurrent), _Steps(len(work), self.tell)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._one(one, rooms, steps)) for one in work]
        except* FinrubricError as errors:
            raise _first(errors) from None
        return [task.result() for task in tasks]

    async def _one(
        self, hearing: Hearing[DecidedT], rooms: "_Rooms", steps: "_Steps"
    ) -> Heard[DecidedT]:
        judge = hearing.judge
        async with rooms.of(judge):
            scope = hearing.scope
            async with self.names.held(scope):
                turns = await self.ledger.turns(scope)
                activations = max((turn.activation for turn in turns), default=0)
                asks = self.asks[judge.name]
                heard = await heard_by(
                    judge, hearing.question, asks, scope=scope, activations=activations
                )
        steps.count(is_reused=not heard.is_live, is_open=bool(heard.open))
        return heard


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
