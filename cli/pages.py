"""`finrubric sources open`: one page, opened in a browser behind the proxy, and opened again."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import DataOption, JsonOption, settings_of

if TYPE_CHECKING:
    from contracts.ids import Sha256
    from contracts.page import PageComparison, PageRecord
    from contracts.settings import Settings
    from records.files import Blobs


def open_page(
    url: Annotated[str, typer.Argument(help="Address, http or https.")],
    again: Annotated[
        str | None,
        typer.Option(help="The record that an earlier call printed: say what has changed since."),
    ] = None,
    quote: Annotated[
        list[str] | None, typer.Option(help="With --again: a quote that must still stand there.")
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Open a page in Chromium behind the egress proxy, and keep what a reader sees."""
    from cli.loop import run
    from cli.output import print_json
    from contracts.contract import canonical, parse_contract
    from contracts.page import PageRecord
    from records.files import Blobs
    from sources.browser.reopening import compare_pages
    from sources.store.snapshots import Snapshots

    settings = settings_of(data)
    blobs = Blobs(settings.data_dir)
    snapshots = Snapshots(blobs)
    first = parse_contract(snapshots.data(again), PageRecord) if again else None
    record = run(_opened(url, settings, blobs), when_stopped="Nothing was kept; open it again.")
    kept = blobs.put(canonical(record))
    differs = compare_pages(first, record, snapshots, quote or ()) if first else None
    if as_json:
        found = None if differs is None else differs.model_dump(mode="json")
        print_json({"record": kept, "page": record.model_dump(mode="json"), "differs": found})
        return
    tell_page(record, kept, settings.data_dir, differs)


async def _opened(url: str, settings: "Settings", blobs: "Blobs") -> "PageRecord":
    from sandboxes.sandbox import Labels
    from sources.browser.browser import docker_browser
    from sources.browser.page import keep_page
    from sources.web.address import read_address

    browser = await docker_browser(settings)
    _ = read_address(url, browser.egress.policy.deny)  # before a network is made
    with tempfile.TemporaryDirectory(prefix="finrubric-") as folder:
        async with browser.session(Path(folder), Labels("none", "browser", 1, 1)) as opened:
            page = await opened.open(url)
            log = await opened.log()
        return keep_page(page, log, browser.image, blobs)


def tell_page(
    record: "PageRecord", kept: "Sha256", data: Path, differs: "PageComparison | None"
) -> None:
    """Print what was seen, and how it differs from an earlier time."""
    from cli.output import print_line

    print_line(f"{record.status} {record.final_url}")
    for step in record.redirects:
        print_line(f"  sent on by {step.url} ({step.status})")
    print_line(f"Title: {record.title}" if record.title else "No title.")
    for date in record.dates:
        print_line(f"{date.of}: {date.stated} ({date.where}; {date.time.basis.value})")
    if not any(date.time.proves_date for date in record.dates):
        print_line("No date that proves anything is stated.")
    for name in ("body", "text", "screenshot", "egress"):
        print_line(f"{name}: {getattr(record, name)}")
    print_line(f"record: {kept} (all below {data / 'blobs'})")
    if differs is not None:
        _print_differences(differs)


def _print_differences(differs: "PageComparison") -> None:
    from cli.output import print_line

    if differs.is_same:
        print_line("A reader sees the same as the first time.")
        return
    print_line(f"Differs: {', '.join(differs.changed) or 'text'}")
    print_line(f"{differs.lines_removed} lines are gone, {differs.lines_added} are new.")
    for line in differs.removed:
        print_line(f"- {line}")
    for line in differs.added:
        print_line(f"+ {line}")
    for quote in differs.quotes_lost:
        print_line(f"Quote is gone: {quote}")
