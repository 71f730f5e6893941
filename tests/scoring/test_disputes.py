"""Which rows a person is asked about, what the question shows, and what a ruling changes."""

from datetime import UTC, datetime

import pytest

from contracts.acceptance import Acceptance
from contracts.errors import CorruptRun
from contracts.matter import Ruling, RulingKind, legal_rulings
from contracts.score import Score
from contracts.verdict import Outcome
from scoring.disputes import Dispute, disputes_of, is_unsettled, item_of, matter_of, with_rulings
from tests.contracts.answers import asked, row, score, unanswered_row, verdicts
from tests.scoring.judges.material import answer, criteria, criterion

AT = datetime(2026, 11, 30, tzinfo=UTC)
JUDGES = asked("judge 1", "judge 2", "judge 3")


@pytest.mark.parametrize(
    ("votes", "check", "is_asked"),
    [
        ("+++", None, False),
        ("---", Acceptance.REFUSED, False),
        ("++-", None, True),
        ("++?", None, True),
        ("+-?", None, True),
        ("???", None, True),
        ("-00", None, False),
        ("+++", Acceptance.REFUSED, True),
        ("000", Acceptance.ACCEPTED, True),
    ],
)
def test_a_row_is_asked_about_where_judges_or_code_differ(
    votes: str, check: Acceptance | None, is_asked: bool
) -> None:
    assert is_unsettled(row("C1", votes, 500, check=check)) is is_asked
    assert not is_unsettled(unanswered_row("C1", 500))


def split() -> Score:
    return score(row("C1", "+-?", 500), row("C2", "+++", 500), asked=JUDGES)


def test_the_question_is_named_by_answer_row_and_how_judges_were_asked() -> None:
    found = split()
    others = (
        found.model_copy(update={"asked": asked("judge 1", number=2)}),
        found.model_copy(update={"mode": "outside_family"}),
        found.model_copy(update={"response_sha256": "1" * 64}),
        found.model_copy(update={"rubric_sha256": "1" * 64}),
    )
    names = {item_of(found, "C1"), item_of(found, "C2"), *(item_of(one, "C1") for one in others)}
    assert len(names) == 6
    points = found.model_copy(update={"rows": (row("C1", "+++", 700),)})
    assert item_of(points, "C1") == item_of(found, "C1")


def test_the_question_shows_what_each_judge_said_and_hides_points_and_solver() -> None:
    rubric = criteria(2, criteria=(criterion(1, rules=("11.8 %: to one place",)), criterion(2)))
    long = answer(1, more=" x" * 20_000, solver="rival-9")
    (found,) = disputes_of([split()], [long], [rubric])
    matter = matter_of(found, AT)
    assert RulingKind.PASS in legal_rulings(matter)
    assert "How values compare: 11.8 %: to one place" in matter.question
    assert "[cut by finrubric: 28,016 more characters]" in matter.question
    messages = [one.message for one in matter.findings]
    assert messages[0] == "met, in the answer: '11.8 %'."
    assert messages[1].startswith("contradicted, in the answer: '11.4 %'")
    assert messages[2] == "not judged (call_failed): 529 after two tries"
    assert "rival-9" not in matter.model_dump_json()
    assert "500" not in matter.question


def test_what_code_reads_is_told_and_support_may_stand_in_the_work() -> None:
    rubric = criteria(1, criteria=(criterion(1, kind="support"),))
    disputed = row("C1", "+++", 500, check=Acceptance.REFUSED)
    matter = matter_of(Dispute(score(disputed, asked=JUDGES), disputed, answer(1), rubric), AT)
    assert matter.question.startswith("Does the answer, or the work that led to it, meet")
    assert matter.findings[-1].message == "code reads refused: no figure found"


def ruling(kind: RulingKind) -> Ruling:
    item = item_of(split(), "C1")
    return Ruling(
        id=f"{item}-d1", item=item, subject="s", kind=kind, note="Read it twice.", by="Ada", at=AT
    )


@pytest.mark.parametrize(
    ("kind", "outcome", "points"),
    [(RulingKind.PASS, Outcome.PASS, 1_000), (RulingKind.FAIL, Outcome.FAIL, 500)],
)
def test_a_ruling_settles_its_row_and_no_other(
    kind: RulingKind, outcome: Outcome, points: int
) -> None:
    found = with_rulings(split(), {ruling(kind).item: ruling(kind), "dispute-x": ruling(kind)})
    assert found.points == points
    assert found.rows[0].outcome is outcome
    assert found.rows[0].verdicts == verdicts("C1", "+-?")
    assert found.rows[1] == split().rows[1]
    assert with_rulings(split(), {}) == split()


def test_a_ruling_that_is_neither_pass_nor_fail_is_our_own_fault() -> None:
    with pytest.raises(CorruptRun, match="only pass or fail is"):
        _ = with_rulings(split(), {ruling(RulingKind.TIE).item: ruling(RulingKind.TIE)})
