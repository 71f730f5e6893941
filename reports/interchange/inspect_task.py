"""A module of Python that inspect-ai runs: the rubric as data, a task and a scorer.

The scorer's text is a template of ours. The rubric enters it as ASCII JSON inside a raw string,
where neither quotes nor escapes of its words can end the string.
"""

import json
from importlib.resources import files

from contracts.contract import Json
from reports.interchange.carried import Carried

TEMPLATE = "inspect_task.py.txt"
_PLACE = "@RUBRIC@"


def inspect_module(rubric: Carried) -> bytes:
    """A file for `inspect eval FILE --model … --model-role grader=…`."""
    rows: list[Json] = [
        {"id": row.id, "role": row.role, "points": row.points, "text": row.text}
        for row in rubric.rows
    ]
    turns: list[Json] = [
        {"speaker": turn.speaker, "text": turn.text} for turn in rubric.prior_turns
    ]
    document: Json = {
        "sha256": rubric.sha256,
        "standing": rubric.standing,
        "cutoff": rubric.day.isoformat(),
        "prior_turns": turns,
        "question": rubric.question,
        "rows": rows,
    }
    template = (files("reports") / "templates" / TEMPLATE).read_text(encoding="utf-8")
    head, tail = template.split(_PLACE)
    return f"{head}{json.dumps(document, indent=2)}{tail}".encode()
