"""The form of the package autorubric: weighted requirements under shared guidelines."""

from contracts.contract import Json
from reports.interchange.carried import Carried, pretty


def autorubric_json(rubric: Carried) -> bytes:
    """What `autorubric.Rubric.from_file` reads; weights are points."""
    criteria: list[Json] = [
        {"name": row.id, "weight": row.plain_points, "requirement": row.text} for row in rubric.rows
    ]
    return pretty({"guidelines": rubric.standing, "criteria": criteria})
