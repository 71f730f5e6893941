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
    SANDBOX_CHOSEN = "sandbox_chosen"
    SOURCE_LEFT_OUT = "source_left_out"
    """A source of the corpus was not known by the cutoff; its date and reason are the detail."""
    RECORDING_PLAYED = "recording_played"
    """A recording answers in place of models; the detail is who made it, `hand` or models."""
    PROMPT_CHANGED = "prompt_changed"
    SAME_FAMILY = "same_family"
    """Writer's and reviewer's side share a family of models, and a person let that pass."""
    SAME_HARNESS = "same_harness"
    """Writer's and reviewer's side run in one harness."""
    COST_LIMITED = "cost_limited"
    """The most that calls may cost, such as `5.00 USD`; the newest one holds."""
    CALL_RESENT = "call_resent"
    """A call of a model failed and is sent again; the detail is the fault, the wait and words."""
    ESCALATED = "escalated"
    ACCEPTED = "accepted"
    FAILED = "failed"
    """Blocked again with both recoveries used."""
    CANCELLED = "cancelled"
    STOPPED = "stopped"
    """Something stopped the run, which has no word for it; the detail is a `Stop`, then words."""


class Stop(StrEnum):
    """What kind of thing stopped a run; the first two let it go on by a resume as it is."""

    SIGNAL = "signal"
    ENVIRONMENT = "environment"
    """Disk, engine, provider or database."""
    DRIFT = "drift"
    """What a replay was shown differs from its recording."""
    LOCK = "lock"
    """The configuration is not that of the run's start."""
    RECORDS = "records"
    """Journal, ledger and files disagree."""
    MODEL = "model"
    """A model did not keep to the turn protocol."""
    OTHER = "other"

    @property
    def can_resume(self) -> bool:
        """Whether a resume alone can get any further."""
        return self in (Stop.SIGNAL, Stop.ENVIRONMENT, Stop.OTHER)


def stop_detail(stop: Stop, reason: str) -> str:
    """The detail of a `stopped` event; `stop_of` reads it."""
    return f"{stop.value}: {reason}"


def stop_of(detail: str) -> tuple[Stop, str]:
    """What stopped a run, and its reason in words; a detail without a kind is `other`."""
    word, colon, reason = detail.partition(": ")
    if colon and word in set(Stop):
        return Stop(word), reason
    return Stop.OTHER, detail


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
