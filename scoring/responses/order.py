"""What is odd in the order and the references of a trace: told, never mended.

Steps are looked at one by one, so that a long trace is never held as a whole.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from contracts.contract import Json
from contracts.response import Remark, RemarkKind
from contracts.trace import Called, Reasoned, Returned, Said, Step

_SUBMITS = frozenset({"submit", "submit_answer", "final_answer"})


class Order:
    """Calls, results and times of a trace, in the order of the file."""

    def __init__(self) -> None:
        """Begin before the first step."""
        self._called: dict[str, bool] = {}
        """By id, whether it was called more than once."""
        self._returned: dict[str, int] = {}
        """Results by the id they name, and how often."""
        self._early: dict[str, int] = {}
        """Results that came before any call of their id."""
        self._newest: datetime | None = None
        self._is_unordered = False

    def see(self, step: Step) -> None:
        """Look at the next step."""
        if isinstance(step, Called):
            self._called[step.id] = step.id in self._called
        elif isinstance(step, Returned):
            self._returned[step.call_id] = self._returned.get(step.call_id, 0) + 1
            if step.call_id not in self._called:
                self._early[step.call_id] = self._early.get(step.call_id, 0) + 1
        if step.at is not None:
            self._is_unordered |= self._newest is not None and step.at < self._newest
            self._newest = step.at if self._newest is None else max(self._newest, step.at)

    def remarks(self, now: datetime) -> Iterator[Remark]:
        """One remark per kind of oddity."""
        called, returned = self._called, self._returned
        twice = [one for one, is_twice in called.items() if is_twice]
        yield from _remark(RemarkKind.DUPLICATE_CALL_ID, twice)
        alone = [name for name in returned if name not in called]
        yield from _remark(RemarkKind.RESULT_WITHOUT_CALL, alone, sum(returned[n] for n in alone))
        open_ = [name for name in called if name not in returned]
        yield from _remark(RemarkKind.CALL_WITHOUT_RESULT, open_)
        early = [name for name in self._early if name in called]
        yield from _remark(RemarkKind.RESULT_BEFORE_CALL, early, sum(self._early[n] for n in early))
        if self._newest is not None and self._newest > now:
            yield Remark(kind=RemarkKind.TIME_IN_FUTURE, words=self._newest.isoformat())
        if self._is_unordered:
            yield Remark(kind=RemarkKind.TIMES_UNORDERED, words="steps stand as in the file")


def _remark(kind: RemarkKind, names: Sequence[str], count: int | None = None) -> Iterator[Remark]:
    if names:
        shown = ", ".join(repr(name[:40]) for name in names[:3])
        words = f"{len(names) if count is None else count:,}: {shown}"
        yield Remark(kind=kind, words=words)


class Finals:
    """What the agent answered: what it submitted, else its last words if no call follows them."""

    def __init__(self) -> None:
        """Begin before the first step."""
        self._submitted = 0
        self._answer: str | None = None
        """What was submitted last."""
        self._words: str | None = None
        """Its last words, unless something but reasoning follows them."""
        self._has_said = self._has_reasoned = False

    def see(self, step: Step) -> None:
        """Look at the next step."""
        if isinstance(step, Reasoned):
            self._has_reasoned = True
            return
        is_said = isinstance(step, Said) and step.speaker == "assistant"
        self._has_said |= is_said
        self._words = (
            step.text if isinstance(step, Said) and is_said and step.text.strip() else None
        )
        if isinstance(step, Called) and step.name.casefold() in _SUBMITS:
            self._submitted += 1
            self._answer = _submitted(step.arguments)

    @property
    def answer(self) -> str | None:
        """The last submitted answer, or the last words; `None` where there is neither."""
        return self._answer if self._submitted else self._words

    def remarks(self, answer: str | None, *, is_stated: bool) -> Iterator[Remark]:
        """What is odd about the final answer; `is_stated` where the file names it itself."""
        if self._submitted > 1 and not is_stated:
            words = f"{self._submitted} answers were submitted; the last one counts"
            yield Remark(kind=RemarkKind.SEVERAL_FINAL_ANSWERS, words=words)
        if answer is not None and answer.strip():
            return
        yield Remark(kind=RemarkKind.NO_FINAL_ANSWER, words="the trace ends without an answer")
        if self._has_reasoned and not self._has_said:
            words = "the agent reasoned and said nothing"
            yield Remark(kind=RemarkKind.ONLY_REASONING, words=words)


def _submitted(arguments: str) -> str:
    """The one text among the arguments of a submission; without it the arguments as they are."""
    try:
        found: Json = json.loads(arguments)
    except ValueError:
        return arguments
    texts = (
        [text for text in found.values() if isinstance(text, str)]
        if isinstance(found, dict)
        else []
    )
    return texts[0] if len(texts) == 1 else arguments


def has_cycle(parents: Mapping[str, str]) -> bool:
    """Whether messages name each other as parents in a ring."""
    done: set[str] = set()
    for start in parents:
        path: set[str] = set()
        at = start
        while at in parents and at not in done:
            if at in path:
                return True
            path.add(at)
            at = parents[at]
        done |= path
    return False
