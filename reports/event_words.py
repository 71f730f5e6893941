"""Events of a run in words, for terminals and pages."""

from collections.abc import Mapping
from types import MappingProxyType

from contracts.event import EventKind
from reports.words import spoken

EVENT_WORDS: Mapping[EventKind, str] = MappingProxyType(
    {
        EventKind.RUN_STARTED: "run started",
        EventKind.RUN_RESUMED: "run resumed",
        EventKind.STAGE_STARTED: "under way",
        EventKind.STAGE_DONE: "done",
        EventKind.TURN_STARTED: "turn",
        EventKind.SANDBOX_CHOSEN: "sandbox",
        EventKind.SOURCE_LEFT_OUT: "source left out",
        EventKind.RECORDING_PLAYED: "roles played from a recording made by",
        EventKind.PROMPT_CHANGED: "prompt changed since the recording",
        EventKind.SAME_FAMILY: "warning, one family on both sides",
        EventKind.SAME_HARNESS: "warning, one harness on both sides",
        EventKind.COST_LIMITED: "calls may cost at most",
        EventKind.CALL_RESENT: "call failed",
        EventKind.ESCALATED: "needs a person",
        EventKind.ACCEPTED: "accepted",
        EventKind.FAILED: "failed, with both recoveries used",
        EventKind.CANCELLED: "cancelled",
        EventKind.STOPPED: "stopped",
    }
)


def event_text(kind: EventKind, detail: str) -> str:
    """What happened, on one line: `sandbox: docker`; of a stage its verdict: `passed`."""
    words = EVENT_WORDS[kind]
    if kind is EventKind.STAGE_DONE:
        return spoken(detail) or words
    if kind is EventKind.ESCALATED:
        return f"{words}: {spoken(detail)}"
    return f"{words}: {detail}" if detail not in {"", words} else words
