"""`finrubric judge matches` in this process: two files in, lines for `compare` out."""

import json
from pathlib import Path

import pytest

from benchmarks.experiment.material import read_lines
from contracts.contract import Json, sha256_of
from contracts.covered_query import CoveredQuery
from contracts.criteria import Criteria
from contracts.line import line_of
from scoring.matching.pair import load_prompt, question_of
from tests.cli.process import Result, called
from tests.scoring.matching.material import none, pair, same


def recorded(*, left_out: bool = False) -> Json:
    """Three judges; with `left_out` the third gives no entry for the second criterion."""
    question = question_of(pair(), load_prompt())
    whole: list[Json] = [same(), none()]

    def reply(entries: list[Json], ids: tuple[str, ...], turn: int, call: int) -> Json:
        pin = question.only(ids).opening().sha256
        place: dict[str, Json] = {"case": pin, "turn": turn, "call": call}
        return {"answer": "q", **place, "reply": {"matches": entries}}

    usual = [reply(whole, question.ids, 1, 1)]
    short = [
        reply([same()], question.ids, 1, 1),
        reply([], question.ids, 1, 2),
        reply([], ("A2",), 2, 1),
    ]
    judges: list[Json] = [
        {
            "name": f"judge-{number}",
            "family": f"family-{number}",
            "replies": short if left_out and number == 3 else usual,
        }
        for number in (1, 2, 3)
    ]
    pin = sha256_of(load_prompt().encode())
    return {"title": "t", "made_by": "hand", "prompt_sha256": pin, "judges": judges}


class Desk:
    """A folder with both files and recorded judges."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        expert, generated = pair().expert, pair().generated
        self.write("expert", expert, expert.model_copy(update={"query_id": "r"}))
        self.write("generated", generated)
        self.record(recorded())

    def write(self, name: str, *lines: Criteria) -> None:
        _ = (self.folder / f"{name}.jsonl").write_bytes(b"".join(map(line_of, lines)))

    def record(self, document: Json) -> None:
        _ = (self.folder / "judges.json").write_text(json.dumps(document), encoding="utf-8")

    def match(self, *more: str) -> Result:
        return called(
            *("judge", "matches", str(self.folder / "expert.jsonl")),
            *(str(self.folder / "generated.jsonl"), "--out", str(self.folder / "m.jsonl")),
            *("--judges", f"replay:{self.folder}", "--data", str(self.folder / "data"), *more),
        )

    @property
    def lines(self) -> tuple[CoveredQuery, ...]:
        return read_lines(self.folder / "m.jsonl", CoveredQuery)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_lines_for_compare_are_written_and_the_failed_question_counts(desk: Desk) -> None:
    named = [pair().generated.model_copy(update={"query_id": "q"})]
    desk.write("generated", *named)
    alone = desk.match()
    assert alone.code == 0, alone.err
    assert "one file alone has them: r" in alone.err
    assert "Value coverage: 50.0 % of 2 expert criteria" in alone.out
    found = desk.match("--failed", "r", "--json")
    assert "3 of 3 judgings, 3 known before" in found.err
    document = json.loads(found.out)
    assert (document["coverage"], document["criteria"], document["failed"]) == (0.25, 4, 1)
    assert (document["vetoed"], document["veto_rate"], document["missing_votes"]) == (0, 0.0, 0)
    assert [(one.query_id, one.is_failed) for one in desk.lines] == [("q", False), ("r", True)]


def test_a_dry_run_says_what_would_be_asked_and_asks_nothing(desk: Desk) -> None:
    found = desk.match("--query", "q", "--dry-run")
    assert found.code == 0, found.err
    assert "1 questions, 3 judgings, about " in found.out
    assert "for first questions alone" in found.out
    document = json.loads(desk.match("--query", "q", "--dry-run", "--json").out)
    assert (document["questions"], document["judgings"]) == (1, 3)
    assert 300 < document["input_tokens"] < 20_000
    assert not (desk.folder / "m.jsonl").exists()
    assert not (desk.folder / "data").exists()


def test_a_missing_vote_is_no_zero_and_the_exit_code_says_so(desk: Desk) -> None:
    desk.record(recorded(left_out=True))
    found = desk.match("--query", "q")
    assert found.code == 4
    assert "incomplete: 1 votes are missing" in found.err
    (query,) = desk.lines
    (_, _, third) = query.criteria[1].votes
    assert (third.demand, third.value, third.why) == (None, None, "the reply leaves it out")


def test_files_that_do_not_fit_are_refused_by_name(desk: Desk) -> None:
    unnamed = desk.match()
    assert unnamed.code == 2
    assert "generated.jsonl: does not name its question; --query ID says" in unnamed.err
    assert "expert.jsonl has no such question" in desk.match("--query", "q", "--failed", "x").err
    assert "has criteria for it" in desk.match("--query", "q", "--failed", "q").err
    other = pair().generated.model_copy(update={"query_id": "z"})
    desk.write("generated", other)
    assert "have no question in common" in desk.match().err
    assert not (desk.folder / "m.jsonl").exists()
