"""Rows that judges cannot settle: asked of people once, and settled by what they rule."""

import json
from pathlib import Path

import pytest

from contracts.contract import Json
from contracts.verdict import Outcome
from tests.cli.process import Result, called
from tests.cli.test_score import Desk

NOTE = ("--note", "Read twice against the filing.", "--as", "Ada")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Answer a has both facts, b the first; the third judge finds none in either."""
    found = Desk(tmp_path)
    path = tmp_path / "judges.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    third = json.dumps(document["judges"][2]).replace('"met"', '"absent"')
    document["judges"][2] = json.loads(third)
    _ = path.write_text(json.dumps(document), encoding="utf-8")
    return found


def queue(desk: Desk, *arguments: str) -> Result:
    return called("queue", *arguments, "--data", str(desk.folder / "data"))


def listed(desk: Desk) -> dict[str, str]:
    """The open questions, by id."""
    document = queue(desk, "list", "--json").document
    assert isinstance(document, list)
    return {str(one["id"]): str(one["question"]) for one in document if isinstance(one, dict)}


def about(desk: Desk, *words: str) -> str:
    (found,) = [item for item, text in listed(desk).items() if all(word in text for word in words)]
    return found


def test_rows_that_split_the_judges_are_asked_once_and_settled_by_rulings(desk: Desk) -> None:
    first = desk.score("--disputes")
    assert first.code == 0
    assert "3 rows put into the queue for a person, 0 wait there" in first.err
    again: Json = json.loads(desk.score("--disputes", "--json").out)
    assert isinstance(again, dict)
    assert again["asked"] == {"opened": 0, "waiting": 3}
    own = about(desk, "criterion C2", "Answer a:")
    assert "an agent" not in listed(desk)[own]

    assert queue(desk, "decide", own, "fail", *NOTE).code == 0
    document = json.loads(desk.score("--json").out)
    assert [(one["points"], one["settled"]) for one in document["answers"]] == [
        ("5", ["C2"]),
        ("5", []),
    ]
    row = desk.scores[0].rows[1]
    assert row.ruling is not None
    assert (row.settled_by, row.ruling.by, row.ruling.item) == ("person", "Ada", own)
    assert (row.outcome, row.majority, len(row.verdicts)) == (Outcome.FAIL, Outcome.PASS, 3)
    assert "1 of 4 rows were settled by people, not by judges" in desk.summary
    words = f"a C2: the judges alone made it pass; fail by Ada ({own}-d1): Read twice"
    assert words in desk.summary


def test_a_ruling_is_of_one_scoring_and_a_return_settles_nothing(desk: Desk) -> None:
    assert desk.score("--disputes").code == 0
    settled, returned = about(desk, "criterion C2"), about(desk, "Answer b:")
    assert queue(desk, "decide", returned, "return", *NOTE).code == 0
    assert queue(desk, "decide", settled, "fail", *NOTE).code == 0
    afresh = desk.score("--disputes", "--round", "2")
    assert "3 rows put into the queue for a person, 0 wait" in afresh.err
    assert [score.points for score in desk.scores] == [1_000, 500]
    back = desk.score("--disputes")
    assert "0 rows put into the queue for a person, 2 wait" in back.err
    assert [score.points for score in desk.scores] == [500, 500]
