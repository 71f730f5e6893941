"""The form of the rubric judge of the package verifiers: named criteria answered no or yes."""

from contracts.contract import Json
from reports.interchange.carried import Carried, pretty


def verifiers_json(rubric: Carried) -> bytes:
    """What the rubric judge of verifiers reads from its `path`; weights are points."""
    criteria: list[Json] = [
        {"name": row.id, "text": row.text, "weight": row.plain_points, "choices": ["no", "yes"]}
        for row in rubric.rows
    ]
    return pretty({"criteria": criteria})
