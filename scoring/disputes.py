"""Rows that the judges could not settle: as questions to a person, and settled by the answers.

A question is named by all that it is about (answer, rubric, row) and by how the judges were asked,
so the same scoring asks it once and finds the ruling again.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

from contracts.asked import Asked
from contracts.contract import Contract, fingerprint
from contracts.criteria import Criteria, Criterion
from contracts.errors import CorruptRun
from contracts.escalation import ItemKind
from contracts.finding import Finding, Severity
from contracts.ids import Sha256
from contracts.matter import Matter, Ruling, RulingKind
from contracts.response import Response
from contracts.score import Mode, PersonRuling, RowScore, Score, totals
from contracts.verdict import Binary, Contradicted, Met, NotJudged, Outcome, Verdict
from scoring.judges.sheet import question_text

_MOST_ANSWER = 12_000
_MOST_CRITERION = 4_000
_MOST_QUESTION = 3_000


class _Scoring(Contract):
    """What two scorings share when they are the same one."""

    rubric_sha256: Sha256
    mode: Mode
    asked: Asked | None


def _scoring(score: Score) -> Sha256:
    return fingerprint(
        _Scoring(rubric_sha256=score.rubric_sha256, mode=score.mode, asked=score.asked)
    )


class _Place(Contract):
    """One row of one answer in a scoring."""

    scoring: Sha256
    response_sha256: Sha256
    row_id: str


class Dispute(NamedTuple):
    """One row, and what a person has to see of it."""

    score: Score
    row: RowScore
    response: Response
    criteria: Criteria

    @property
    def item(self) -> str:
        """Id of the question in the queue."""
        return item_of(self.score, self.row.row_id)


def scoring_of(score: Score) -> str:
    """The name of the scoring that a score comes from: rubric, mode, and how judges were asked."""
    return f"scoring-{_scoring(score)[:16]}"


def item_of(score: Score, row_id: str) -> str:
    """The queue's id for one row of one answer; the same scoring gives the same id."""
    place = _Place(scoring=_scoring(score), response_sha256=score.response_sha256, row_id=row_id)
    return f"dispute-{fingerprint(place)[:24]}"


def is_unsettled(row: RowScore) -> bool:
    """Whether judges disagree, some have not judged, or code reads another value than they do."""
    if row.settled_by != "judges":
        return False
    said = {verdict.outcome for verdict in row.verdicts}
    return row.is_disputed or len(said) > 1 or Outcome.NOT_JUDGED in said


def disputes_of(
    scores: Sequence[Score], responses: Sequence[Response], rubrics: Sequence[Criteria]
) -> tuple[Dispute, ...]:
    """Every row that the judges could not settle; all three in the order of the answers."""
    return tuple(
        Dispute(score, row, response, criteria)
        for score, response, criteria in zip(scores, responses, rubrics, strict=True)
        for row in score.rows
        if is_unsettled(row)
    )


def matter_of(dispute: Dispute, opened: datetime) -> Matter:
    """The question to a person: criterion, question and answer, and what each judge said.

    Points and solver are not shown: a ruling should not hang on them.
    """
    (criterion,) = [one for one in dispute.criteria.criteria if one.id == dispute.row.row_id]
    code = [
        Finding(code="scorer-code", severity=Severity.WARNING, pointer="code", message=words)
        for words in _code(dispute.row)
    ]
    return Matter(
        id=dispute.item,
        kind=ItemKind.SCORER_DISPUTE,
        subject=scoring_of(dispute.score),
        question=_question(dispute, criterion),
        findings=(*(_vote(verdict) for verdict in dispute.row.verdicts), *code),
        state="open",
        opened=opened,
    )


def with_rulings(score: Score, rulings: Mapping[str, Ruling]) -> Score:
    """A score in which rulings of people, by item, settle their rows; verdicts stay as they are."""
    named = {row.row_id: rulings.get(item_of(score, row.row_id)) for row in score.rows}
    if not any(named.values()):
        return score
    rows = tuple(_settled(row, named[row.row_id]) for row in score.rows)
    changed = {"rows": rows, "totals": totals(score.mode, rows)}
    return Score.model_validate({**dict(score), **changed})


def _settled(row: RowScore, ruling: Ruling | None) -> RowScore:
    if ruling is None or row.settled_by == "no_answer":
        return row
    outcome = _OUTCOMES.get(ruling.kind)
    if outcome is None:
        msg = f"ruling {ruling.id!r} on a row of a scoring is {ruling.kind}; only pass or fail is"
        raise CorruptRun(msg)
    found = PersonRuling(
        item=ruling.item,
        decision=ruling.id,
        outcome=outcome,
        by=ruling.by,
        at=ruling.at,
        note=ruling.note,
    )
    changed = {"settled_by": "person", "ruling": found, "outcome": outcome, "is_disputed": False}
    return RowScore.model_validate({**dict(row), **changed})


_OUTCOMES: Mapping[RulingKind, Literal[Outcome.PASS, Outcome.FAIL]] = {
    RulingKind.PASS: Outcome.PASS,
    RulingKind.FAIL: Outcome.FAIL,
}


def _question(dispute: Dispute, criterion: Criterion) -> str:
    where = "answer" if criterion.kind == "outcome" else "answer, or the work that led to it,"
    rules = "".join(f"\nHow values compare: {rule}" for rule in criterion.rules)
    response = dispute.response
    parts = (
        f"Does the {where} meet criterion {criterion.id}?",
        _cut(f"Criterion: {criterion.text}{rules}", _MOST_CRITERION),
        _cut(question_text(dispute.criteria), _MOST_QUESTION),
        f"Answer {response.id}:\n{_cut(response.final_text, _MOST_ANSWER)}",
    )
    return "\n\n".join(parts)


def _cut(text: str, most: int) -> str:
    gone = len(text) - most
    return text if gone <= 0 else f"{text[:most]}\n[cut by finrubric: {gone:,} more characters]"


def _vote(verdict: Verdict) -> Finding:
    words = f"{_ruled(verdict)} {verdict.why}".strip()
    return Finding(
        code="scorer-vote",
        severity=Severity.WARNING,
        pointer=verdict.judge,
        message=_cut(words, _MOST_CRITERION),
    )


def _ruled(verdict: Verdict) -> str:
    match verdict.decided:
        case NotJudged() as one:
            return f"not judged ({one.reason.value}): {one.words}"
        case Binary(ruled=(Met() | Contradicted()) as ruled):
            return f"{ruled.ruling}, in the {ruled.place}: {ruled.quote!r}."
        case Binary():
            return "absent."


def _code(row: RowScore) -> list[str]:
    return [
        f"code reads {check.acceptance.value}: {', '.join(check.stated) or 'no figure found'}"
        for check in row.checks
    ]
