"""The interchange form rubric-spec, version auraone-rubric-v1."""

from contracts.contract import Json
from reports.interchange.carried import Carried, CarriedRow, pretty

VERSION = "auraone-rubric-v1"


def rubric_spec_json(rubric: Carried) -> bytes:
    """What `rubric-spec validate` accepts; weights are shares of the whole."""
    total = sum(row.points for row in rubric.rows)
    made = rubric.accepted_on.isoformat() if rubric.accepted_on else "unknown"
    return pretty(
        {
            "version": VERSION,
            "rubric_id": f"finrubric-{rubric.sha256[:16]}",
            "label": rubric.question[:200],
            "description": rubric.question,
            "tie_break_rule": "manual_review",
            "judge_prompt_contract": {
                "instruction": "Say for each criterion whether the answer meets it, with a quote.",
                "output_format": "json",
                "required_fields": ["criterion_id", "score", "quote"],
            },
            "provenance": {
                "source": f"finrubric rubric {rubric.sha256}",
                "created_by": "finrubric",
                "created_at": made,
                "synthetic": True,
                "notes": rubric.standing,
            },
            "criteria": [_criterion(row, total) for row in rubric.rows],
        }
    )


def _criterion(row: CarriedRow, total: int) -> Json:
    return {
        "criterion_id": row.id,
        "label": f"{row.id} ({row.role})",
        "description": row.text,
        "scale_type": "binary",
        "weight": row.points / total,
        "tie_break_rule": "manual_review",
        "anchors": [{"value": 0, "label": "not met"}, {"value": 1, "label": "met"}],
    }
