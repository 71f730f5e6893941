"""TXT, PTS, COV and STR beyond their examples."""

import pytest

from contracts.contract import Json
from gates.coverage import check_coverage
from gates.points import check_points
from gates.texts import check_texts
from gates.validator import validate
from tests.contract_edit import REMOVED
from tests.gates.families.edits import Edit, edited


def template(text: str) -> Edit:
    return Edit("rows", "/rows/0/template", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("States {{T1}}.", []),
        ("States {{T1}} over {{POP1.count}} quarters to {{POP1.last}}.", []),
        ("States {{T1}} for {{DRV1.period}}.", []),
        ("States {{T1}} of {T1}.", ["TXT-reference"]),
        ("States {{T1}} of {{T1.nothing}}.", ["TXT-reference"]),
        ("States {{T1}} of ٣ quarters.", ["TXT-digits"]),
        ("States {{T1}} unless disclosed.", ["TXT-conditional"]),
        ("{{T1}} — !", ["TXT-blank"]),
        ("States whether {{T1}} differs.", []),
    ],
)
def test_templates(text: str, expected: list[str]) -> None:
    assert [item.code for item in check_texts(edited(template(text)))] == expected


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/conventions/0/rationale", ""),
        ("/conventions/0/rivals/0/words", "…"),
        ("/populations/0/not_published/0/reason", " "),
        ("/populations/0/excluded/-", {"key": "Q2 2024", "reason": "-"}),
    ],
)
def test_reasons(path: str, value: Json) -> None:
    found = check_texts(edited(Edit("evidence", path, value)))
    assert [item.code for item in found] == ["TXT-empty-rationale"]


def test_rest_of_a_step_may_stand_in_one_row() -> None:
    def points(*numbers: int) -> list[str]:
        rows = [Edit("rows", f"/rows/{n}/points", value) for n, value in enumerate(numbers)]
        given = edited(Edit("budget", "/step", 99), *rows, composed=True)
        return [item.code for item in check_points(given)]

    # 10,000 is 101 steps of 99 and a rest of 1.
    assert points(99 * 80 + 1, 99 * 11, 99 * 10) == []
    assert points(99 * 80 + 1, 99 * 11 + 1, 99 * 10 - 1) == ["PTS-step"]


def test_targets_of_a_row_are_read_whatever_stands_before_them() -> None:
    given = edited(Edit("rows", "/rows/0/target_ids", ["T1", "T99", "T2"]))
    found = [(item.code, item.pointer) for item in check_coverage(given)]
    assert found == [("COV-role", "rows:/rows/0/target_ids/2")]


def test_unresolved_outcome_needs_no_row_and_support_need_not_be_graded() -> None:
    given = edited(Edit("evidence", "/targets/0/status", "unresolved"))
    assert check_coverage(given) == ()
    assert validate(given).verdict == "blocked"


def test_submission_without_tie_out_or_conventions_is_still_told_everything() -> None:
    given = edited(
        Edit("evidence", "/populations/0/tie_out", None),
        Edit("evidence", "/conventions/0/options/1/derivation_id", "DRV99"),
        Edit("rows", "/rows/0/target_ids/-", "T99"),
        Edit("evidence", "/targets/0/evidence/-", "POP9"),
        Edit("reproduction", "/quotes/0", REMOVED),
    )
    found = [item.code for item in validate(given).findings]
    assert found.count("STR-dangling") == 3
    assert "EVD-quote-absent" in found
