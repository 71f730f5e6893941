"""Verdicts, scores and the line they stand on: what cannot be written down, and what follows."""

import json
from fractions import Fraction

import pytest
from pydantic import ValidationError

from contracts.acceptance import Acceptance
from contracts.contract import UPGRADERS, Contract, Json, parse_contract
from contracts.errors import ContractError
from contracts.line import line_of, parse_line
from contracts.response import Response
from contracts.score import RowScore, Score
from contracts.verdict import Outcome, Verdict, majority
from tests.contracts.answers import (
    example_response,
    example_score,
    row,
    score,
    text_response,
    unanswered_row,
    verdicts,
)


def edited(found: Contract, **changes: Json) -> bytes:
    return json.dumps(found.model_dump(mode="json") | changes).encode()


@pytest.mark.parametrize(
    ("votes", "outcome"),
    [
        ("+++", Outcome.PASS),
        ("++-", Outcome.PASS),
        ("++?", Outcome.PASS),
        ("-0+", Outcome.FAIL),
        ("-0?", Outcome.FAIL),
        ("+-?", Outcome.NOT_JUDGED),
        ("+??", Outcome.NOT_JUDGED),
        ("-??", Outcome.NOT_JUDGED),
        ("???", Outcome.NOT_JUDGED),
        ("+-", Outcome.NOT_JUDGED),
        ("+", Outcome.PASS),
        ("", Outcome.NOT_JUDGED),
    ],
)
def test_a_row_is_decided_by_more_than_half_of_all_judges(votes: str, outcome: Outcome) -> None:
    assert majority([verdict.outcome for verdict in verdicts("R1", votes)]) is outcome


@pytest.mark.parametrize(
    "decided",
    [
        {"kind": "binary", "ruled": {"ruling": "met"}},
        {"kind": "binary", "ruled": {"ruling": "met", "quote": " "}},
        {"kind": "binary", "ruled": {"ruling": "contradicted"}},
        {"kind": "binary", "ruled": {"ruling": "absent", "quote": "11.4"}},
        {"kind": "binary", "ruled": {"ruling": "false"}},
        {"kind": "binary", "ruled": True},
        {"kind": "not_judged", "reason": "call_failed"},
        {"kind": "not_judged", "reason": "call_failed", "words": "x", "score": 0},
        {"met": "false"},
    ],
)
def test_a_verdict_without_its_ground_cannot_be_written(decided: Json) -> None:
    body = json.dumps({"row_id": "R1", "judge": "a judge", "decided": decided})
    with pytest.raises(ContractError):
        _ = parse_line(body.encode(), Verdict)


def test_a_row_that_is_not_judged_makes_bounds_and_no_score() -> None:
    found = score(row("R1", "++-", 6_000), row("R2", "+?-", 2_000), row("R3", "000", 2_000))
    assert (found.low, found.high, found.points) == (6_000, 8_000, None)
    assert (found.unjudged, found.maximum) == (("R2",), 10_000)


def test_all_judges_failing_is_no_zero() -> None:
    found = score(row("R1", "???", 10_000))
    assert (found.low, found.high, found.points) == (0, 10_000, None)


def test_an_answer_that_is_not_there_earns_nothing_without_a_judge() -> None:
    found = score(unanswered_row("R1", 6_000), unanswered_row("R2", 4_000))
    assert (found.points, found.unjudged) == (0, ())
    assert not text_response(" \n").is_answered


def test_judges_of_other_families_are_averaged_exactly() -> None:
    found = score(row("R1", "+++", 5_000), row("R2", "+--", 5_000), mode="outside_family")
    assert found.points == Fraction(20_000, 3)
    assert [total.low for total in found.totals] == [10_000, 5_000, 5_000]


def test_an_open_verdict_keeps_the_mean_open() -> None:
    found = score(row("R1", "++?", 10_000), mode="outside_family")
    assert (found.points, found.unjudged) == (None, ("R1",))
    assert (found.low, found.high) == (Fraction(20_000, 3), 10_000)


def test_a_judge_that_leaves_a_row_out_is_refused() -> None:
    with pytest.raises(ValueError, match="judge 3 has no verdict on R2"):
        _ = score(row("R1", "+++", 5_000), row("R2", "++", 5_000), mode="outside_family")


