"""The human queue as a list: what `finrubric queue list` prints."""

from datetime import timedelta
from pathlib import Path

from cli.archive import open_archive
from cli.options import command_line
from cli.output import print_line, print_table
from contracts.contract import Json
from contracts.escalation import recoveries_left
from contracts.matter import Matter
from contracts.settings import Settings
from escalations.item import Item
from escalations.queue_rows import QueueRow, all_rows
from records.clock import SystemClock


async def listed(settings: Settings, *, only_open: bool) -> tuple[QueueRow, ...]:
    """The items as rows, first due first.

    Raises:
        InputError: no run was ever started there.
    """
    async with open_archive(settings) as archive, archive.database.reading() as reading:
        return await all_rows(reading, only_open=only_open, at=SystemClock().now())


def tell_list(found: tuple[QueueRow, ...], data: Path | None) -> None:
    """Print the queue for people."""
    if not found:
        print_line("Nothing waits for a person.")
        return
    print_table(
        ("Item", "State", "Of", "Stage", "Reason", "Left", "Age", "Due (UTC)", "For", "Claimed by"),
        [
            (
                row.item.id,
                row.item.state,
                *_whereabouts(row.item),
                age_text(row.age),
                f"{row.due:%Y-%m-%d %H:%M}{' overdue' if row.is_overdue else ''}",
                row.assignee or "",
                f"{row.claim.holder} until {row.claim.expires:%H:%M:%S}" if row.claim else "",
            )
            for row in found
        ],
    )
    print_line(f"`{command_line('queue show ITEM', data)}` says what can be decided.")


def age_text(age: timedelta) -> str:
    """How old something is, in its two largest units."""
    minutes = max(0, int(age.total_seconds())) // 60
    days, hours = minutes // 1440, minutes // 60 % 24
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {minutes % 60} min" if hours else f"{minutes} min"


def list_json(found: tuple[QueueRow, ...]) -> Json:
    """The queue as one document."""
    return [
        {
            "id": row.item.id,
            "kind": row.item.kind.value,
            "state": row.item.state,
            **_whereabouts_json(row.item),
            "opened": row.item.opened.isoformat(),
            "due": row.due.isoformat(),
            "is_overdue": row.is_overdue,
            "assignee": row.assignee,
            "comments": row.comments,
            "second_review": row.wants_second_review,
            "opinions": row.opinions,
            "claim": row.claim.as_json() if row.claim else None,
        }
        for row in found
    ]


def _whereabouts(item: Item) -> tuple[str, str, str, str]:
    """What an item is of, the stage, why it is there, and the recoveries left."""
    if isinstance(item, Matter):
        return item.subject, "", item.kind.value, ""
    return item.run, item.stage, item.reason.value, str(recoveries_left(item.attempt))


def _whereabouts_json(item: Item) -> dict[str, Json]:
    if isinstance(item, Matter):
        return {"subject": item.subject, "question": item.question}
    return {
        "run": item.run,
        "attempt": item.attempt,
        "recoveries_left": recoveries_left(item.attempt),
        "stage": item.stage,
        "reason": item.reason.value,
    }
