"""Findings: what code or a reviewer has against a candidate, and the questions code passes on."""

from enum import StrEnum
from typing import Literal

from contracts.contract import Contract, Words
from contracts.ids import QuestionId


class Severity(StrEnum):
    """How much a finding weighs; nothing above `warning` may be open at acceptance."""

    BLOCKER = "blocker"
    """Only a human can go on."""
    ERROR = "error"
    """Must be mended by the writer."""
    WARNING = "warning"
    """Printed on the rubric."""


class Finding(Contract):
    """One thing that code has against a submission."""

    code: str
    """Stable code such as `TOL-rival`; see docs/validator.md."""
    severity: Severity
    pointer: str
    """File word and JSON pointer, such as `evidence:/targets/0/comparison`."""
    message: Words
    """What is wrong and what to do, in words a writer can act on."""


class Question(Contract):
    """What code cannot decide and hands to the content reviewer."""

    id: QuestionId
    code: str
    pointer: str
    question: Words


class GateReport(Contract):
    """The verdict of one coded gate over journaled bytes."""

    contract_name = "gate-report"

    gate: str
    verdict: Literal["passed", "findings", "blocked"]
    findings: tuple[Finding, ...]


class Validation(Contract):
    """The validator's verdict on one candidate: every finding at once, and open questions."""

    contract_name = "validation"

    verdict: Literal["passed", "findings", "blocked"]
    findings: tuple[Finding, ...]
    questions: tuple[Question, ...]
