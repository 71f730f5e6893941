"""What people decided on a run, as it is shown; waivers and signatures stand beside the status."""

from dataclasses import dataclass

from contracts.decision import Decision
from contracts.rubric import Rubric
from reports.words import moment_text, spoken


@dataclass(frozen=True, slots=True)
class DecisionView:
    """One decision of a person and what it gave the run."""

    what: str
    """Kind and attempt: `Retry after attempt 1`."""
    by: str
    at: str
    reason: str
    note: str
    guidance: str
    """What the role that went on was told; may be empty."""
    gives: tuple[str, ...]
    """Findings closed, files replaced, sources added, each in words."""


def decision_view(decision: Decision) -> DecisionView:
    """A decision in the words of a print."""
    sources = (f"{item.card.title} ({item.card.id})" for item in decision.sources)
    return DecisionView(
        what=f"{decision.kind.value.capitalize()} after attempt {decision.attempt}",
        by=decision.by,
        at=moment_text(decision.at),
        reason=spoken(decision.reason.value),
        note=decision.note,
        guidance=decision.guidance,
        gives=(
            *(f"finding closed: {words}" for words in closed_findings(decision)),
            *(f"signature given: {item.code} ({item.pointer})" for item in decision.signed),
            *(f"file replaced: {item.name}" for item in decision.files),
            *(f"source added: {words}" for words in sources),
        ),
    )


def closed_findings(decision: Decision) -> tuple[str, ...]:
    """The findings that a decision closes: `review-material (review:F1)`."""
    return tuple(f"{item.code} ({item.pointer})" for item in decision.waived)


def waiver_texts(rubric: Rubric) -> tuple[str, ...]:
    """Per waiver: what was closed, by whom, and the note; empty for a rubric without one."""
    return tuple(
        f"{', '.join(closed_findings(item))} waived by {item.by}: {item.note}"
        for item in rubric.waivers
    )


def signature_texts(rubric: Rubric) -> tuple[str, ...]:
    """Per signature: what the profile wanted signed and why, by whom, when, and the note."""
    return tuple(
        f"{spoken(item.sign_off.value)} ({item.why}), by {item.by}, {moment_text(item.at)}: "
        f"{item.note}"
        for item in rubric.signatures
    )
