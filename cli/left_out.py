"""What is printed of sources that a run leaves out for their date."""

from collections.abc import Sequence

from cli.output import print_line
from contracts.contract import Json
from contracts.left_out import LeftOut
from reports.words import counted


def left_out_json(items: Sequence[LeftOut]) -> Json:
    """Sources left out as JSON."""
    return [
        {
            "id": item.card.id,
            "title": item.card.title,
            "known": item.known.value,
            "reason": item.reason,
        }
        for item in items
    ]


def tell_left_out(items: Sequence[LeftOut]) -> None:
    """Print which sources were left out and why; nothing where all were known."""
    if not items:
        return
    print_line(f"\nLeft out, not known by the cutoff: {counted(len(items), 'source')}.")
    for item in items:
        print_line(f"  - {item.card.id}: {item.reason}. {item.card.title}")
