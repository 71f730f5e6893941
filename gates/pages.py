"""Pages of the web that roles asked for, against the cutoff: none that fails it was shown."""

from collections.abc import Iterator, Mapping

from contracts.cutoff import Cutoff, Known
from contracts.finding import Finding
from contracts.left_out import reason_left_out
from contracts.page_visit import PageVisit
from gates.codes import finding


def page_findings(visits: Mapping[str, PageVisit], cutoff: Cutoff) -> Iterator[Finding]:
    """One finding for each page that came and that the cutoff leaves out."""
    for place, visit in visits.items():
        if visit.item is None:
            continue
        times = visit.item.card.times
        known = times.known_by(cutoff)
        if known.passes:
            continue
        code = "AUD-source-late" if known is Known.AFTER else "AUD-page-unproved"
        reason = reason_left_out(times, cutoff)
        yield finding(code, place, f"{visit.item.card.url}, which was not shown: {reason}")
