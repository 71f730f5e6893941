"""A module of Python that inspect-ai runs: the rubric as data, a task and a scorer.

The scorer's text is a template of ours. The rubric enters it as ASCII JSON inside a raw string,
where neither quotes nor escapes of its words can end the string.
"""

import json
import re
from importlib.resources import files

from contracts.contract import Json
from contracts.plea import PLEA, SENTENCE
from reports.interchange.carried import Carried

TEMPLATE = "inspect_task.py.txt"
_PLACE = re.compile("@(RUBRIC|PATTERNS)@")


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
    parts = {
        "RUBRIC": json.dumps(document, indent=2),
        "PATTERNS": json.dumps({"plea": PLEA, "sentence": SENTENCE}, indent=2),
    }
    # In one pass: words of the rubric may name a place, and none is looked for in them.
    return _PLACE.sub(lambda found: parts[found[1]], template).encode()
