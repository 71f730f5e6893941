"""What names a verdict in the cache: all that a judge is shown and all that decides its answer."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from contracts.response import Response, TraceAnswer
from contracts.trace import Said, Trace
from scoring.judges.conversation import Judging
from scoring.judges.judge import Judge
from scoring.judges.sheet import Case
from tests.scoring.judges.material import answer, criteria, criterion, judge


def scope(
    response: Response | None = None,
    *,
    by: Judge | None = None,
    prompt: str = "Grade.",
    number: int = 1,
    **changes: object,
) -> str:
    rubric = criteria(2, **changes)
    case = Case(response or answer(1), rubric, rubric.criteria)
    return Judging(by or judge(1), case, prompt, number).scope


def traced(text: str) -> Response:
    steps = (Said(speaker="assistant", text=text),)
    return answer(answer=TraceAnswer(trace=Trace(steps=steps, final_answer="There is fact-1.")))


CHANGED: dict[str, Callable[[], str]] = {
    "answer": lambda: scope(answer(1, 2)),
    "time": lambda: scope(answer(1, answered_at=datetime(2026, 1, 9, tzinfo=UTC))),
    "trace": lambda: scope(traced("I look.")),
    "other trace": lambda: scope(traced("I looked.")),
    "question": lambda: scope(question="Which facts are there now?"),
    "criterion": lambda: scope(criteria=(criterion(1), criterion(3))),
    "rules": lambda: scope(criteria=(criterion(1, rules=("exactly",)), criterion(2))),
    "kind": lambda: scope(criteria=(criterion(1, kind="support"), criterion(2))),
    "fewer criteria": lambda: scope(criteria=(criterion(1),)),
    "prompt": lambda: scope(prompt="Grade well."),
    "model": lambda: scope(by=judge(1, model="gpt-9")),
    "provider": lambda: scope(by=judge(1, provider="other")),
    "temperature or effort or address": lambda: scope(by=judge(1, routing="temperature 0.7")),
    "output": lambda: scope(by=judge(1, max_output_tokens=999)),
    "round": lambda: scope(number=2),
}


def test_whatever_decides_a_verdict_is_in_its_name() -> None:
    names = [scope(), *(change() for change in CHANGED.values())]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "same",
    [
        lambda: scope(answer(1, name="b", solver="another", solver_family="x", category="macro")),
        lambda: scope(criteria=(criterion(1, points=1), criterion(2, must_pass=True))),
        lambda: scope(criteria=(criterion(1), criterion(2, polarity="negative"))),
        lambda: scope(rubric_sha256="1" * 64, query_id="q"),
        lambda: scope(by=judge(1, name="its new name")),
    ],
)
def test_what_no_judge_sees_is_not(same: Callable[[], str]) -> None:
    assert same() == scope()
