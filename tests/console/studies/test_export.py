"""Exports of a revealed study: no formula runs, and everything can be read back."""

import csv
import io

from console.studies.export import csv_of, json_of
from contracts.line import parse_line
from contracts.study import StudyExport
from tests.contracts.studies import example_export

HOSTILE = '=HYPERLINK("//x";"y") and more'


def test_json_reads_back() -> None:
    assert parse_line(json_of(example_export()), StudyExport) == example_export()


def test_csv_names_the_systems_of_both_sides() -> None:
    (row,) = csv.DictReader(io.StringIO(csv_of(example_export()), newline=""))
    assert (row["system_a"], row["system_b"], row["preferred_system"]) == (
        "south",
        "north",
        "south",
    )
    assert (row["choice"], row["scope_choice"], row["benchmark"]) == ("a", "unsure", "capex")
    assert row["at"] == "2026-11-30T12:00:00+00:00"
    assert len(row["left_sha256"]) == 64


def test_csv_runs_no_formula() -> None:
    given = example_export()
    verdict = given.verdicts[0].model_copy(update={"rationale": HOSTILE, "reviewer": "@Ada"})
    pair = given.pairs[0].model_copy(update={"question": "-1+1|cmd"})
    text = csv_of(given.model_copy(update={"verdicts": (verdict,), "pairs": (pair,)}))
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row["rationale"] == f"'{HOSTILE}"
    assert (row["reviewer"], row["question"]) == ("'@Ada", "'-1+1|cmd")
