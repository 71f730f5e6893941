"""From verdicts to a score: rows of one answer, with what code reads beside the judges. Pure."""

from collections.abc import Iterable, Mapping, Sequence

from contracts.asked import Asked
from contracts.contract import fingerprint
from contracts.criteria import Criteria, Criterion
from contracts.response import Response
from contracts.score import CodeCheck, Mode, RowScore, Score, disputes, totals
from contracts.verdict import Binary, Met, Outcome, Verdict, majority
from scoring.stated_values import check_value


def score_of(
    criteria: Criteria,
    response: Response,
    mode: Mode,
    verdicts: Mapping[str, Sequence[Verdict]],
    *,
    asked: Asked | None = None,
) -> Score:
    """The score of one answer.

    Args:
        criteria: what it was put to.
        response: the answer; one that says nothing fails every row, and no verdict is needed.
        mode: how its judges were chosen.
        verdicts: by criterion, one of each judge, those that have not judged among them.
        asked: how they were asked; None where the verdicts come from elsewhere and nobody says.
    """
    rows = tuple(
        _row(criterion, response, tuple(verdicts.get(criterion.id, ())))
        for criterion in criteria.criteria
    )
    return Score(
        response_id=response.id,
        response_sha256=fingerprint(response),
        rubric_sha256=criteria.rubric_sha256,
        mode=mode,
        asked=asked,
        rows=rows,
        totals=totals(mode, rows),
    )


def _row(criterion: Criterion, response: Response, verdicts: tuple[Verdict, ...]) -> RowScore:
    if response.is_answered:
        outcome = majority([verdict.outcome for verdict in verdicts])
        checks = _checks(criterion, response, outcome, verdicts)
    else:
        outcome, checks, verdicts = Outcome.FAIL, (), ()
    return RowScore(
        row_id=criterion.id,
        points=criterion.points,
        polarity=criterion.polarity,
        must_pass=criterion.must_pass,
        settled_by="judges" if response.is_answered else "no_answer",
        verdicts=verdicts,
        outcome=outcome,
        checks=checks,
        is_disputed=disputes(outcome, checks),
    )


def _checks(
    criterion: Criterion, response: Response, outcome: Outcome, verdicts: Iterable[Verdict]
) -> tuple[CodeCheck, ...]:
    # Code reads the answer alone: where the majority found the value in the trace it has no say.
    if outcome is Outcome.PASS and any(_rests_on_trace(verdict) for verdict in verdicts):
        return ()
    return tuple(
        check_value(expected.target_id, expected.comparison, response.final_text)
        for expected in criterion.expected
    )


def _rests_on_trace(verdict: Verdict) -> bool:
    decided = verdict.decided
    return (
        isinstance(decided, Binary)
        and isinstance(decided.ruled, Met)
        and decided.ruled.place == "trace"
    )
