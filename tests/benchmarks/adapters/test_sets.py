"""Each set becomes criteria with its own points, polarity and gates; what is lost is told."""

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from benchmarks.import_files import CRITERIA, files_of
from benchmarks.sets import BenchmarkSet, ReadSet, read_set
from contracts.contract import Json
from contracts.criteria import Criteria
from contracts.errors import InputError
from contracts.line import parse_line
from tests.benchmarks.adapters.given import (
    BIGFINANCEBENCH,
    CHECKS,
    FRONTIERFINANCE,
    HEALTHBENCH,
    PROFBENCH,
    QUESTION,
    RUBRIC_SPEC,
    TABLE,
    VALS_V1,
    VALS_V2,
    csv_of,
    read_given,
)

Row = tuple[str, int, str, bool]


def rows(read: ReadSet) -> list[Row]:
    (item,) = read.items
    return [(c.id, c.points, c.polarity, c.must_pass) for c in item.criteria.criteria]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bigfinancebench", [("C1", 200, "positive", False), ("C2", 1_000, "positive", False)]),
        (
            "vals-v1",
            [
                ("C1", 100, "positive", False),
                ("C2", 100, "positive", False),
                ("C3", 100, "negative", False),
            ],
        ),
        ("vals-v2", [("C1", 100, "positive", False), ("C2", 250, "positive", True)]),
        ("frontierfinance", [("C1", 100, "positive", False), ("C2", 100, "positive", False)]),
        ("profbench", [("C1", 200, "positive", False), ("C2", 400, "positive", False)]),
        ("healthbench", [("C1", 700, "positive", False), ("C2", 300, "negative", False)]),
        ("rubric-spec", [("figure", 3333, "positive", False), ("depth", 6667, "positive", False)]),
        (
            "table",
            [
                ("year", 200, "positive", True),
                ("C2", 1, "positive", False),
                ("fault", 300, "negative", False),
            ],
        ),
    ],
)
def test_points_polarity_and_gates_are_those_of_the_set(
    tmp_path: Path, name: str, expected: list[Row]
) -> None:
    read = read_given(BenchmarkSet(name), tmp_path)
    assert rows(read) == expected
    (item,) = read.items
    assert item.criteria.question == QUESTION
    assert item.question.id == item.criteria.query_id
    lines = files_of(read)[CRITERIA]
    assert parse_line(lines.rstrip(b"\n"), Criteria) == item.criteria


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bigfinancebench", ["The reference answer is not carried", "names no cutoff"]),
        ("vals-v1", ["takes the points of one check away", "The field Expert time (mins)"]),
        ("vals-v2", ["The field Expert time (mins) is not read", "names no cutoff"]),
        ("frontierfinance", ["must_have is not carried", "the first is the category", "a zone"]),
        ("profbench", ["The field rubrics[].criterion_type is not", "The field filepaths is"]),
        ("healthbench", ["System messages", "nothing is clipped", "rubrics[].tags is not read"]),
        ("rubric-spec", ["highest anchor only", "rounded half up", "The field provenance is not"]),
        ("table", ["The column 'note' is not read", "rounded half up"]),
    ],
)
def test_every_lossy_step_is_told(tmp_path: Path, name: str, words: list[str]) -> None:
    lost = read_given(BenchmarkSet(name), tmp_path).losses
    for word in words:
        assert [what for what in lost if word in what], (word, list(lost))
    assert all(places for places in lost.values())


def test_a_day_becomes_the_cutoff_and_a_category_a_tag(tmp_path: Path) -> None:
    (item,) = read_given(BenchmarkSet.FRONTIERFINANCE, tmp_path).items
    assert item.criteria.cutoff is not None
    assert item.criteria.cutoff.day == date(2025, 2, 4)
    assert item.question.category == "financial_data_and_modeling"
    (row,) = read_given(BenchmarkSet.TABLE, tmp_path).items
    assert row.question.cutoff is not None
    assert row.question.category == "street-food"


