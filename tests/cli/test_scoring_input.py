"""What is scored, as it is read from files."""

import json
import tracemalloc
from datetime import UTC, datetime
from pathlib import Path

from cli.scoring_input import read_material

NOW = datetime(2026, 11, 30, tzinfo=UTC)
LINES = 30
SIZE = 150_000


def test_answers_to_other_questions_are_let_go_while_the_file_is_read(tmp_path: Path) -> None:
    rubric, answers = tmp_path / "criteria.jsonl", tmp_path / "answers.jsonl"
    row = {"id": "R1", "text": "States the mean.", "points": 100}
    asked = {"query_id": "q", "question": "What is the mean?", "rubric_sha256": "1" * 64}
    criteria = {**asked, "criteria": [row]}
    _ = rubric.write_text(json.dumps(criteria) + "\n", encoding="utf-8")
    with answers.open("w", encoding="utf-8") as file:
        for number in range(LINES):
            query = "q" if number == LINES // 2 else "another"
            line = {"id": f"r{number}", "query_id": query, "answer": f"{number}" + "x" * SIZE}
            _ = file.write(json.dumps(line) + "\n")
        _ = file.write('{"id": "torn')
    tracemalloc.start()
    found = read_material(rubric, answers, query="q", solver="s", take_waived=False, now=NOW)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [put.response.id for put in found.puts] == [f"r{LINES // 2}"]
    assert found.torn is not None
    assert most < LINES * SIZE // 2
