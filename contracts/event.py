"""What happened in a run, in order: for progress, the transcript and the audit."""

from datetime import datetime
from enum import StrEnum

from contracts.contract import Contract
from contracts.ids import RunId


class EventKind(StrEnum):
    """Every kind of event; a reader that meets another one must stop, not skip it."""

    RUN_STARTED = "run_started"
    RUN_RESUMED = "run_resumed"
    STAGE_STARTED = "stage_started"
    STAGE_DONE = "stage_done"
    TURN_STARTED = "turn_started"
    TOOL_USED = "tool_used"
    SANDBOX_CHOSEN = "sandbox_chosen"
    SOURCE_LEFT_OUT = "source_left_out"
    """A source of the corpus was not known by the cutoff; its date and reason are the detail."""
    RECORDING_PLAYED = "recording_played"
    """A recording answers in place of models; the detail is who made it, `hand` or models."""
    PROMPT_CHANGED = "prompt_changed"
    ESCALATED = "escalated"
    ACCEPTED = "accepted"
    FAILED = "failed"
    """Blocked again with both recoveries used."""
    CANCELLED = "cancelled"
    STOPPED = "stopped"
    """The environment stopped the run; its reason is the detail. The run can be resumed."""


class Event(Contract):
    """One event; `detail` is words for people, `stage` and `role` are for code."""

    contract_name = "event"

    run: RunId
    seq: int
    kind: EventKind
    at: datetime
    stage: str = ""
    role: str = ""
    detail: str = ""
