"""Where a run without a word stands: under way, stopped and by what, and what to do about it."""

from dataclasses import dataclass
from pathlib import Path

from cli.archive import Archive
from cli.options import command_line
from contracts.contract import Json
from contracts.event import EventKind, Stop, stop_of
from escalations.decisions import decision_rows
from records.clock import SystemClock
from records.lease import is_held
from records.runs import RunRow, RunStatus


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a run stands."""

    row: RunRow
    stop: Stop | None
    """What stopped it, when that is the last that happened."""
    reason: str
    """The stop in words, else empty."""
    is_held: bool
    """Whether a process works on it now."""
    is_decided: bool
    """Whether a human's decision waits to be obeyed."""

    @property
    def word(self) -> str:
        """The run's own word, else `stopped: drift`, `under way`, `decided` or `interrupted`."""
        if self.row.status is not None:
            return self.row.status.value
        if self.is_held:
            return "under way"
        if self.stop is not None:
            return f"stopped: {self.stop.value}"
        return "decided" if self.is_decided else "interrupted"

    def stopped_json(self) -> Json:
        """The stop as JSON; None where nothing stopped it."""
        if self.stop is None:
            return None
        return {
            "by": self.stop.value,
            "reason": self.reason,
            "can_resume": self.can_resume,
        }

    @property
    def can_resume(self) -> bool:
        """Whether a resume alone can get any further."""
        is_open = self.row.status is None and not self.is_held
        return is_open and (self.stop is None or self.stop.can_resume)

    def advice(self, data: Path | None) -> str:
        """What to do, with the exact command; empty where there is nothing to do."""
        resume = command_line(f"runs resume {self.row.id}", data)
        check = command_line(f"lock check {self.row.id}", data)
        if self.can_resume:
            return f"Go on with: {resume}"
        match self.stop:
            case Stop.DRIFT:
                return (
                    "A resume plays the same recording over the sources this run keeps and stops "
                    f"here again. Mend the recording, then: {resume}; or start a new run"
                )
            case Stop.LOCK if self.row.status is RunStatus.BLOCKED:
                return f"The configuration has changed ({check} names what); decide again"
            case Stop.LOCK:
                return f"Put the bytes back ({check} names them), then: {resume}"
            case Stop.RECORDS:
                return "Put the named file back from a backup, or start a new run"
            case Stop.MODEL:
                return "A resume finds the same recorded answers. Start a new run"
            case _:
                return ""


async def standing_of(archive: Archive, row: RunRow) -> Standing:
    """Read where a run stands. A stop before its end or its newest decision is past.

    Raises:
        CorruptRun: its last event is of a kind that this version does not know.
    """
    held = await is_held(archive.database, row.id, SystemClock().now())
    pending = [
        made.decision
        for made in await decision_rows(archive.database, row.id)
        if made.consumed is None and made.voided is None
    ]
    last = await archive.events.last(row.id)
    is_stopped = last is not None and last.kind is EventKind.STOPPED
    is_past = row.status not in (None, RunStatus.BLOCKED)
    if last is None or not is_stopped or is_past or any(last.at < made.at for made in pending):
        return Standing(row, None, "", held, bool(pending))
    stop, reason = stop_of(last.detail)
    return Standing(row, stop, reason, held, bool(pending))