@pytest.mark.parametrize(
    ("votes", "points"),
    [(("+", "+"), (3_000, 3_000)), (("+", "-"), (5_000, 5_000)), (("+", "?"), (3_000, 5_000))],
)
def test_a_negative_row_takes_points(votes: tuple[str, str], points: tuple[int, int]) -> None:
    found = score(row("R1", votes[0], 5_000), row("R2", votes[1], 2_000, polarity="negative"))
    assert (found.low, found.high, found.maximum) == (*points, 5_000)


@pytest.mark.parametrize(
    ("vote", "points"), [("+", (10_000, 10_000)), ("-", (0, 0)), ("?", (0, 10_000))]
)
def test_a_must_pass_row_decides_over_all(vote: str, points: tuple[int, int]) -> None:
    found = score(row("R1", "+", 8_000), row("R2", vote, 2_000, must_pass=True))
    assert (found.low, found.high) == points


@pytest.mark.parametrize(
    ("votes", "check", "disputed"),
    [
        ("+++", Acceptance.REFUSED, True),
        ("+++", Acceptance.ACCEPTED, False),
        ("+++", Acceptance.UNDECIDED, False),
        ("---", Acceptance.ACCEPTED, True),
        ("---", Acceptance.REFUSED, False),
        ("???", Acceptance.REFUSED, False),
    ],
)
def test_a_conflict_with_code_is_flagged_and_the_majority_stands(
    votes: str, check: Acceptance, disputed: bool
) -> None:
    found = row("R1", votes, 10_000, check=check)
    assert found.is_disputed is disputed
    assert found.outcome is majority([v.outcome for v in verdicts("R1", votes)])
    with pytest.raises(ContractError, match="is_disputed"):
        _ = parse_contract(edited(found, is_disputed=not disputed), RowScore)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"rows": []}, "entries at least"),
        ({"totals": [{"judge": None, "low": 10_000, "high": 10_000}]}, "do not follow"),
        ({"totals": [{"judge": None, "low": 6_000.5, "high": 8_000}]}, "whole number"),
        ({"points": "NaN"}, "points"),
    ],
)
def test_a_score_that_does_not_follow_is_refused(changes: dict[str, Json], words: str) -> None:
    with pytest.raises(ContractError, match=words):
        _ = parse_line(edited(example_score(), **changes), Score)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"outcome": "pass"}, "do not make pass"),
        ({"row_id": "R2"}, "another row"),
        ({"verdicts": []}, "do not make fail"),
        ({"settled_by": "no_answer"}, "answer that does not exist"),
    ],
)
def test_the_outcome_follows_from_the_verdicts(changes: dict[str, Json], words: str) -> None:
    with pytest.raises(ContractError, match=words):
        _ = parse_contract(edited(row("R1", "+--", 10_000), **changes), RowScore)


def test_nothing_counts_twice() -> None:
    found = row("R1", "+", 10_000)
    with pytest.raises(ValidationError, match="a row stands twice"):
        _ = score(found, found)
    twice: list[Json] = [verdict.model_dump(mode="json") for verdict in found.verdicts * 2]
    with pytest.raises(ContractError, match="two verdicts"):
        _ = parse_contract(edited(found, verdicts=twice), RowScore)


def test_lines_are_read_back() -> None:
    assert parse_line(line_of(example_response()), Response) == example_response()
    assert parse_line(line_of(example_score()), Score) == example_score()


@pytest.mark.parametrize(
    ("version", "words"), [(2, "update finrubric"), (0, "whole number"), ("1", "whole number")]
)
def test_a_version_that_is_not_known_is_refused(version: Json, words: str) -> None:
    with pytest.raises(ContractError, match=words):
        _ = parse_line(edited(example_score(), version=version), Score)


def test_a_line_without_version_is_the_first_and_is_lifted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def renamed(body: dict[str, Json]) -> dict[str, Json]:
        return {"solver" if key == "agent" else key: value for key, value in body.items()}

    monkeypatch.setattr(Response, "contract_version", 2)
    old = json.loads(line_of(text_response("11.8 %"))) | {"agent": "an agent"}
    del old["solver"], old["version"]
    with pytest.raises(ContractError, match="not readable"):
        _ = parse_line(json.dumps(old).encode(), Response)
    monkeypatch.setitem(UPGRADERS, ("response", 1), renamed)
    assert parse_line(json.dumps(old).encode(), Response) == text_response("11.8 %")
