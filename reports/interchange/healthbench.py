"""The form of HealthBench: one line with the conversation and criteria worth points."""

import json

from contracts.contract import Json
from reports.interchange.carried import Carried


def healthbench_line(rubric: Carried) -> bytes:
    """One line that HealthBench's grader reads; the role of a row is a tag of its criterion."""
    turns: list[Json] = [
        {"role": turn.speaker, "content": turn.text} for turn in rubric.prior_turns
    ]
    criteria: list[Json] = [
        {"criterion": row.text, "points": row.plain_points, "tags": [f"role:{row.role}", row.id]}
        for row in rubric.rows
    ]
    document: Json = {
        "prompt_id": f"finrubric-{rubric.sha256[:16]}",
        "prompt": [*turns, {"role": "user", "content": rubric.question}],
        "rubrics": criteria,
        # Its modes for answers of physicians look this up in every line.
        "ideal_completions_data": None,
        "example_tags": [f"cutoff:{rubric.day.isoformat()}"],
    }
    return (json.dumps(document, ensure_ascii=False) + "\n").encode()