def test_a_scale_is_met_at_its_highest_value_wherever_that_stands(tmp_path: Path) -> None:
    (item,) = read_given(BenchmarkSet.RUBRIC_SPEC, tmp_path).items
    assert item.criteria.criteria[1].text == (
        "Explains the figure. Met only at the highest level of its scale: Whole. Shows every step."
    )


def test_earlier_turns_travel_and_the_last_message_is_the_question(tmp_path: Path) -> None:
    (item,) = read_given(BenchmarkSet.HEALTHBENCH, tmp_path).items
    assert [turn.speaker for turn in item.criteria.prior_turns] == ["user", "assistant"]


def test_answers_of_a_set_come_with_the_rulings_of_its_people(tmp_path: Path) -> None:
    (item,) = read_given(BenchmarkSet.PROFBENCH, tmp_path).items
    assert [(r.id, r.solver, r.category) for r in item.responses] == [
        ("Fin-0--o3", "o3", "finance-mba"),
        ("Fin-0--r1-0528", "r1-0528", "finance-mba"),
    ]
    found = [(r.response_id, r.criterion_id, r.met) for r in item.rulings]
    assert found == [
        ("Fin-0--o3", "C1", True),
        ("Fin-0--o3", "C2", False),
        ("Fin-0--r1-0528", "C1", False),
        ("Fin-0--r1-0528", "C2", False),
    ]


def test_a_question_without_an_id_has_the_same_one_in_every_subset(tmp_path: Path) -> None:
    (alone,) = read_given(BenchmarkSet.VALS_V2, tmp_path).items
    other = {**VALS_V2, "Question": "Another question?"}
    both = tmp_path / "both.csv"
    _ = both.write_text(csv_of(other) + csv_of(VALS_V2).split("\n", 1)[1])
    _, second = read_set(BenchmarkSet.VALS_V2, both).items
    assert second.question.id == alone.question.id
    assert second.criteria == alone.criteria


def lines(*items: Mapping[str, Json]) -> str:
    return "\n".join(json.dumps(item) for item in items)


def cell(rubric: Json) -> str:
    return csv_of({**VALS_V1, "Rubric": json.dumps(rubric)})


def line(**changes: Json) -> dict[str, Json]:
    return {"text": "A", "points": 1, **changes}


