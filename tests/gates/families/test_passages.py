"""A question in words: what of it code decides, at the edges of each rule."""

from dataclasses import replace

import pytest

from contracts.budget import Block
from contracts.finding import Severity
from gates.rendering import reference_values, render_row
from gates.validation_input import ValidationInput
from gates.validator import validate
from tests.builders import texas_budget
from tests.contract_edit import NewValue, replaced, with_body
from tests.ferry import FUEL, REPORT, STORM, ferry
from tests.gates.families.edits import body_with
from tests.gates.families.passage_examples import forecast, one_row

UNUSED_CLAIM = body_with(ferry().evidence.claims[0], id="CLM99")


def errors(given: ValidationInput) -> set[str]:
    found = validate(given).findings
    return {item.code for item in found if item.severity is not Severity.WARNING}


def test_the_good_candidate_has_questions_only() -> None:
    validation = validate(ferry())
    assert (validation.verdict, validation.findings) == ("passed", ())
    assert {item.code for item in validation.questions} == {
        "TGT-reading",
        "POP-complete",
        "POP-exclusion",
    }


def test_one_row_that_risks_are_discussed_is_refused() -> None:
    validation = validate(one_row())
    assert validation.verdict == "findings"
    assert errors(one_row()) == {"TGT-theme"}


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("/claims/0/quote/text", "Fuel is cheap.", "EVD-quote-absent"),
        ("/claims/0/source_id", "BR", "EVD-source-unlisted"),
        ("/claims/0/quote/text", STORM, "POP-member-evidence"),
        ("/claims/1/id", "CLM1", "STR-duplicate-id"),
        ("/claims/-", UNUSED_CLAIM, "EVD-unused"),
        ("/syntheses/0/themes/1/id", "THM1", "STR-duplicate-id"),
        ("/syntheses/0/population_id", "POP9", "STR-dangling"),
        ("/syntheses/0/themes/0/claim_ids/0", "CLM9", "STR-dangling"),
        ("/populations/0/members/0/evidence/0", "CLM9", "STR-dangling"),
        ("/targets/0/evidence/0", "THM9", "STR-dangling"),
        ("/populations/0/rule/sections/0/source_id", "BR", "POP-section"),
        ("/populations/0/rule/sections/0/ends", "Contents", "POP-section"),
        ("/populations/0/rule/terms/-", "several", "POP-hit"),
        ("/populations/0/rule/terms", ["would", "may"], "POP-passage"),
        ("/syntheses/0/themes/0/heading", " ", "POP-theme-weight"),
        ("/syntheses/0/themes/0/weight", "peripheral", "POP-theme-weight"),
        ("/syntheses/0/themes/0/heading", "FUEL", "POP-theme-heading"),
        ("/syntheses/0/themes/0/heading", "Contents", "POP-theme-heading"),
        ("/syntheses/0/themes/0/heading", "Fuel prices", "POP-theme-heading"),
        ("/targets/2/comparison/members/0", "Fog", "TGT-value"),
        ("/targets/2/evidence", ["THM3"], "COV-theme"),
    ],
)
def test_each_place_is_held_against_the_sources(path: str, value: NewValue, code: str) -> None:
    assert code in errors(ferry((path, value)))


def test_a_heading_may_break_over_lines_and_stand_twice() -> None:
    broken = ("/syntheses/0/themes/0/heading", "MARKET RISKS We are exposed")
    assert errors(ferry(broken)) == set()
    twice = REPORT.replace("CONTROLS", "Fuel\nCONTROLS")
    assert errors(ferry(texts={"AR": twice})) == set()


def test_a_heading_is_not_looked_for_in_a_section_that_is_not_there() -> None:
    made_up = ("/syntheses/0/themes/0/heading", "Weather")
    gone = ("/populations/0/rule/sections/0/ends", "Contents")
    found = errors(ferry(made_up, gone))
    assert "POP-section" in found
    assert "POP-theme-heading" not in found


def test_terms_begin_words_in_any_case() -> None:
    other = REPORT.replace("CONTROLS", "HEDGED positions and hedges.\nCONTROLS")
    assert errors(ferry(texts={"AR": other})) == {"POP-hit"}
    within = REPORT.replace("CONTROLS", "Dismay, unhedged.\nCONTROLS")
    assert errors(ferry(texts={"AR": within})) == set()


def test_a_passage_in_another_section_is_no_hit() -> None:
    later = f"{REPORT}Fog may close the straits.\n"
    assert errors(ferry(texts={"AR": later})) == set()


def test_a_quote_that_stands_twice_names_no_passage() -> None:
    twice = f"{REPORT}{FUEL}\n"
    findings = validate(ferry(texts={"AR": twice})).findings
    assert [item.code for item in findings] == ["EVD-quote-repeated"]


@pytest.mark.parametrize(
    ("shares", "is_refused"),
    [((3_400, 3_300, 3_300), False), ((3_500, 3_300, 3_200), True)],
)
def test_a_theme_holds_at_most_an_equal_share_of_few(
    shares: tuple[int, int, int], *, is_refused: bool
) -> None:
    given = ferry(*((f"/rows/{n}/points", points) for n, points in enumerate(shares)))
    assert ("PTS-theme" in errors(given)) is is_refused


