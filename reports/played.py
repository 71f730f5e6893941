"""What a rubric says up front when a recording answered in place of models."""

from reports.record import RunRecord

RECORDED = (
    "The roles were played from a recording. Tools, scripts and gates ran for real on what it "
    "holds. A recorded reviewer proves the path, not that a reviewer would have noticed a fault."
)
"""What a replayed run does and does not show."""


def played_text(record: RunRecord) -> str:
    """Who spoke for the roles, short enough to stand beside the status; empty for live models."""
    if not record.is_replayed:
        return ""
    makers = dict.fromkeys(use.made_by for use in record.models if use.replayed)
    if any(makers):
        made_by = " and ".join(name for name in makers if name)
        return f"roles played from a recording made by {made_by}"
    return "roles played from a recording; who made it is not recorded"


def played_notes(record: RunRecord) -> tuple[str, ...]:
    """Sentences on what a played run shows; none for live models."""
    notes = [RECORDED] if record.is_replayed else []
    if record.is_hand_played:
        notes.append("This recording was written by hand; no model answered in this run.")
    if changed := changed_text(record.changed_prompts):
        notes.append(changed)
    return tuple(notes)


def changed_text(prompts: tuple[str, ...]) -> str:
    """What changed prompts mean for a played run; empty when none changed."""
    if not prompts:
        return ""
    return (
        f"Prompts changed since the recording was made: {', '.join(prompts)}. A played role does "
        "not read them, so nothing here shows what they lead to."
    )
