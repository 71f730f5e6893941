"""What a profile wants a person to sign before acceptance; code sees whether it applies."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from contracts.context import Context
from contracts.decision import Decision, FindingRef
from contracts.evidence import Evidence
from contracts.finding import GateReport, Validation
from contracts.profile import Profile, SignOff
from contracts.rubric import Signature
from gates.codes import finding
from gates.verdict import gate_report


@dataclass(frozen=True, slots=True)
class SignOffInput:
    """A rubric about to be accepted, and the profile it is made under."""

    profile: Profile
    context: Context
    evidence: Evidence
    validation: Validation


def check_sign_offs(given: SignOffInput, decisions: Collection[Decision] = ()) -> GateReport:
    """One blocker per sign-off of the profile that this rubric calls for and nobody gave.

    Args:
        given: the rubric to be.
        decisions: signatures in force: those given on this candidate and composition.
    """
    return gate_report(
        "sign_off",
        [
            finding(
                ref.code,
                ref.pointer,
                f"profile {given.profile.name} asks for a signature ({name}): {why}",
            )
            for ref, name, why in _asked(given)
            if not _given(ref, decisions)
        ],
    )


def signatures(given: SignOffInput, decisions: Collection[Decision]) -> tuple[Signature, ...]:
    """Who gave which signature that this rubric calls for, the newest where there are several."""
    return tuple(
        Signature(sign_off=name, why=why, by=made.by, at=made.at, note=made.note)
        for ref, name, why in _asked(given)
        for made in _given(ref, decisions)[-1:]
    )


def _given(ref: FindingRef, decisions: Collection[Decision]) -> tuple[Decision, ...]:
    return tuple(made for made in decisions if ref in made.signed)


def _asked(given: SignOffInput) -> Iterator[tuple[FindingRef, SignOff, str]]:
    reasons = dict(_called(given))
    for place, name in enumerate(given.profile.sign_offs):
        if name in reasons:
            ref = FindingRef(code="ACC-sign-off", pointer=f"profile:/sign_offs/{place}")
            yield ref, name, reasons[name]


def _called(given: SignOffInput) -> Iterator[tuple[SignOff, str]]:
    yield SignOff.EVERY_RUBRIC, "no rubric is accepted without one"
    dates = sum(item.code == "CUT-unverified" for item in given.validation.findings)
    if dates:
        yield SignOff.UNVERIFIED_DATES, f"sources dated without verification: {dates}"
    accepted = [
        f"{convention.id} {rival.reading_id}"
        for convention in given.evidence.conventions
        for rival in convention.rivals
        if rival.treatment == "accept"
    ]
    if accepted:
        yield SignOff.ACCEPTED_RIVALS, f"more than one reading is right: {', '.join(accepted)}"
    if given.context.schema_origin == "authored":
        yield SignOff.AUTHORED_CRITERIA, "no task of the bank gave the criteria"
