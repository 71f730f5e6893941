"""The steps of a trace that a response holds: bounded in number and in text, each cut marked."""

import json
from collections import deque
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from contracts.contract import Json
from contracts.trace import MAX_STEPS, Said, Step
from scoring.responses.cleaning import MAX_STEP, Cleaner

ROOM = 900_000
"""Most characters of all kept steps together."""
_FIRST = MAX_STEPS // 5
_LAST = MAX_STEPS - _FIRST - 1


class _Held(NamedTuple):
    step: Step
    """With at most so many characters as were allowed when it was last cut; no mark yet."""
    size: int
    """Characters that it had in the file, cleaned."""


_STEP: TypeAdapter[Step] = TypeAdapter(Step)


def bounded(steps: list[Json], cleaner: Cleaner) -> list[Json]:
    """Steps in the contract's own shape, as many and as much of them as a response holds.

    Steps that are none are given back as they are: the contract then says what is wrong.
    """
    kept = KeptSteps()
    try:
        for step in steps:
            kept.add(_STEP.validate_json(json.dumps(step), strict=True))
    except ValidationError:
        return steps
    return [step.model_dump(mode="json") for step in kept.steps(cleaner)]


class KeptSteps:
    """The first thousand steps and the last ones.

    Together they have room for 900,000 characters. Where that is not enough, the longest steps are
    cut, to half of what was allowed before, as often as is needed.
    """

    def __init__(self) -> None:
        """Begin with no step."""
        self._first: list[_Held] = []
        self._last: deque[_Held] = deque()
        self._dropped = 0
        self._total = 0
        self._allowed = MAX_STEP * 50
        """Above what any step has; halved when room runs out."""

    def add(self, step: Step) -> None:
        """Hold the next step, and let go of what has no room any more."""
        held = _cut(_Held(step, len(_words(step))), self._allowed)
        (self._first if len(self._first) < _FIRST else self._last).append(held)
        self._total += len(_words(held.step))
        if len(self._last) > _LAST + 1:
            self._total -= len(_words(self._last.popleft().step))
            self._dropped += 1
        while self._total > ROOM:
            self._allowed //= 2
            self._first = [_cut(one, self._allowed) for one in self._first]
            self._last = deque(_cut(one, self._allowed) for one in self._last)
            self._total = sum(len(_words(one.step)) for one in (*self._first, *self._last))

    def steps(self, cleaner: Cleaner) -> tuple[Step, ...]:
        """All that is held, with a mark wherever something is left out; the cleaner counts it."""
        if self._dropped:
            # One place is the mark's own.
            _ = self._last.popleft()
            self._dropped += 1
            cleaner.left_out(self._dropped)
        words = f"[cut by finrubric: {self._dropped:,} steps]"
        mark = (Said(speaker="system", text=words),) if self._dropped else ()
        first = (_marked(one, cleaner) for one in self._first)
        return (*first, *mark, *(_marked(one, cleaner) for one in self._last))


def _words(step: Step) -> str:
    return step.arguments if step.kind == "call" else step.text


def _with_words(step: Step, text: str) -> Step:
    return step.model_copy(update={"arguments" if step.kind == "call" else "text": text})


def _cut(held: _Held, allowed: int) -> _Held:
    text = _words(held.step)
    if len(text) <= allowed:
        return held
    return _Held(_with_words(held.step, text[:allowed]), held.size)


def _marked(held: _Held, cleaner: Cleaner) -> Step:
    text = _words(held.step)
    gone = held.size - len(text)
    if not gone:
        return held.step
    cleaner.left_out(gone)
    return _with_words(held.step, f"{text}\n[cut by finrubric: {gone:,} more characters]")
