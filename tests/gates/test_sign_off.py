"""A signature that a profile asks for blocks acceptance by name, and only where it applies."""

import pytest

from contracts.decision import DecisionKind, FindingRef
from contracts.profile import SignOff
from gates.acceptance import check_acceptance
from gates.codes import finding
from gates.sign_off import SignOffInput, check_sign_offs, signatures
from gates.validator import validate
from tests.builders import texas_context, texas_evidence, texas_input, texas_profile
from tests.contract_edit import replaced, with_body
from tests.escalations.material import decision, waiting
from tests.texas_review import texas_acceptance_input

PASSED = validate(texas_input())


def given(*sign_offs: SignOff) -> SignOffInput:
    return SignOffInput(
        profile=replaced(texas_profile(), sign_offs=sign_offs),
        context=texas_context(),
        evidence=texas_evidence(),
        validation=replaced(PASSED, findings=()),
    )


def with_rival() -> SignOffInput:
    evidence = with_body(texas_evidence(), "/conventions/0/rivals/0/treatment", "accept")
    plain = given(SignOff.ACCEPTED_RIVALS)
    return SignOffInput(plain.profile, plain.context, evidence, plain.validation)


def with_date() -> SignOffInput:
    plain = given(SignOff.UNVERIFIED_DATES)
    dated = replaced(
        PASSED, findings=(finding("CUT-unverified", "evidence:/sources/0", "Copied."),)
    )
    return SignOffInput(plain.profile, plain.context, plain.evidence, dated)


def with_authored() -> SignOffInput:
    plain = given(SignOff.AUTHORED_CRITERIA)
    context = replaced(texas_context(), schema_origin="authored", task_id=None)
    return SignOffInput(plain.profile, context, plain.evidence, plain.validation)


@pytest.mark.parametrize(
    "called", [given(SignOff.EVERY_RUBRIC), with_rival(), with_date(), with_authored()]
)
def test_a_called_signature_blocks_acceptance(called: SignOffInput) -> None:
    report = check_sign_offs(called)
    (name,) = called.profile.sign_offs
    assert report.verdict == "blocked"
    (found,) = report.findings
    assert (found.code, found.pointer) == ("ACC-sign-off", "profile:/sign_offs/0")
    assert name in found.message
    good = texas_acceptance_input()
    assert check_acceptance(good).verdict == "passed"
    signed = texas_acceptance_input(gates=(*good.gates, report))
    assert check_acceptance(signed).verdict != "passed"


def test_a_signature_that_was_given_blocks_no_more_and_is_named() -> None:
    called = given(SignOff.AUTHORED_CRITERIA, SignOff.EVERY_RUBRIC)
    asked = FindingRef(code="ACC-sign-off", pointer="profile:/sign_offs/1")
    made = decision(waiting(stage="accept"), DecisionKind.SIGN).model_copy(
        update={"signed": (asked,)}
    )
    assert check_sign_offs(called, [made]).verdict == "passed"
    (signature,) = signatures(called, [made])
    assert (signature.sign_off, signature.by) == (SignOff.EVERY_RUBRIC, "ada")
    assert (signature.at, signature.note) == (made.at, made.note)


def test_of_several_signatures_the_newest_counts() -> None:
    called = given(SignOff.EVERY_RUBRIC)
    asked = FindingRef(code="ACC-sign-off", pointer="profile:/sign_offs/0")
    item = waiting(stage="accept")
    made = [
        decision(item, DecisionKind.SIGN, n=n, by=by).model_copy(update={"signed": (asked,)})
        for n, by in enumerate(("ada", "bob"), start=1)
    ]
    assert [signature.by for signature in signatures(called, made)] == ["bob"]
    assert check_sign_offs(called, made).gate == "sign_off"


def test_a_signature_counts_for_what_it_names_only() -> None:
    called = given(SignOff.EVERY_RUBRIC)
    other = FindingRef(code="ACC-sign-off", pointer="profile:/sign_offs/1")
    made = decision(waiting(stage="accept"), DecisionKind.SIGN).model_copy(
        update={"signed": (other,)}
    )
    assert check_sign_offs(called, [made]).verdict == "blocked"
    assert signatures(called, [made]) == ()


def test_what_is_not_called_for_needs_no_signature() -> None:
    others = [item for item in SignOff if item is not SignOff.EVERY_RUBRIC]
    assert check_sign_offs(given()).verdict == "passed"
    assert texas_context().schema_origin == "bank"
    assert check_sign_offs(given(*others)).verdict == "passed"
