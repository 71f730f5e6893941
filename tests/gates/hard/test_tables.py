"""Every hard case gets exactly the codes of its row, and the table is as large as it must be."""

from collections import Counter
from time import perf_counter

import pytest

from gates.validator import validate
from tests.gates.hard.case import Case
from tests.gates.hard.cases_rows import COUNT, many
from tests.gates.hard.tables import CASES
from tests.gates.places import leads_somewhere

WEAKNESSES = {"CMP-step-credit", "DEP-one-step", "CMP-concentrated", "TOL-wide", "CMP-fraction"}
"""Credit for steps, too few steps, concentrated points, wide bands, fractions of points."""


@pytest.mark.parametrize("case", CASES, ids=[f"{case.theme}: {case.name}" for case in CASES])
def test_exactly_its_codes_each_with_a_place(case: Case) -> None:
    given = case.make()
    said = case.said(given)
    assert {code for code, _ in said} == case.codes
    assert [place for place in dict(said).values() if not leads_somewhere(given, place)] == []


def test_the_table_is_large_and_each_case_stands_once() -> None:
    assert len(CASES) >= 120
    assert max(Counter((case.theme, case.name) for case in CASES).values()) == 1


def test_every_theme_has_good_and_bad_cases() -> None:
    themes = {case.theme for case in CASES}
    assert len(themes) == 13
    for theme in themes:
        verdicts = {bool(case.codes) for case in CASES if case.theme == theme}
        assert verdicts == {True, False}, theme


def test_deciders_follow_from_severities() -> None:
    by_code = {
        "CUT-after": "code",
        "CUT-unverified": "reader",
        "DEP-uneven": "reviewer",
    }
    for word, decider in by_code.items():
        found = {case.decided_by for case in CASES if case.codes == frozenset({word})}
        assert found == {decider}
    assert {case.decided_by for case in CASES if not case.codes} == {"nobody"}


def test_each_weakness_that_analysts_named_has_a_case_and_only_warns() -> None:
    weak = [case for case in CASES if case.theme == "weaknesses analysts named"]
    assert {word for case in weak for word in case.codes} == WEAKNESSES
    assert {case.decided_by for case in weak} == {"reader", "nobody"}


def test_339_rows_are_read_in_seconds_and_each_row_is_named() -> None:
    given = many(alike=True)
    started = perf_counter()
    found = validate(given).findings
    assert perf_counter() - started < 60
    named = [item.pointer for item in found if item.code == "TXT-duplicate"]
    assert named == [f"rows:/rows/{n}/template" for n in range(1, COUNT)]
