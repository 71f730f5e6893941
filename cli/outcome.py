"""What is printed of a run that went as far as it could, and its exit code."""

from pathlib import Path

from cli.drive import Finished
from cli.exports import Accepted, ExportFormat
from cli.failure import ESCALATED, FAILED
from cli.left_out import left_out_json, tell_left_out
from cli.options import command_line
from cli.output import print_json, print_line, print_table
from contracts.budget import points_text
from contracts.certification import CERTIFICATION
from contracts.contract import Json
from contracts.escalation import Escalation
from contracts.rubric import Rubric
from records.runs import RunStatus
from reports.decision_view import signature_texts, waiver_texts
from reports.independence import same_family_texts, same_harness_texts
from reports.played import played_notes
from reports.reading_view import reading_views
from reports.record import calls_text
from reports.rubric_view import STATUS_WORDS
from reports.warning_view import warning_views
from reports.words import counted, cutoff_text, seconds_text

EXIT_CODES: dict[RunStatus, int] = {
    RunStatus.ACCEPTED: 0,
    RunStatus.ACCEPTED_WITH_WAIVER: 0,
    RunStatus.BLOCKED: ESCALATED,
    RunStatus.REJECTED: FAILED,
    RunStatus.FAILED: FAILED,
    RunStatus.CANCELLED: FAILED,
}


def tell(finished: Finished, *, data: Path | None, as_json: bool) -> int:
    """Print how a run ended; gives the exit code. `data` is the folder that was named, if any."""
    if as_json:
        print_json(finished_json(finished))
    elif finished.accepted is not None:
        _tell_accepted(finished, finished.accepted, data)
    else:
        _tell_other(finished, data)
    return EXIT_CODES[finished.status]


def finished_json(finished: Finished) -> Json:
    """How a run ended, as one document."""
    accepted = finished.accepted
    return {
        "run": finished.run,
        "status": finished.status.value,
        "exit_code": EXIT_CODES[finished.status],
        "escalation": escalation_json(finished.escalation),
        "rows": rows_json(accepted.rubric) if accepted else None,
        "sources_left_out": left_out_json(finished.left_out),
        "sandbox": {
            "kind": finished.sandbox.kind,
            "isolation": finished.sandbox.isolation,
            "note": finished.sandbox.note,
        },
        "is_replayed": any(use.replayed for use in accepted.record.models) if accepted else None,
        "active_seconds": accepted.record.active_seconds if accepted else None,
        "exports": {form.value: str(path) for form, path in finished.exports.items()},
        "certification": CERTIFICATION if accepted else None,
    }


def escalation_json(item: Escalation | None) -> Json:
    """An open item of the human queue as JSON."""
    if item is None:
        return None
    return {
        "id": item.id,
        "stage": item.stage,
        "reason": item.reason.value,
        "opened": item.opened.isoformat(),
        "findings": [
            {"code": f.code, "severity": f.severity.value, "pointer": f.pointer, "text": f.message}
            for f in item.findings
        ],
    }


def rows_json(rubric: Rubric) -> Json:
    """The rows of a rubric, short."""
    return [
        {
            "id": row.id,
            "points": points_text(row.points),
            "role": row.role,
            "text": row.text,
            "expected": [item.text for item in row.expected],
        }
        for row in rubric.rows
    ]


def tell_rubric(rubric: Rubric) -> None:
    """Print a rubric's question, rows, readings not chosen and warnings."""
    print_line(rubric.query.text)
    print_line(f"Cutoff: {cutoff_text(rubric.query.cutoff)}\n")
    for words in waiver_texts(rubric):
        print_line(f"{STATUS_WORDS[rubric.status]}: {words}\n")
    for words in signature_texts(rubric):
        print_line(f"Signed: {words}\n")
    tell_rows(rubric)


def tell_rows(rubric: Rubric) -> None:
    """Print a rubric's rows, readings not chosen and warnings."""
    print_table(
        ("Points", "Row", "Role", "An answer", "Expected"),
        [
            (
                points_text(row.points),
                row.id,
                row.role,
                row.text,
                "\n".join(item.text for item in row.expected),
            )
            for row in rubric.rows
        ],
    )
    readings = reading_views(rubric)
    if readings:
        print_line("\nReadings not chosen:")
    for item in readings:
        value = item.value or "not computed"
        print_line(f"  - {item.statement.rstrip('.')}: {value}; {item.outcome}. {item.words}")
    for warning in warning_views(rubric.warnings, rubric.sources):
        print_line(f"\nWarning ({warning.code}, {len(warning.items)}): {warning.title}.")
        for line in warning.items:
            print_line(f"  - {line}")


def _tell_accepted(finished: Finished, accepted: Accepted, data: Path | None) -> None:
    record = accepted.record
    tell_rubric(accepted.rubric)
    tell_left_out(finished.left_out)
    print_line(f"\n{STATUS_WORDS[accepted.rubric.status]}. {CERTIFICATION}\n")
    reason = f" ({finished.sandbox.note})" if finished.sandbox.note else ""
    print_line(f"Sandbox: {record.sandbox_kind}{reason}: {record.sandbox_isolation}.")
    for words in (
        *same_family_texts(record.same_families),
        *same_harness_texts(record.same_harnesses),
    ):
        print_line(f"Warning: {words}")
    notes = played_notes(record)
    for number, note in enumerate(notes):
        print_line(note if number else f"Models: {note}")
    work = f"{calls_text(record)} in {counted(record.turns, 'turn')}"
    print_line(f"Active time: {seconds_text(record.active_seconds)}, {work}; cost {record.cost}.")
    for use in () if record.is_replayed else record.roles:
        print_line(f"{use.role.capitalize()}: {use.text}")
    print_line(f"Run: {finished.run}")
    print_line(f"Page: {finished.exports[ExportFormat.HTML]}")
    first = accepted.rubric.rows[0].id
    why = command_line(f"runs show {finished.run} --trace {first}", data)
    print_line(f"Why a row stands there: {why}")


def _tell_other(finished: Finished, data: Path | None) -> None:
    print_line(f"Run {finished.run} is {finished.status}.")
    tell_left_out(finished.left_out)
    tell_escalation(finished.escalation, data)


def tell_escalation(item: Escalation | None, data: Path | None) -> None:
    """Print what a blocked run waits for, and what says how to decide it."""
    if item is None:
        return
    print_line(f"Escalation {item.id} waits for a person.")
    print_line(f"  stage {item.stage}, attempt {item.attempt}: {item.reason.value}")
    for finding in item.findings:
        print_line(f"  - {finding.code} ({finding.severity}) {finding.pointer}: {finding.message}")
    print_line(f"What can be decided: {command_line(f'queue show {item.id}', data)}")
