"""Pages of the web in a run: what roles opened, and how cited ones read when opened again."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.tools.name import ToolName
from agents.tools.pages import visit_in
from cli.archive import Archive
from cli.output import print_line, print_table
from contracts.contract import Json, parse_contract
from contracts.ids import RunId, Sha256, SourceId
from contracts.page import PageComparison, PageRecord
from contracts.page_reopening import PageReopenings
from reports.words import counted


class PageLine(NamedTuple):
    """One opening of one page."""

    who: str
    """The role and its activation, or the review that had it opened anew."""
    url: str
    came: str
    """What became of it, in words."""
    source: SourceId | None
    """The source that it is in the run; None where it became none."""
    record: Sha256 | None
    egress: Sha256 | None
    screenshot: Sha256 | None
    browser_image: str
    """Empty where the page was fetched without a browser, or none came."""

    def as_json(self) -> Json:
        """The line as JSON."""
        return dict(self._asdict())


async def page_lines(archive: Archive, run: RunId) -> tuple[PageLine, ...]:
    """Every opening of a run: those of roles first, then those for reviews.

    Raises:
        CorruptRun: a record that a row names is missing or changed.
    """
    lines: list[PageLine] = []
    for result in await archive.tool_log.named(f"run:{run}", ToolName.OPEN_PAGE):
        if visit := visit_in(result.outcome.text, archive.blobs):
            source = f"source {visit.item.card.id}" if visit.item else ""
            who = f"{result.key.role} {result.key.activation}"
            came = visit.reason or source
            its = visit.item.card.id if visit.item else None
            lines.append(_line(archive, who, (visit.url, came, its), visit.record, visit.egress))
    for row in await archive.journal.rows(run):
        if row.stage == "reopen":
            for page in archive.body(row, PageReopenings).body.pages:
                came = page.reason or _differs(page.differs)
                who = f"review {row.n}, again"
                said = (page.url, came, page.source_id)
                lines.append(_line(archive, who, said, page.record, page.egress))
    return tuple(lines)


def tell_pages(lines: Sequence[PageLine]) -> None:
    """Print the openings and the images they were made with; nothing where there was none."""
    if not lines:
        return
    print_table(
        ("Opened by", "Page", "Came to", "Record", "Proxy's log"),
        [
            (line.who, line.url, line.came, (line.record or "")[:12], (line.egress or "")[:12])
            for line in lines
        ],
    )
    for image in sorted({line.browser_image for line in lines} - {""}):
        print_line(f"Browser image: {image}")


def _line(
    archive: Archive,
    who: str,
    said: tuple[str, str, SourceId | None],
    record: Sha256 | None,
    egress: Sha256 | None,
) -> PageLine:
    url, came, source = said
    seen = None if record is None else parse_contract(archive.blobs.get(record), PageRecord)
    return PageLine(
        who=who,
        url=url,
        came=came,
        source=source,
        record=record,
        egress=egress,
        screenshot=seen.screenshot if seen else None,
        browser_image=seen.browser_image if seen else "",
    )


def _differs(differs: PageComparison | None) -> str:
    if differs is None or differs.is_same:
        return "a reader sees the same"
    lost = f", {counted(len(differs.quotes_lost), 'quote')} gone" if differs.quotes_lost else ""
    parts = f"; other {', '.join(differs.changed)}" if differs.changed else ""
    return f"{counted(differs.lines_removed, 'line')} gone, {differs.lines_added} new{lost}{parts}"
