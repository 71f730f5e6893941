"""What is odd in the order and the references of a trace: told, never mended."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from contracts.contract import Json
from contracts.response import Remark, RemarkKind
from contracts.trace import Called, Reasoned, Returned, Said, Step

_SUBMITS = frozenset({"submit", "submit_answer", "final_answer"})


def trace_remarks(steps: Sequence[Step], now: datetime) -> Iterator[Remark]:
    """One remark per kind of oddity among the steps."""
    calls = Counter(step.id for step in steps if isinstance(step, Called))
    results = [step.call_id for step in steps if isinstance(step, Returned)]
    yield from _remark(RemarkKind.DUPLICATE_CALL_ID, [one for one in calls if calls[one] > 1])
    yield from _remark(RemarkKind.RESULT_WITHOUT_CALL, [one for one in results if one not in calls])
    known = set(results)
    yield from _remark(RemarkKind.CALL_WITHOUT_RESULT, [one for one in calls if one not in known])
    yield from _remark(RemarkKind.RESULT_BEFORE_CALL, _early(steps, calls))
    times = [step.at for step in steps if step.at is not None]
    late = [one.isoformat() for one in times if one > now]
    yield from _remark(RemarkKind.TIME_IN_FUTURE, late)
    if times != sorted(times):
        yield Remark(kind=RemarkKind.TIMES_UNORDERED, words="steps stand as in the file")


def _early(steps: Sequence[Step], calls: Mapping[str, int]) -> list[str]:
    seen: set[str] = set()
    early: list[str] = []
    for step in steps:
        if isinstance(step, Called):
            seen.add(step.id)
        elif isinstance(step, Returned) and step.call_id in calls and step.call_id not in seen:
            early.append(step.call_id)
    return early


def _remark(kind: RemarkKind, names: Sequence[str]) -> Iterator[Remark]:
    if names:
        shown = ", ".join(repr(name[:40]) for name in names[:3])
        yield Remark(kind=kind, words=f"{len(names):,}: {shown}")


def final_answers(steps: Sequence[Step]) -> list[str]:
    """What the agent answered: what it submitted, else its last words if no call follows them."""
    submitted = [
        _submitted(step.arguments) for step in steps if isinstance(step, Called) and _is_final(step)
    ]
    if submitted:
        return submitted
    for step in reversed(steps):
        if isinstance(step, Said) and step.speaker == "assistant" and step.text.strip():
            return [step.text]
        if not isinstance(step, Reasoned):
            return []
    return []


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


def _is_final(step: Called) -> bool:
    return step.name.casefold() in _SUBMITS


def answer_remarks(finals: Sequence[str], steps: Sequence[Step]) -> Iterator[Remark]:
    """What is odd about the final answer."""
    if len(finals) > 1:
        words = f"{len(finals)} answers were submitted; the last one counts"
        yield Remark(kind=RemarkKind.SEVERAL_FINAL_ANSWERS, words=words)
    if finals and finals[-1].strip():
        return
    yield Remark(kind=RemarkKind.NO_FINAL_ANSWER, words="the trace ends without an answer")
    said = [step for step in steps if isinstance(step, Said) and step.speaker == "assistant"]
    if not said and any(isinstance(step, Reasoned) for step in steps):
        words = "the agent reasoned and said nothing"
        yield Remark(kind=RemarkKind.ONLY_REASONING, words=words)


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
