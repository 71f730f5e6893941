"""Where runs stand and how long ago things were, in words of pages."""

from datetime import datetime
from typing import NamedTuple

from contracts.event import Stop
from escalations.standing import Standing
from records.runs import RunStatus
from reports.words import counted

_OF_STATUS: dict[RunStatus, tuple[str, str]] = {
    RunStatus.ACCEPTED: ("Accepted", "good"),
    RunStatus.ACCEPTED_WITH_WAIVER: ("Accepted with a waiver", "caution"),
    RunStatus.REJECTED: ("Rejected by a person", "bad"),
    RunStatus.FAILED: ("Failed, both recoveries used", "bad"),
    RunStatus.CANCELLED: ("Cancelled", "plain"),
    RunStatus.BLOCKED: ("Waits for a person", "caution"),
}
_OF_STOP: dict[Stop, str] = {
    Stop.SIGNAL: "Stopped by a signal",
    Stop.ENVIRONMENT: "Stopped by its environment",
    Stop.DRIFT: "Stopped: differs from its recording",
    Stop.LOCK: "Stopped: configuration changed",
    Stop.RECORDS: "Stopped: records disagree",
    Stop.MODEL: "Stopped: a model broke the protocol",
    Stop.OTHER: "Stopped",
}


class StatusWords(NamedTuple):
    """A status as a badge."""

    text: str
    tone: str
    """`good`, `caution`, `bad`, `accent` or `plain`, as badges are coloured."""


def status_words(standing: Standing) -> StatusWords:
    """Where a run stands, in a few words."""
    if standing.row.status is not None:
        return StatusWords(*_OF_STATUS[standing.row.status])
    if standing.is_held:
        return StatusWords("Under way", "accent")
    if standing.stop is not None:
        return StatusWords(_OF_STOP[standing.stop], "bad")
    if standing.is_decided:
        return StatusWords("Decided, waits for the runner", "accent")
    return StatusWords("Interrupted", "caution")


def is_over(standing: Standing) -> bool:
    """Whether nothing can come of a run any more."""
    return standing.row.status not in (None, RunStatus.BLOCKED)


def age_text(since: datetime, now: datetime) -> str:
    """How long ago something was: `14 s`, `3 min`, `5 h`, `12 days`."""
    seconds = max(0, round((now - since).total_seconds()))
    if seconds < 90:
        return f"{seconds} s"
    if seconds < 90 * 60:
        return f"{seconds // 60} min"
    if seconds < 36 * 3600:
        return f"{seconds // 3600} h"
    return counted(seconds // 86_400, "day")


def advice_text(standing: Standing, *, was_decided: bool = False) -> str:
    """What a person can do about a run that stopped; empty where nothing stopped it.

    Args:
        standing: where the run stands.
        was_decided: whether people have decided on it before.
    """
    if standing.can_resume:
        return "Mend what is named, then ask the runner to go on."
    match standing.stop:
        case Stop.DRIFT if was_decided:
            return (
                "A recording fits only the guidance it was recorded with, word for word, and no "
                "retry without it. Going on stops here again: start a new run and paste the words "
                "of the recording, which for our examples stand in the README."
            )
        case Stop.DRIFT:
            return (
                "Going on plays the same recording over the same sources and stops here again. "
                "Mend the recording first, or start a new run."
            )
        case Stop.LOCK if standing.row.status is RunStatus.BLOCKED:
            return "The configuration has changed since the decision; decide again."
        case Stop.LOCK:
            return f"Put the bytes back; `finrubric lock check {standing.row.id}` names them."
        case Stop.RECORDS:
            return "Put the named file back from a backup, or start a new run."
        case Stop.MODEL:
            return "Going on finds the same answers. Start a new run."
        case _:
            return ""