@pytest.mark.parametrize(
    ("name", "file", "text", "words"),
    [
        (
            "bigfinancebench",
            "a.jsonl",
            lines(BIGFINANCEBENCH, {**BIGFINANCEBENCH, "id": "x", "rubric": [line(points="2")]}),
            "a.jsonl:2: /rubric/0/points [int_type]",
        ),
        (
            "bigfinancebench",
            "a.jsonl",
            lines(BIGFINANCEBENCH, BIGFINANCEBENCH),
            "a.jsonl:2: item 'bf-0000000001' stands at 1 already",
        ),
        (
            "bigfinancebench",
            "a.jsonl",
            lines({**BIGFINANCEBENCH, "rubric": []}),
            "a.jsonl:1: /rubric must be a list of at least one criterion",
        ),
        ("bigfinancebench", "a.jsonl", '["a"]', "a.jsonl:1: / must be an object"),
        (
            "vals-v1",
            "a.csv",
            cell([{"operator": "maybe", "criteria": "A"}]),
            "a.csv:2: /Rubric/0/operator [literal_error]",
        ),
        (
            "vals-v1",
            "a.csv",
            csv_of({**VALS_V1, "Rubric": "[{]"}),
            "a.csv:2: /Rubric: the cell's JSON: / [not-json]",
        ),
        (
            "vals-v1",
            "a.csv",
            cell([{"operator": "contradiction", "criteria": "A"}]),
            "gives points; add one",
        ),
        (
            "vals-v2",
            "a.csv",
            csv_of({**VALS_V2, "Rubric": VALS_V1["Rubric"]}),
            "a.csv:2: /Rubric/0/operator [literal_error]",
        ),
        ("vals-v2", "a.csv", csv_of(VALS_V1), "a.csv:2: /Rubric/0/operator"),
        (
            "frontierfinance",
            "a.jsonl",
            lines({**FRONTIERFINANCE, "query_date": "4 Feb"}),
            "a.jsonl:1: ExpertItem: /query_date",
        ),
        (
            "profbench",
            "a.jsonl",
            lines({**PROFBENCH, "o1_response": "More."}),
            "a.jsonl:1: /rubrics/0/o1_fulfilment must be true or false",
        ),
        (
            "healthbench",
            "a.jsonl",
            lines({**HEALTHBENCH, "prompt": [{"role": "assistant", "content": "Hello."}]}),
            "a.jsonl:1: /prompt must end with a message of role user",
        ),
        (
            "healthbench",
            "a.jsonl",
            lines({**HEALTHBENCH, "rubrics": [{"criterion": "A", "points": 0}]}),
            "criterion 'C1' is worth 0 points",
        ),
        (
            "rubric-spec",
            "a.json",
            lines({**RUBRIC_SPEC, "version": "2"}),
            "a.json:/: /version [literal_error]",
        ),
        ("table", "a.csv", TABLE.replace(",2,", ",NaN,"), "a.csv:2: column 'points' 'NaN' must be"),
        (
            "table",
            "a.csv",
            TABLE.replace(",yes,", ",y,"),
            "column 'must_pass' 'y' must be yes or no",
        ),
        (
            "table",
            "a.csv",
            TABLE.replace("query_id", "id"),
            "column 'query_id' is missing or empty",
        ),
        (
            "table",
            "a.csv",
            TABLE.replace(f"{QUESTION},fault", "Other?,fault"),
            "a.csv:4: query differs from that of query_id 'stand' on line 2",
        ),
        (
            "table",
            "a.csv",
            TABLE.replace("fault", "year"),
            "criterion 'year' of 'stand' stands twice",
        ),
        ("table", "a.csv", TABLE.replace("2025-09-30", "2025-9-30"), "column 'cutoff': cutoff"),
        ("table", "a.jsonl", lines({"query_id": 7}), "give the table as .csv or .tsv"),
    ],
)
def test_a_faulty_item_is_refused_by_file_line_and_place(
    tmp_path: Path, name: str, file: str, text: str, words: str
) -> None:
    path = tmp_path / file
    _ = path.write_text(text)
    with pytest.raises(InputError) as refused:
        _ = read_set(BenchmarkSet(name), path)
    assert words in str(refused.value)
    assert str(path) in str(refused.value)


def test_all_faults_of_a_file_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    bad: dict[str, Json] = {**BIGFINANCEBENCH, "rubric": [line(points=0)]}
    _ = path.write_text(lines({**bad, "id": "a"}, {**BIGFINANCEBENCH}, {**bad, "query": " "}))
    with pytest.raises(InputError) as refused:
        _ = read_set(BenchmarkSet.BIGFINANCEBENCH, path)
    assert f"{path}:1: " in str(refused.value)
    assert f"{path}:3: /query" in str(refused.value)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "file", "questions", "criteria", "gates"),
    [
        ("bigfinancebench", "bigfinancebench/subset.jsonl", 10, 122, 0),
        ("vals-v1", "vals_finance_agent_v1/public_subset.csv", 8, 45, 0),
        ("vals-v2", "vals_finance_agent_v2/public_subset.csv", 8, 62, 18),
        (
            "frontierfinance",
            "frontierfinance_sample/data/demo/frontier_finance_tsla_q4_2024.jsonl",
            1,
            16,
            0,
        ),
    ],
)
def test_public_items_are_read_whole(
    shared: Path, name: str, file: str, questions: int, criteria: int, gates: int
) -> None:
    read = read_set(BenchmarkSet(name), shared / "data" / file)
    found = [one for item in read.items for one in item.criteria.criteria]
    assert (len(read.items), len(found)) == (questions, criteria)
    assert sum(one.must_pass for one in found) == gates
    assert CHECKS[0] not in {one.text for one in found}
