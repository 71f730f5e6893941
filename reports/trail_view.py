"""The review trail as it is shown: who objected, what composition changed, and why."""

from dataclasses import dataclass

from contracts.budget import points_text
from contracts.review import Failed, Review, ReviewCheck, ReviewFinding
from contracts.rubric import ReviewTrail, RubricRow
from reports.decision_view import DecisionView, decision_view
from reports.words import spoken


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding of reviewer or composer."""

    id: str
    severity: str
    statement: str


@dataclass(frozen=True, slots=True)
class Recomputed:
    """A target that the reviewer computed or determined by its own script."""

    target: str
    script: str
    result: str
    printed: str
    outcome: str
    accepted: str


@dataclass(frozen=True, slots=True)
class ReviewView:
    """One content review and what code made of it."""

    number: int
    verdict: str
    reopened: tuple[tuple[str, bool, str], ...]
    """Source, agrees, note."""
    criteria: tuple[tuple[str, bool, str], ...]
    """Criterion in words, passed, note or finding."""
    recomputed: tuple[Recomputed, ...]
    findings: tuple[FindingView, ...]
    answers: tuple[tuple[str, bool, str], ...]
    """Question that code could not decide, acceptable, answer."""


@dataclass(frozen=True, slots=True)
class ShortRow:
    """A row before or after composition."""

    id: str
    points: str
    share: int
    role: str
    text: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """An edit or a move, and the finding that justifies it."""

    what: str
    reason: str
    finding: str
    finding_words: str


@dataclass(frozen=True, slots=True)
class TrailView:
    """What people decided, reviews, then composition."""

    decisions: tuple[DecisionView, ...]
    reviews: tuple[ReviewView, ...]
    first_rows: tuple[ShortRow, ...]
    """The rows before composition; empty when the rubric does not hold them."""
    final_rows: tuple[ShortRow, ...]
    findings: tuple[FindingView, ...]
    changes: tuple[ChangeView, ...]


def trail_view(trail: ReviewTrail, rows: tuple[RubricRow, ...]) -> TrailView:
    """The trail in the words of a print."""
    known = _statements(trail)
    edits = [
        ChangeView(
            f"{spoken(edit.kind).capitalize()}: {_ids(edit.before)} becomes {_ids(edit.after)}",
            edit.reason,
            edit.finding_id,
            known.get(edit.finding_id, ""),
        )
        for edit in trail.edits
    ]
    moves = [
        ChangeView(
            f"{points_text(move.points)} points from {move.from_row} to {move.to_row}",
            move.reason,
            move.finding_id,
            known.get(move.finding_id, ""),
        )
        for move in trail.moves
    ]
    return TrailView(
        decisions=tuple(decision_view(item) for item in trail.decisions),
        reviews=tuple(
            _review(
                number, review, trail.checks[number - 1] if number <= len(trail.checks) else None
            )
            for number, review in enumerate(trail.reviews, start=1)
        ),
        first_rows=tuple(_short(row) for row in trail.first_rows),
        final_rows=tuple(_short(row) for row in rows),
        findings=_findings(trail.composition_findings),
        changes=(*edits, *moves),
    )


def _statements(trail: ReviewTrail) -> dict[str, str]:
    """Id to statement of everything that reviewer and composer found."""
    return {
        finding.id: finding.statement
        for finding in (
            *(finding for check in trail.checks for finding in check.findings),
            *(finding for review in trail.reviews for finding in review.findings),
            *trail.composition_findings,
        )
    }


def _ids(ids: tuple[str, ...]) -> str:
    return ", ".join(ids) or "nothing"


def _short(row: RubricRow) -> ShortRow:
    return ShortRow(row.id, points_text(row.points), row.points, row.role, row.text)


def _asked(question_id: str) -> str:
    """A question's name that cannot be taken for a quarter: `question 1` for `Q1`."""
    return f"question {question_id.removeprefix('Q')}"


def _findings(found: tuple[ReviewFinding, ...]) -> tuple[FindingView, ...]:
    return tuple(FindingView(item.id, item.severity, item.statement) for item in found)


def _review(number: int, review: Review, check: ReviewCheck | None) -> ReviewView:
    reruns = {item.target_id: item for item in check.reruns} if check else {}
    recomputed: list[Recomputed] = []
    for item in review.own_work:
        rerun = reruns.get(item.target_id)
        recomputed.append(
            Recomputed(
                target=item.target_id,
                script=item.script,
                result="; ".join(item.declared.splitlines()),
                printed="; ".join(rerun.printed.splitlines()) if rerun else "",
                outcome=rerun.outcome if rerun else "missing",
                accepted=rerun.accepted if rerun else "undecided",
            )
        )
    return ReviewView(
        number=number,
        verdict=check.verdict if check else "",
        reopened=tuple((item.source_id, item.agrees, item.note) for item in review.reopened),
        criteria=tuple(
            (spoken(item.criterion), False, item.finding_id)
            if isinstance(item, Failed)
            else (spoken(item.criterion), True, item.note)
            for item in review.criteria
        ),
        recomputed=tuple(recomputed),
        findings=_findings(check.findings if check else review.findings),
        answers=tuple(
            (_asked(item.question_id), item.acceptable, item.answer) for item in review.answers
        ),
    )
