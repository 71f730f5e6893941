"""Verdicts, scores and the line they stand on: what cannot be written down, and what follows."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

import pytest
from pydantic import ValidationError

from contracts.acceptance import Acceptance
from contracts.asked import Asked, asked_otherwise
from contracts.contract import UPGRADERS, Contract, Json, parse_contract
from contracts.errors import ContractError
from contracts.line import line_of, parse_line
from contracts.response import Response
from contracts.score import PersonRuling, RowScore, Score
from contracts.verdict import Outcome, Verdict, majority
from tests.contracts.answers import (
    AT,
    Mode,
    asked,
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
    ("version", "words"), [(3, "update finrubric"), (0, "whole number"), ("1", "whole number")]
)
def test_a_version_that_is_not_known_is_refused(version: Json, words: str) -> None:
    with pytest.raises(ContractError, match=words):
        _ = parse_line(edited(example_score(), version=version), Score)


def test_a_score_of_the_first_version_is_read_and_does_not_say_how_judges_were_asked() -> None:
    old = json.loads(line_of(example_score())) | {"version": 1}
    del old["asked"]
    for row_ in old["rows"]:
        del row_["ruling"]
    found = parse_line(json.dumps(old).encode(), Score)
    assert found == example_score().model_copy(update={"asked": None})
    assert b'"version":2' in line_of(found)


def test_a_judge_that_was_not_asked_cannot_have_a_verdict() -> None:
    with pytest.raises(ValueError, match="judge 2 has verdicts and is not among"):
        _ = score(row("R1", "++", 5_000), asked=asked("judge 1", "judge 3"))


def ruled(outcome: Literal[Outcome.PASS, Outcome.FAIL]) -> PersonRuling:
    return PersonRuling(
        item="dispute-1",
        decision="dispute-1-d1",
        outcome=outcome,
        by="ann",
        at=AT,
        note="The window is the one that was asked for.",
    )


@pytest.mark.parametrize("mode", ["fixed", "outside_family"])
def test_a_persons_ruling_settles_a_row_and_the_verdicts_stay(mode: Mode) -> None:
    open_row = row("R1", "+-?", 6_000, check=Acceptance.REFUSED)
    body = open_row.model_copy(
        update={"settled_by": "person", "ruling": ruled(Outcome.PASS), "outcome": Outcome.PASS}
    )
    settled = RowScore.model_validate(body.model_dump())
    assert not settled.is_disputed
    assert settled.majority is Outcome.NOT_JUDGED
    found = score(settled, row("R2", "+++", 4_000), mode=mode)
    assert (found.points, found.unjudged) == (10_000, ())
    assert parse_line(line_of(found), Score) == found


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"settled_by": "person"}, "comes with settled_by"),
        ({"ruling": ruled(Outcome.PASS)}, "comes with settled_by"),
        ({"settled_by": "person", "ruling": ruled(Outcome.FAIL)}, "do not make pass"),
    ],
)
def test_a_ruling_and_who_settled_the_row_go_together(
    changes: Mapping[str, object], words: str
) -> None:
    body = {**row("R1", "+++", 6_000).model_dump(), **changes}
    with pytest.raises(ValueError, match=words):
        _ = RowScore.model_validate(body)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (asked("a", "b", number=2), ""),
        (asked("a"), ""),
        (asked("a", "b", settings="temperature 1"), "with other settings of a, b"),
        (asked("a", "b").model_copy(update={"prompt_sha256": "1" * 64}), "with another prompt"),
        (asked("a", "b").model_copy(update={"per_criterion": True}), "criterion by criterion"),
    ],
)
def test_how_judges_were_asked_differs_by_prompt_manner_and_settings(
    other: Asked, words: str
) -> None:
    found = asked_otherwise(asked("a", "b"), other)
    assert (words in found) if words else not found


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
