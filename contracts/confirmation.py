"""The confirmation: eight checks, five by code and three by a fresh session."""

from typing import Annotated, Literal

from pydantic import Field

from contracts.contract import Contract, Words

CodedCheck = Literal[
    "points_total", "outcome_majority", "frozen_ids", "edits_have_findings", "evidence_unchanged"
]
JudgedCheck = Literal[
    "asked_in_full_and_nothing_more", "rows_judgeable_once", "points_follow_decision"
]


class JudgedOutcome(Contract):
    """One check that only a reader can make."""

    check: JudgedCheck
    passed: bool
    note: Words


class ConfirmationSubmission(Contract):
    """What the confirming session submits."""

    contract_name = "confirmation-submission"

    checks: Annotated[tuple[JudgedOutcome, ...], Field(min_length=3, max_length=3)]


class CodedOutcome(Contract):
    """One check that code makes."""

    check: CodedCheck
    passed: bool
    note: Words


class Confirmation(Contract):
    """All eight checks on one composition."""

    contract_name = "confirmation"

    coded: Annotated[tuple[CodedOutcome, ...], Field(min_length=5, max_length=5)]
    judged: Annotated[tuple[JudgedOutcome, ...], Field(min_length=3, max_length=3)]
    verdict: Literal["confirmed", "refused"]
