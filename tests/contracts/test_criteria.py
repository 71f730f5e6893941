"""Criteria: one shape for rubrics of ours and imported ones, and what cannot be judged by."""

import json

import pytest

from contracts.contract import Json, canonical, fingerprint
from contracts.criteria import Criteria, criteria_of
from contracts.errors import ContractError
from contracts.line import line_of, parse_line
from tests.reports.sample import sample_rubric


@pytest.fixture(scope="module")
def criteria() -> Criteria:
    return criteria_of(sample_rubric())


def test_rows_of_a_rubric_keep_points_role_and_expected_values(criteria: Criteria) -> None:
    rubric = sample_rubric()
    assert criteria.rubric_sha256 == fingerprint(rubric)
    assert [c.id for c in criteria.criteria] == [row.id for row in rubric.rows]
    assert sum(c.points for c in criteria.criteria) == 10_000
    first, row = criteria.criteria[0], rubric.rows[0]
    assert (first.text, first.kind, first.polarity) == (row.text, row.role, "positive")
    assert first.rules == ("11.8 %: rounded half up to 1 decimal place; no other tolerance",)
    assert [e.comparison for e in first.expected] == [e.comparison for e in row.expected]


def test_criteria_stand_on_a_line_and_come_back(criteria: Criteria) -> None:
    assert parse_line(line_of(criteria), Criteria) == criteria


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({}, {"id": "R1"}, "criteria stand twice: R1"),
        ({"polarity": "negative"}, {"polarity": "negative"}, "nothing to earn"),
        ({"points": 0}, {}, "must be 1 at least"),
    ],
)
def test_what_cannot_be_scored_is_refused(
    criteria: Criteria, first: dict[str, Json], second: dict[str, Json], words: str
) -> None:
    body = json.loads(canonical(criteria))
    body["criteria"] = [{**body["criteria"][0], **first}, {**body["criteria"][1], **second}]
    with pytest.raises(ContractError, match=words):
        _ = parse_line(json.dumps(body).encode(), Criteria)
