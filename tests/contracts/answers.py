"""Builders of responses, verdicts and scores."""

from datetime import UTC, datetime
from typing import Literal

from contracts.acceptance import Acceptance
from contracts.asked import Asked, AskedJudge
from contracts.contract import fingerprint
from contracts.response import Remark, RemarkKind, Response, TextAnswer, TraceAnswer
from contracts.score import CodeCheck, RowScore, Score, disputes, totals
from contracts.trace import Called, Reasoned, Returned, Said, Trace
from contracts.verdict import (
    Absent,
    Binary,
    Contradicted,
    Met,
    NotJudged,
    Outcome,
    Verdict,
    WhyNot,
    majority,
)

Mode = Literal["fixed", "outside_family"]
HASH = "0" * 64
AT = datetime(2026, 1, 10, 9, 30, tzinfo=UTC)
NOT_JUDGED = NotJudged(reason=WhyNot.CALL_FAILED, words="529 after two tries")
_DECIDED = {
    "+": Binary(ruled=Met(quote="11.8 %")),
    "-": Binary(ruled=Contradicted(quote="11.4 %")),
    "0": Binary(ruled=Absent()),
    "?": NOT_JUDGED,
}


def example_trace() -> Trace:
    return Trace(
        steps=(
            Said(speaker="user", text="What is the mean share?", at=AT),
            Reasoned(text="Three years are asked for."),
            Called(id="call_1", name="read_filing", arguments='{"id": "10-K-2024"}', at=AT),
            Returned(call_id="call_1", text="354,341", at=AT),
            Said(speaker="assistant", text="The mean is 11.8 %.", at=AT),
        ),
        final_answer="The mean is 11.8 %.",
    )


def example_response() -> Response:
    return Response(
        id="texas-1",
        query_id="texas-roadhouse",
        solver="an agent",
        solver_family="example",
        answered_at=AT,
        answer=TraceAnswer(trace=example_trace()),
        remarks=(Remark(kind=RemarkKind.IMAGES_REPLACED, words="1 picture stands as its hash"),),
    )


def text_response(text: str) -> Response:
    return Response(id="r", query_id="q", solver="an agent", answer=TextAnswer(text=text))


def verdicts(row_id: str, votes: str) -> tuple[Verdict, ...]:
    """One verdict per mark: `+` met, `-` contradicted, `0` absent, `?` not judged."""
    return tuple(
        Verdict(row_id=row_id, judge=f"judge {number}", decided=_DECIDED[vote])
        for number, vote in enumerate(votes, start=1)
    )


def row(
    row_id: str,
    votes: str,
    points: int,
    *,
    check: Acceptance | None = None,
    polarity: Literal["positive", "negative"] = "positive",
    must_pass: bool = False,
) -> RowScore:
    found = verdicts(row_id, votes)
    outcome = majority([verdict.outcome for verdict in found])
    checks = () if check is None else (CodeCheck(target_id="T1", acceptance=check),)
    return RowScore(
        row_id=row_id,
        points=points,
        polarity=polarity,
        must_pass=must_pass,
        verdicts=found,
        outcome=outcome,
        checks=checks,
        is_disputed=disputes(outcome, checks),
    )


def unanswered_row(row_id: str, points: int) -> RowScore:
    return RowScore(
        row_id=row_id,
        points=points,
        settled_by="no_answer",
        verdicts=(),
        outcome=Outcome.FAIL,
    )


def asked(*judges: str, number: int = 1, settings: str = "effort medium") -> Asked:
    return Asked(
        prompt_sha256=HASH,
        round=number,
        per_criterion=False,
        judges=tuple(
            AskedJudge(
                name=name,
                provider="example",
                model=name,
                settings=settings,
                max_output_tokens=32_768,
            )
            for name in judges
        ),
    )


def score(*rows: RowScore, mode: Mode = "fixed", asked: Asked | None = None) -> Score:
    return Score(
        response_id="texas-1",
        response_sha256=HASH,
        rubric_sha256=HASH,
        mode=mode,
        asked=asked,
        rows=rows,
        totals=totals(mode, rows),
    )


def example_score() -> Score:
    found = score(
        row("R1", "++-", 6_000, check=Acceptance.ACCEPTED),
        row("R2", "+?-", 2_000),
        row("R3", "000", 2_000),
    )
    judges = asked("judge 1", "judge 2", "judge 3")
    changes = {"response_sha256": fingerprint(example_response()), "asked": judges}
    return found.model_copy(update=changes)
