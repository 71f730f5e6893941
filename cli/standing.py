"""What to do about where a run stands, as the command to type."""

from pathlib import Path

from cli.archive import Archive
from cli.options import command_line
from contracts.event import Stop
from escalations.standing import Standing, standings
from records.clock import SystemClock
from records.runs import RunRow, RunStatus


def advice(standing: Standing, data: Path | None) -> str:
    """What to do, with the exact command; empty where there is nothing to do."""
    row = standing.row
    resume = command_line(f"runs resume {row.id}", data)
    check = command_line(f"lock check {row.id}", data)
    if standing.can_resume:
        return f"Go on with: {resume}"
    match standing.stop:
        case Stop.DRIFT:
            return (
                "A resume plays the same recording over the sources this run keeps and stops "
                f"here again. Mend the recording, then: {resume}; or start a new run"
            )
        case Stop.LOCK if row.status is RunStatus.BLOCKED:
            return f"The configuration has changed ({check} names what); decide again"
        case Stop.LOCK:
            return f"Put the bytes back ({check} names them), then: {resume}"
        case Stop.RECORDS:
            return "Put the named file back from a backup, or start a new run"
        case Stop.MODEL:
            return "A resume finds the same recorded answers. Start a new run"
        case _:
            return ""


async def standings_of(archive: Archive, *rows: RunRow) -> tuple[Standing, ...]:
    """Read where runs stand.

    Raises:
        CorruptRun: a run's last event is of a kind that this version does not know.
    """
    async with archive.database.reading() as reading:
        return await standings(reading, rows, SystemClock().now())
