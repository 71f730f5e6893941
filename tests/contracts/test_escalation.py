import pytest

from contracts.counters import MAX_RECOVERIES
from contracts.decision import DecisionKind
from contracts.escalation import (
    Escalation,
    Reason,
    is_final,
    legal_decisions,
    recoveries_left,
    signable_findings,
    waivable_findings,
)
from contracts.finding import Finding, Severity
from tests.records.material import escalation

REJECT, RETURN = DecisionKind.REJECT, DecisionKind.RETURN
RETRY, EDIT = DecisionKind.RETRY, DecisionKind.EDIT
RELOCK, WAIVE = DecisionKind.RELOCK, DecisionKind.WAIVE
SIGN = DecisionKind.SIGN


def item(
    stage: str, *codes: str, attempt: int = 1, severity: Severity = Severity.ERROR
) -> Escalation:
    findings = tuple(
        Finding(code=code, severity=severity, pointer="rows:/0", message="is wrong")
        for code in codes
    )
    return escalation().model_copy(
        update={"stage": stage, "attempt": attempt, "findings": findings}
    )


@pytest.mark.parametrize(
    ("stage", "expected"),
    [
        ("factorize", (RETRY, EDIT, RELOCK, REJECT, RETURN)),
        ("budget", (RETRY, RELOCK, REJECT, RETURN)),
        ("contextualize", (RETRY, EDIT, RELOCK, REJECT, RETURN)),
        ("write", (RETRY, EDIT, RELOCK, REJECT, RETURN)),
        ("validate", (RETRY, EDIT, RELOCK, REJECT, RETURN)),
        ("review", (RETRY, EDIT, RELOCK, WAIVE, REJECT, RETURN)),
        ("compose", (RETRY, EDIT, RELOCK, REJECT, RETURN)),
        ("gates", (RETRY, EDIT, RELOCK, WAIVE, REJECT, RETURN)),
        ("confirm", (RETRY, EDIT, RELOCK, WAIVE, REJECT, RETURN)),
        ("accept", (RETRY, EDIT, RELOCK, REJECT, RETURN)),
    ],
)
@pytest.mark.parametrize("attempt", [1, 2])
def test_legal_decisions_of_each_stage(
    stage: str, expected: tuple[DecisionKind, ...], attempt: int
) -> None:
    assert legal_decisions(item(stage, "review-material", attempt=attempt)) == expected


@pytest.mark.parametrize("stage", ["factorize", "budget", "review", "gates", "accept"])
def test_after_two_recoveries_a_run_ends_or_waits(stage: str) -> None:
    assert legal_decisions(item(stage, "review-material", attempt=3)) == (REJECT, RETURN)


def test_recoveries_left_go_down_with_each_attempt() -> None:
    assert [recoveries_left(attempt) for attempt in (1, 2, 3, 4)] == [MAX_RECOVERIES, 1, 0, 0]


@pytest.mark.parametrize(
    "code",
    [
        "PTS-total",
        "CUT-after",
        "CON-host",
        "DEP-cycle",
        "EVD-number",
        "FAC-as-of-unbound",
        "BUD-too-many-obligations",
        "AUD-blocked-host",
        "session-deadline",
        "contract-missing",
        "CMP-total",
        "CMP-points",
        "CMP-block-total",
        "CMP-point-step",
        "CMP-outcome-minority",
        "confirmation-points_total",
        "confirmation-outcome_majority",
        "confirmation-frozen_ids",
        "confirmation-evidence_unchanged",
    ],
)
@pytest.mark.parametrize("stage", ["review", "gates", "confirm"])
def test_arithmetic_and_grounds_are_never_waived(stage: str, code: str) -> None:
    blocked = item(stage, code)
    assert waivable_findings(blocked) == ()
    assert WAIVE not in legal_decisions(blocked)


@pytest.mark.parametrize(
    "code",
    ["review-material", "CMP-finding-open", "confirmation-rows_judgeable_once", "TXT-digits"],
)
@pytest.mark.parametrize("stage", ["review", "gates", "confirm"])
def test_named_errors_of_judgement_are_waived(stage: str, code: str) -> None:
    blocked = item(stage, "PTS-total", code)
    assert [found.code for found in waivable_findings(blocked)] == [code]
    assert WAIVE in legal_decisions(blocked)


@pytest.mark.parametrize("severity", [Severity.BLOCKER, Severity.WARNING])
def test_only_errors_are_waived(severity: Severity) -> None:
    assert waivable_findings(item("review", "review-material", severity=severity)) == ()


@pytest.mark.parametrize(
    ("attempt", "expected"),
    [
        (1, (SIGN, RETRY, EDIT, RELOCK, REJECT, RETURN)),
        (3, (SIGN, REJECT, RETURN)),
    ],
)
def test_a_signature_is_given_in_every_attempt_and_where_it_is_asked_for(
    attempt: int, expected: tuple[DecisionKind, ...]
) -> None:
    plain = item("accept", "ACC-sign-off", attempt=attempt, severity=Severity.BLOCKER)
    asking = plain.model_copy(update={"reason": Reason.SIGNATURE_NEEDED})
    assert legal_decisions(asking) == expected
    assert signable_findings(asking) == plain.findings
    assert signable_findings(plain) == ()
    assert SIGN not in legal_decisions(plain)


def test_only_a_signature_can_come_after_two_recoveries() -> None:
    last = {reason: [is_final(attempt, reason) for attempt in (2, 3, 4)] for reason in Reason}
    assert last.pop(Reason.SIGNATURE_NEEDED) == [False, False, True]
    assert {tuple(found) for found in last.values()} == {(False, True, True)}