@pytest.mark.parametrize(("points", "is_refused"), [(2_500, False), (2_600, True)])
def test_a_quarter_is_the_most_where_four_are_graded(points: int, *, is_refused: bool) -> None:
    given = ferry()
    rows = given.rows.rows
    fourth = replaced(given.evidence.targets[1], id="T4", evidence=("THM3",))
    shares = (points, 2_500, 2_500, 5_000 - points)
    rows = (*rows, replaced(rows[2], id="R4", target_ids=("T4",), template="Fears {{T4}}."))
    rows = tuple(replaced(row, points=share) for row, share in zip(rows, shares, strict=True))
    given = replace(
        given,
        evidence=replaced(given.evidence, targets=(*given.evidence.targets, fourth)),
        rows=replaced(given.rows, rows=rows),
        budget=texas_budget(blocks=(Block(id="B1", obligation_id="O1", points=10_000),)),
    )
    assert ("PTS-theme" in errors(given)) is is_refused


@pytest.mark.parametrize(
    ("stated", "is_refused"),
    [
        ("2,217", True),
        ("2.217 billion", True),
        ("$ 2,217,000", True),
        ("22.17 %", True),
        ("2,218", False),
        ("2216", False),
    ],
)
def test_a_realised_figure_is_found_in_any_scale(stated: str, *, is_refused: bool) -> None:
    assert errors(forecast("2217", expected=stated)) == ({"CON-realised"} if is_refused else set())


def test_a_realised_figure_is_found_in_figures_and_ends() -> None:
    pointers = {item.pointer for item in validate(forecast("2310", "2415")).findings}
    assert {
        "evidence:/derivations/0/result",
        "evidence:/targets/0/comparison/admissible/high/value",
        "rows:/rows/0/rationale",
    } <= pointers


def test_a_realised_figure_is_found_in_the_quote_of_a_filing() -> None:
    given = forecast("2217")
    quoted = "/observations/0/quote/text"
    text = f"{given.evidence.observations[0].quote.text} 2,217"
    found = validate(replace(given, evidence=with_body(given.evidence, quoted, text))).findings
    pointers = [item.pointer for item in found if item.code == "CON-realised"]
    assert pointers == [f"evidence:{quoted}"]


def test_a_forecast_as_of_a_later_day_is_none() -> None:
    assert errors(forecast(as_of="2026-01-10")) == {"CON-realised"}
    assert errors(forecast()) == set()


def test_without_a_forecast_nothing_is_realised() -> None:
    given = forecast("2310")
    target = replaced(given.evidence.targets[0], role="support")
    assert "CON-realised" in errors(
        replace(given, evidence=replaced(given.evidence, targets=(target,)))
    )
    plain = ferry()
    later = replaced(plain.reproduction, later=given.reproduction.later)
    assert errors(replace(plain, reproduction=later)) == set()


FOG = "Fog may close the straits."
OUTLOOK: NewValue = {"source_id": "AR", "begins": "OUTLOOK Nothing clear", "ends": "SIGNATURES"}
WITH_OUTLOOK = {"AR": f"{REPORT}OUTLOOK\nNothing clear.\n{FOG}\nSIGNATURES\n"}
IN_FRAME: tuple[tuple[str, NewValue], ...] = (
    ("/populations/0/rule/sections/-", OUTLOOK),
    (
        "/populations/0/frame/items/-",
        {"key": "fog", "period": None, "source_id": "AR", "quote": FOG},
    ),
)


def test_passages_of_a_second_section_belong_to_the_frame() -> None:
    assert errors(ferry(IN_FRAME[0], texts=WITH_OUTLOOK)) == {"POP-hit"}
    unplaced = ferry(*IN_FRAME, texts=WITH_OUTLOOK)
    assert errors(unplaced) == {"POP-closure"}
    out: NewValue = {"key": "fog", "reason": "A condition of the weather, no risk that is named"}
    placed = ferry(*IN_FRAME, ("/populations/0/excluded/-", out), texts=WITH_OUTLOOK)
    assert errors(placed) == set()
    (scan,) = placed.reproduction.scans
    assert [hit.keys for hit in scan.hits][-1] == ("fog",)


def test_a_second_section_that_is_not_there_is_named_by_its_place() -> None:
    found = validate(ferry(IN_FRAME[0])).findings
    assert [(item.code, item.pointer) for item in found] == [
        ("POP-section", "evidence:/populations/0/rule/sections/1")
    ]


def test_a_row_on_some_of_the_themes_says_how_many() -> None:
    said = ("/rows/2/template", "Adds some of these: {{T3}} ({{T3.rule}}).")
    for k in (1, 2):
        given = ferry(said, ("/targets/2/comparison/k", k))
        assert errors(given) == set()
        values = reference_values(given.factorization, given.evidence)
        assert f"at least {k} of 2 must be named" in render_row(given.rows.rows[2], values)
