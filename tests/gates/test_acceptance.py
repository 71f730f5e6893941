"""Nothing is accepted while one condition is unmet, absent or contradicted."""

import pytest

from gates.acceptance import AcceptanceInput, check_acceptance
from gates.code_tables import acceptance as table
from gates.codes import finding
from gates.confirmation import coded_checks, confirm
from gates.review import check_review
from gates.verdict import gate_report
from tests.builders import replaced, with_body
from tests.texas_review import (
    texas_acceptance_input,
    texas_confirmation_input,
    texas_confirmation_submission,
    texas_finding,
    texas_rerun,
    texas_review_input,
)

GOOD = texas_acceptance_input()
ERROR = finding("CTX-cutoff", "context:/cutoff", "Stands for any error.")
assert GOOD.validation
assert GOOD.review_check
assert GOOD.audit
REFUSED = confirm(
    coded_checks(texas_confirmation_input(frozen_budget="0" * 64)),
    texas_confirmation_submission(),
)
REVISE = check_review(texas_review_input(None, texas_rerun(outcome="failed")))
OPEN = {"findings": (ERROR,)}
ELSEWHERE = {"ACC-sign-off"}
"""Comes in the report of `gates.sign_off`, whose test has its cases."""
CASES: list[tuple[str, AcceptanceInput]] = [
    ("ACC-validation", texas_acceptance_input(validation=None)),
    (
        "ACC-validation",
        texas_acceptance_input(validation=replaced(GOOD.validation, verdict="findings", **OPEN)),
    ),
    ("ACC-review", texas_acceptance_input(review_check=None)),
    ("ACC-review", texas_acceptance_input(review_check=REVISE)),
    ("ACC-gate", texas_acceptance_input(gates=GOOD.gates[1:])),
    ("ACC-gate", texas_acceptance_input(gates=())),
    ("ACC-gate", texas_acceptance_input(gates=(*GOOD.gates, gate_report("budget", (ERROR,))))),
    ("ACC-confirmation", texas_acceptance_input(confirmation=None)),
    ("ACC-confirmation", texas_acceptance_input(confirmation=REFUSED)),
    ("ACC-audit", texas_acceptance_input(audit=None)),
    (
        "ACC-audit",
        texas_acceptance_input(audit=with_body(GOOD.audit, "/verdict", "findings")),
    ),
    (
        "ACC-open-finding",
        texas_acceptance_input(validation=replaced(GOOD.validation, **OPEN)),
    ),
    ("ACC-open-finding", texas_acceptance_input(audit=replaced(GOOD.audit, **OPEN))),
    (
        "ACC-open-finding",
        texas_acceptance_input(gates=(replaced(GOOD.gates[0], findings=(ERROR,)), *GOOD.gates[1:])),
    ),
    (
        "ACC-open-finding",
        texas_acceptance_input(
            review_check=replaced(GOOD.review_check, findings=(texas_finding(),))
        ),
    ),
]


@pytest.mark.parametrize(("code", "given"), CASES, ids=[code for code, _ in CASES])
def test_code_fires_on_its_bad_example_and_only_it(code: str, given: AcceptanceInput) -> None:
    report = check_acceptance(given)
    assert {item.code for item in report.findings} == {code}
    assert report.verdict == "findings"
    assert report.gate == "acceptance"


def test_everything_in_order_is_accepted_and_every_code_has_a_case() -> None:
    assert check_acceptance(GOOD).verdict == "passed"
    assert {code for code, _ in CASES} == {code.code for code in table.CODES} - ELSEWHERE


def test_minor_findings_and_warnings_do_not_stand_in_the_way() -> None:
    assert GOOD.validation is not None
    assert GOOD.review_check is not None
    review = replaced(GOOD.review_check, findings=(texas_finding(severity="minor"),))
    assert GOOD.validation.findings[0].severity == "warning"
    assert check_acceptance(texas_acceptance_input(review_check=review)).findings == ()


def test_every_unmet_condition_is_listed() -> None:
    nothing = AcceptanceInput(
        validation=None,
        review_check=None,
        gates=(),
        confirmation=None,
        audit=None,
    )
    found = [item.code for item in check_acceptance(nothing).findings]
    assert found == [
        "ACC-validation",
        "ACC-review",
        "ACC-confirmation",
        "ACC-audit",
        *["ACC-gate"] * 3,
    ]
    assert [item.pointer for item in check_acceptance(nothing).findings] == [
        "validation",
        "review",
        "confirmation",
        "audit",
        "factorization",
        "context",
        "composition",
    ]
    assert all("nothing" in i.message for i in check_acceptance(nothing).findings[:4])
