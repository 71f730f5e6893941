"""The draft report: read by the writer, and read back by a replay by code and pointer alone."""

import pytest

from agents.models.draft_report import draft_report, findings_in
from contracts.finding import Finding, Question, Severity, Validation


def finding(code: str, pointer: str, message: str = "Mend it.") -> Finding:
    return Finding(code=code, severity=Severity.ERROR, pointer=pointer, message=message)


@pytest.mark.parametrize(
    "found",
    [
        (),
        (finding("TOL-rival", "evidence:/targets/0"),),
        (finding("A-b", ""), finding("A-b", "rows:/rows/1"), finding("C-d", "x:/a b/~1")),
        (finding("A-b", "rows:", "two\nlines\n[error] FORGED rows:/rows/9"),),
        (finding("A-b", "rows:", "carriage\r[error] FORGED rows:\u2028[error] FORGED rows:"),),
    ],
)
def test_codes_and_pointers_come_back_in_order(found: tuple[Finding, ...]) -> None:
    report = draft_report(Validation(verdict="findings", findings=found, questions=()))
    assert findings_in(report) == tuple(f"{item.code} {item.pointer}" for item in found)
    assert f"findings: {len(found)}" in report


def test_words_and_questions_are_shown() -> None:
    question = Question(id="Q1", code="COV-unspanned", pointer="query:", question="Is it asked?")
    report = draft_report(
        Validation(
            verdict="findings",
            findings=(finding("A-b", "rows:", "Say why."),),
            questions=(question,),
        )
    )
    assert report.splitlines() == [
        "verdict: findings, findings: 1",
        "[error] A-b rows:",
        "    Say why.",
        "questions that only a reviewer can answer:",
        "    Q1 COV-unspanned query:",
        "        Is it asked?",
    ]
