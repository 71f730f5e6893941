"""Every code of the validator fires on its example, and nothing else does."""

from collections.abc import Iterable

import pytest

from contracts.finding import Severity, Validation
from gates.code_tables import (
    contamination,
    conventions,
    coverage,
    cutoff,
    dependencies,
    evidence,
    points,
    populations,
    structure,
    targets,
    texts,
    tolerances,
)
from gates.codes import code_of
from gates.structure import Submitted, check_submission
from gates.validator import validate
from tests.builders import (
    texas_budget,
    texas_composed_rows,
    texas_context,
    texas_evidence,
    texas_factorization,
    texas_input,
    texas_rows,
    texas_scripts,
)
from tests.gates.families.edits import Edit, edited
from tests.gates.families.examples import EXAMPLES as FIRST_EXAMPLES
from tests.gates.families.figure_examples import FIGURES
from tests.gates.families.passage_examples import PASSAGES
from tests.gates.families.two_obligations import two_obligations
from tests.gates.places import leads_somewhere

TABLE = [
    code
    for module in (
        structure,
        coverage,
        targets,
        evidence,
        dependencies,
        conventions,
        populations,
        cutoff,
        contamination,
        points,
        tolerances,
        texts,
    )
    for code in module.CODES
]
EXAMPLES = {**FIRST_EXAMPLES, **FIGURES, **PASSAGES}
ELSEWHERE = {"STR-frozen-id"}
"""Needs an earlier submission, which the validator does not see."""
ALWAYS = {"CUT-unverified", "POP-complete"}
"""What the good candidate gets: no filing date is verified, its frame is declared."""


def said(validation: Validation) -> set[str]:
    return {
        *(finding.code for finding in validation.findings),
        *(question.code for question in validation.questions),
    }


def test_every_code_has_an_example() -> None:
    assert {code.code for code in TABLE} == set(EXAMPLES) | ELSEWHERE


@pytest.mark.parametrize("word", sorted(EXAMPLES))
def test_fires_on_its_example_and_only_it(word: str) -> None:
    found = said(validate(EXAMPLES[word]()))
    # A question may stand beside a finding: it accuses nobody.
    if code_of(word).severity is not None:
        found = {code for code in found if code_of(code).severity is not None}
    assert word in found
    assert found - ALWAYS <= {word}


@pytest.mark.parametrize("word", sorted(EXAMPLES))
def test_pointers_lead_to_a_place_of_the_input(word: str) -> None:
    given = EXAMPLES[word]()
    validation = validate(given)
    for pointer in (item.pointer for item in (*validation.findings, *validation.questions)):
        assert leads_somewhere(given, pointer), pointer


def test_frozen_ids_keep_their_meaning() -> None:
    def check(earlier: Submitted) -> list[str]:
        return [
            item.pointer
            for item in check_submission(
                texas_evidence(),
                texas_rows(),
                scripts=texas_scripts(),
                factorization=texas_factorization(),
                budget=texas_budget(),
                context=texas_context(),
                earlier=earlier,
            )
            if item.code == "STR-frozen-id"
        ]

    assert check(Submitted(texas_evidence(), texas_composed_rows())) == []
    before = edited(
        Edit("evidence", "/targets/0/component_id", "O2.1"), Edit("rows", "/rows/0/block_id", "B2")
    )
    assert check(Submitted(before.evidence, before.rows)) == [
        "evidence:/targets/0/component_id",
        "rows:/rows/0/block_id",
    ]


@pytest.mark.parametrize("rows", [texas_rows(), texas_composed_rows()], ids=["one", "composed"])
def test_good_candidate_has_nothing_above_a_warning(rows: object) -> None:
    given = texas_input() if rows == texas_rows() else texas_input(rows=texas_composed_rows())
    validation = validate(given)
    assert validation.verdict == "passed"
    assert said(validation) == ALWAYS
    assert [item.pointer for item in validation.findings] == [
        *(f"evidence:/sources/{place}" for place in range(6)),
    ]
    assert [question.id for question in validation.questions] == ["Q1"]


def test_two_obligations_pass_as_well() -> None:
    assert said(validate(two_obligations())) == ALWAYS


def test_findings_are_stable_and_all_at_once() -> None:
    given = edited(
        *_edits("TOL-rival", "PTS-block", "CNV-rival", "EVD-snapshot"),
    )
    once, again = validate(given), validate(given)
    assert once == again
    assert [f.code for f in once.findings if f.severity is not Severity.WARNING] == [
        "EVD-snapshot",
        "CNV-rival",
        "PTS-block",
        "TOL-rival",
    ]


def _edits(*words: str) -> Iterable[Edit]:
    changes = {
        "TOL-rival": Edit(
            "evidence",
            "/targets/0/comparison/band",
            {"kind": "relative", "percent": "5", "reason": "wide"},
        ),
        "PTS-block": Edit("rows", "/rows/0/points", 9_000),
        "CNV-rival": Edit("evidence", "/conventions/3/rivals", []),
        "EVD-snapshot": Edit("evidence", "/sources/0/snapshot", "0" * 64),
    }
    return (changes[word] for word in words)
