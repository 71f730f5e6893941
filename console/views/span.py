"""Spans of time in words."""

from datetime import timedelta


def span_text(span: timedelta) -> str:
    """A span in its two largest units: `3 d 4 h`, `2 h 5 min`, `40 s`."""
    seconds = max(0, int(span.total_seconds()))
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, left = divmod(rest, 60)
    if days:
        return f"{days} d {hours} h" if hours else f"{days} d"
    if hours:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    return f"{minutes} min" if minutes else f"{left} s"
