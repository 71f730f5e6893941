"""What a profile wants a person to sign before acceptance; code sees whether it applies."""

from collections.abc import Iterator
from dataclasses import dataclass

from contracts.context import Context
from contracts.evidence import Evidence
from contracts.finding import GateReport, Validation
from contracts.profile import Profile, SignOff
from gates.codes import finding
from gates.verdict import gate_report


@dataclass(frozen=True, slots=True)
class SignOffInput:
    """A rubric about to be accepted, and the profile it is made under."""

    profile: Profile
    context: Context
    evidence: Evidence
    validation: Validation


def check_sign_offs(given: SignOffInput) -> GateReport:
    """One blocker per sign-off of the profile that this rubric calls for."""
    reasons = dict(_called(given))
    return gate_report(
        "sign_off",
        [
            finding(
                "ACC-sign-off",
                f"profile:/sign_offs/{place}",
                f"profile {given.profile.name} asks for a signature ({name}): {reasons[name]}",
            )
            for place, name in enumerate(given.profile.sign_offs)
            if name in reasons
        ],
    )


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
