"""The validator's verdict on a draft as text: written for the writer, read back by a replay."""

import re

from contracts.finding import Validation

_FINDING = re.compile(r"^\[(?:blocker|error|warning)\] (?P<code>\S+) (?P<pointer>.*)$", re.M)
_INDENT = "    "


def draft_report(validation: Validation) -> str:
    """One heading line, then each finding as `[severity] CODE pointer` with its words indented."""
    lines = [f"verdict: {validation.verdict}, findings: {len(validation.findings)}"]
    for finding in validation.findings:
        lines.append(f"[{finding.severity.value}] {finding.code} {finding.pointer}")
        lines.extend(_INDENT + line for line in finding.message.splitlines())
    if validation.questions:
        lines.append("questions that only a reviewer can answer:")
    for question in validation.questions:
        lines.append(f"{_INDENT}{question.id} {question.code} {question.pointer}")
        lines.extend(2 * _INDENT + line for line in question.question.splitlines())
    return "\n".join(lines)


def findings_in(report: str) -> tuple[str, ...]:
    """`CODE pointer` of every finding of a report, in order."""
    return tuple(f"{found['code']} {found['pointer']}" for found in _FINDING.finditer(report))
