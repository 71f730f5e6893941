"""A decision and what became of it, and who asked for an end, as commands print it."""

from cli.output import print_line
from contracts.contract import Json
from escalations.cancels import EndAsked
from escalations.decisions import DecisionRow
from reports.decision_view import closed_findings


def decision_line(row: DecisionRow) -> str:
    """One line: kind, findings closed or files replaced, by whom, when, what became of it, note."""
    made = row.decision
    state = "waits to be obeyed" if row.consumed is None else "obeyed"
    if row.voided is not None:
        state = f"voided: {row.void_reason}"
    named = (*closed_findings(made), *(item.name for item in made.files))
    given = f" {', '.join(named)}" if named else ""
    when = f"{made.at:%Y-%m-%d %H:%M:%S} UTC"
    return f"{made.kind}{given} by {made.by} at {when} ({state}): {made.note}"


def decision_json(row: DecisionRow) -> Json:
    """The same as a document."""
    return {
        "id": row.decision.id,
        "kind": row.decision.kind.value,
        "reason": row.decision.reason.value,
        "note": row.decision.note,
        "guidance": row.decision.guidance,
        "files": [item.name for item in row.decision.files],
        "waived": [{"code": item.code, "pointer": item.pointer} for item in row.decision.waived],
        "by": row.decision.by,
        "at": row.decision.at.isoformat(),
        "consumed": row.consumed.isoformat() if row.consumed else None,
        "voided": row.voided.isoformat() if row.voided else None,
    }


def tell_end(asked: EndAsked | None) -> None:
    """Print who asked for the end of a run, if anybody did."""
    if asked is not None:
        note = f": {asked.note}" if asked.note else ""
        print_line(f"End asked for by {asked.by} at {asked.at:%Y-%m-%d %H:%M:%S} UTC{note}")


def end_json(asked: EndAsked | None) -> Json:
    """The same as a document; None where nobody did."""
    if asked is None:
        return None
    return {"by": asked.by, "at": asked.at.isoformat(), "note": asked.note or None}
