"""A rubric and its record as JSON: what programs read."""

import json

from contracts.contract import Header, Json, Stamped, canonical
from contracts.ids import Sha256
from contracts.rubric import Rubric
from reports.record import ModelUse, RunRecord
from reports.withheld import without_withheld


def render_json(rubric: Rubric, header: Header) -> bytes:
    """`rubric.json`: the stage file again, byte for byte, where no source has to be left out.

    `contracts.contract.parse_stamped` reads it, also in later versions.
    """
    return canonical(Stamped[Rubric](header=header, body=without_withheld(rubric)))


def record_json(record: RunRecord, *, rubric_sha256: Sha256) -> bytes:
    """`record.json`: how the rubric with this hash came about."""
    accepted = record.accepted_at
    document: dict[str, Json] = {
        "run": record.run,
        "status": record.status,
        "accepted_at": accepted.isoformat() if accepted else None,
        "rubric_sha256": rubric_sha256,
        "journal_head": record.journal_head,
        "audit_anchor": record.audit_anchor or None,
        "sandbox": {
            "kind": record.sandbox_kind,
            "isolation": record.sandbox_isolation,
            "image": record.sandbox_image,
        },
        "models": [_model(use) for use in record.models],
        "same_families": list(record.same_families),
        "same_harnesses": list(record.same_harnesses),
        "roles": [use.as_json() for use in record.roles],
        "cached": record.cached or None,
        "changed_prompts": list(record.changed_prompts),
        "active_seconds": record.active_seconds,
        "calls": record.calls,
        "turns": record.turns,
        "cost": record.cost,
        "sources_left_out": [
            {
                "id": item.card.id,
                "title": item.card.title,
                "known": item.known.value,
                "reason": item.reason,
            }
            for item in record.left_out
        ],
    }
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()


def _model(use: ModelUse) -> Json:
    return {
        "family": use.family,
        "name": use.name,
        "replayed": use.replayed,
        "made_by": use.made_by or None,
    }
