"""A composition with all that its gate holds it against."""

from dataclasses import dataclass, replace

from contracts.composition import Composition
from contracts.counters import Counters
from contracts.decision import FindingRef
from contracts.finding import Finding, Validation
from contracts.ids import Sha256
from contracts.reproduction import Reproduction
from contracts.review import Review, ReviewCheck
from contracts.rows import Candidate
from gates.code import Family
from gates.composition import CompositionInput
from gates.rendering import reference_values
from gates.validator import validate
from gates.waiver import waive_review
from orchestrator.deps import Kept
from orchestrator.materials import (
    Settled,
    Submitted,
    read_settled,
    read_submitted,
    validation_input,
)
from orchestrator.reader import Read, read
from orchestrator.recovery import Recovery, read_recoveries, waived_findings, waivers_in_force


@dataclass(frozen=True, slots=True)
class Passed:
    """The candidate that the content review passed, with everything said about it."""

    settled: Settled
    submitted: Submitted
    reproduction: Read[Reproduction]
    validation: Read[Validation]
    review: Read[Review]
    check: Read[ReviewCheck]
    recoveries: tuple[Recovery, ...]
    """How people helped the run on its way here."""

    @property
    def waived(self) -> tuple[FindingRef, ...]:
        """Findings that a human's waiver closes."""
        return waived_findings(waivers_in_force(self.recoveries))

    @property
    def fingerprints(self) -> tuple[Sha256, ...]:
        """Fingerprints of everything a composition is made from."""
        return (
            *self.settled.fingerprints,
            *self.submitted.fingerprints,
            self.review.fingerprint,
            self.check.fingerprint,
        )


async def read_passed(deps: Kept, counters: Counters) -> Passed:
    """What the stages up to the last content review left."""
    attempt, candidate, n = counters.attempt, counters.candidate, counters.revisions + 1
    return Passed(
        settled=await read_settled(deps, attempt, candidate),
        submitted=await read_submitted(deps, attempt, candidate),
        reproduction=await read(deps, Reproduction, "reproduce", attempt=attempt, n=candidate),
        validation=await read(deps, Validation, "validate", attempt=attempt, n=candidate),
        review=await read(deps, Review, "review", attempt=attempt, n=n),
        check=await read(deps, ReviewCheck, "review", attempt=attempt, n=n),
        recoveries=await read_recoveries(deps, attempt),
    )


def composition_input(passed: Passed, composition: Composition) -> CompositionInput:
    """What the composition gate decides on."""
    evidence = passed.submitted.evidence.body
    return CompositionInput(
        budget=passed.settled.budget,
        evidence=evidence,
        before=passed.submitted.rows.body,
        review_findings=waive_review(passed.check.body, passed.waived).findings,
        values=reference_values(passed.settled.factorization, evidence),
        composition=composition,
        row_findings=_row_findings(passed, composition),
    )


def _row_findings(passed: Passed, composition: Composition) -> tuple[Finding, ...]:
    """What the validator says of the composed rows; points are the composition gate's own."""
    submitted = passed.submitted
    files = (submitted.evidence.body, submitted.rows.body, submitted.scripts.body)
    given = validation_input(passed.settled, files, passed.reproduction.body)
    found = validate(replace(given, rows=Candidate(rows=composition.rows)))
    before = set(passed.validation.body.findings)
    return tuple(
        finding
        for finding in found.findings
        if finding not in before and not finding.code.startswith(f"{Family.PTS}-")
    )
