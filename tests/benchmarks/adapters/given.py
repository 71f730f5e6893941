"""Items in the shapes of public sets, made by hand: no word of them is from any set."""

import json
from pathlib import Path

from benchmarks.sets import BenchmarkSet, ReadSet, read_set
from contracts.contract import Json

QUESTION = "How much did the lemonade stand earn in its second summer?"
CHECKS = ["Names the summer.", "States USD 14.20."]

BIGFINANCEBENCH: dict[str, Json] = {
    "id": "bf-0000000001",
    "query": QUESTION,
    "reference_answer": "USD 14.20",
    "rubric": [{"text": CHECKS[0], "points": 2}, {"text": CHECKS[1], "points": 10}],
}
VALS_V1: dict[str, str] = {
    "Question": QUESTION,
    "Answer": "USD 14.20",
    "Question Type": "Simple retrieval - Quantitative",
    "Expert time (mins)": "5",
    "Rubric": json.dumps(
        [
            {"operator": "correctness", "criteria": CHECKS[0]},
            {"operator": "correctness", "criteria": CHECKS[1]},
            {"operator": "contradiction", "criteria": "The stand earned USD 14.20."},
        ]
    ),
}
VALS_V2: dict[str, str] = {
    "Question": QUESTION,
    "Question Type": "General Quantitative Analysis",
    "Expert time (mins)": "5",
    "Rubric": json.dumps(
        [
            {
                "operator": "finance_agent_v2_operator",
                "criteria": CHECKS[0],
                "modifiers": {"severity": 1.0},
            },
            {
                "operator": "finance_agent_v2_operator",
                "criteria": CHECKS[1],
                "modifiers": {"severity": 2.5, "category": "must_pass"},
            },
        ]
    ),
}
PROFBENCH: dict[str, Json] = {
    "task_id": "Fin-0",
    "domain": "Finance MBA",
    "prompt": QUESTION,
    "filepaths": [],
    "rubrics": [
        {
            "criterion_description": CHECKS[0],
            "criterion_weight": "Minor",
            "criterion_type": ["Reasoning"],
            "o3_fulfilment": True,
            "r1-0528_fulfilment": False,
        },
        {
            "criterion_description": CHECKS[1],
            "criterion_weight": "Critical",
            "criterion_type": ["Extraction (recall)"],
            "o3_fulfilment": False,
            "r1-0528_fulfilment": False,
        },
    ],
    "o3_response": "In its second summer it earned little.",
    "r1-0528_response": "I do not know.",
}
HEALTHBENCH: dict[str, Json] = {
    "prompt_id": "hb-1",
    "prompt": [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "We ran a stand."},
        {"role": "assistant", "content": "For how long?"},
        {"role": "user", "content": QUESTION},
    ],
    "rubrics": [
        {"criterion": CHECKS[1], "points": 7, "tags": ["axis:accuracy"]},
        {"criterion": "Invents a figure.", "points": -3, "tags": []},
    ],
    "example_tags": ["theme:lemonade"],
}
RUBRIC_SPEC: dict[str, Json] = {
    "version": "auraone-rubric-v1",
    "rubric_id": "lemonade",
    "label": "Lemonade",
    "description": QUESTION,
    "tie_break_rule": "none",
    "judge_prompt_contract": {"instruction": "Judge.", "output_format": "json"},
    "provenance": {
        "source": "hand",
        "created_by": "hand",
        "created_at": "2026-01-01",
        "synthetic": True,
    },
    "criteria": [
        {
            "criterion_id": "figure",
            "label": "Figure",
            "description": CHECKS[1],
            "scale_type": "binary",
            "weight": 0.333333,
            "anchors": [{"value": 0, "label": "no"}, {"value": 1, "label": "yes"}],
        },
        {
            "criterion_id": "depth",
            "label": "Explains the figure.",
            "scale_type": "ordinal",
            "weight": 0.666667,
            "anchors": [
                {"value": 3, "label": "Whole", "description": "Shows every step."},
                {"value": 1, "label": "None"},
            ],
        },
    ],
}
FRONTIERFINANCE: dict[str, Json] = {
    "query_id": "00aa",
    "query": QUESTION,
    "query_date": "2025-02-04",
    "use_cases": ["financial_data_and_modeling", "other"],
    "capabilities": ["lookup"],
    "rubrics": [
        {
            "rubric_id": number,
            "rubric_text": text,
            "must_have": number == 2,
            "rubric_type": "Factual Data Extraction",
            "rubric_subtype": "Numerical Data Points",
            "data_source_type": "na",
            "data_source_subtype": "na",
            "data_source_detailed": ["na"],
        }
        for number, text in enumerate(CHECKS, 1)
    ],
}
TABLE = (
    "query_id,query,criterion_id,criterion,points,must_pass,cutoff,category,note\n"
    f"stand,{QUESTION},year,{CHECKS[0]},2,yes,2025-09-30,Street food,seen\n"
    f'stand,{QUESTION},,"{CHECKS[1]}",0.005,,2025-09-30,Street food,\n'
    f"stand,{QUESTION},fault,Invents a figure.,-3,no,2025-09-30,Street food,\n"
)


def csv_of(row: dict[str, str]) -> str:
    cells = ('"' + cell.replace('"', '""') + '"' for cell in row.values())
    return f"{','.join(row)}\n{','.join(cells)}\n"


FILES: dict[BenchmarkSet, tuple[str, str]] = {
    BenchmarkSet.BIGFINANCEBENCH: ("a.jsonl", json.dumps(BIGFINANCEBENCH)),
    BenchmarkSet.VALS_V1: ("a.csv", csv_of(VALS_V1)),
    BenchmarkSet.VALS_V2: ("a.csv", csv_of(VALS_V2)),
    BenchmarkSet.FRONTIERFINANCE: ("a.jsonl", json.dumps(FRONTIERFINANCE)),
    BenchmarkSet.PROFBENCH: ("a.jsonl", json.dumps(PROFBENCH)),
    BenchmarkSet.HEALTHBENCH: ("a.jsonl", json.dumps(HEALTHBENCH)),
    BenchmarkSet.RUBRIC_SPEC: ("a.json", json.dumps(RUBRIC_SPEC)),
    BenchmarkSet.TABLE: ("a.csv", TABLE),
}


def file_of(name: BenchmarkSet, folder: Path) -> Path:
    """The set's one item as a file."""
    file, text = FILES[name]
    path = folder / file
    _ = path.write_text(text)
    return path


def read_given(name: BenchmarkSet, folder: Path) -> ReadSet:
    return read_set(name, file_of(name, folder))
