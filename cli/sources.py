"""`finrubric sources`: finding sources as of a day, and laying filings into a folder."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import DataOption, JsonOption, settings_of
from cli.pages import open_page

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from contracts.contract import Json
    from contracts.cutoff import Cutoff
    from contracts.settings import Settings
    from sources.as_of import Unshown
    from sources.edgar.client import Edgar
    from sources.edgar.folder import Saved
    from sources.web.search_port import WebAnswer, WebSearch

HELP = (
    "Find sources that were public by a day. Nothing is added to a run: put what you want to use"
    " into its --sources folder. EDGAR needs FINRUBRIC_CONTACT, an address for mail."
)
app = typer.Typer(help=HELP, no_args_is_help=True)
app.command("open")(open_page)

CutoffOption: TypeAlias = Annotated[
    str,
    typer.Option("--cutoff", metavar="DATE", help="Last day that counts, to its end: YYYY-MM-DD."),
]
ZoneOption: TypeAlias = Annotated[
    str, typer.Option("--zone", help="Where the cutoff day ends, such as Europe/London.")
]
NEW_YORK = "America/New_York"
WHOSE = "Who filed: the number that the SEC gives (CIK), or a ticker."
HOPS_FILE = "fetched.jsonl"
"""In the data folder: every request that these commands made, hop by hop."""


@app.command()
def filings(
    who: Annotated[str, typer.Argument(metavar="CIK|TICKER", help=WHOSE)],
    cutoff: CutoffOption,
    out: Annotated[Path, typer.Option(help="Folder for documents and sidecars; made if missing.")],
    form: Annotated[
        list[str] | None,
        typer.Option("--form", help="Form, such as 8-K; repeatable; else 10-K and 10-Q."),
    ] = None,
    last: Annotated[
        int, typer.Option(min=1, max=40, help="How many filings at most, newest first.")
    ] = 6,
    zone: ZoneOption = NEW_YORK,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Download an entity's filings, public by the cutoff, into a folder for generate --sources."""
    from cli.loop import run
    from cli.question import read_cutoff
    from records.clock import SystemClock

    now = SystemClock().now()
    day = read_cutoff(cutoff, zone, now=now, allow_future=False)
    forms = tuple(form or ("10-K", "10-Q"))
    settings = settings_of(data)
    folder = out.expanduser()
    client = edgar_of(settings)
    work = lay_filings(client, who, day, folder=folder, forms=forms, last=last, now=now)
    saved = run(work, when_stopped="What was written is whole; call it again for the rest.")
    tell_sources({"files": [str(path) for path in saved.files]}, saved.left_out, as_json=as_json)


@app.command()
def search(
    words: Annotated[str, typer.Argument(help="What is looked for.")],
    cutoff: CutoffOption,
    zone: ZoneOption = NEW_YORK,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """List addresses of EDGAR's filings and, with a key, of web pages; none of them is opened."""
    from cli.loop import run
    from cli.question import read_cutoff
    from records.clock import SystemClock

    day = read_cutoff(cutoff, zone, now=SystemClock().now(), allow_future=False)
    settings = settings_of(data)
    work = search_all(edgar_of(settings), _searches(settings), words, day)
    found, left_out = run(work, when_stopped="Nothing was kept.")
    tell_sources(found, left_out, as_json=as_json)


async def lay_filings(
    client: "Edgar",
    who: str,
    cutoff: "Cutoff",
    *,
    folder: Path,
    forms: tuple[str, ...],
    last: int,
    now: "datetime",
) -> "Saved":
    """Write the newest filings of an entity, by CIK or ticker, that were public by the cutoff.

    Raises:
        InputError: nobody has the ticker, or no such filing was public by then.
    """
    from contracts.errors import InputError
    from sources.edgar.folder import save_filings

    digits = who.upper().removeprefix("CIK")
    cik = int(digits) if digits.isascii() and digits.isdigit() else await client.cik_of(who)
    found = await client.filings(cik, cutoff, forms=forms)
    if not found.passed:
        raise InputError(f"{who} has no {', '.join(forms)} that was public by {cutoff.day}")
    saved = await save_filings(client, found.passed[:last], folder, now=now)
    return saved._replace(left_out=(*found.left_out, *saved.left_out))


async def search_all(
    client: "Edgar", searches: "Sequence[WebSearch]", words: str, cutoff: "Cutoff"
) -> "tuple[dict[str, Json], tuple[Unshown, ...]]":
    """Lines to show by who found them, and what was left out."""
    listed = await client.search(words, cutoff)
    answers: list[WebAnswer] = [await search.search(words, cutoff) for search in searches]
    found: dict[str, Json] = {"edgar": [f"{item.label}  {item.url}" for item in listed.passed]}
    for answer in answers:
        found[answer.service] = [f"{hit.title}  {hit.url}" for hit in answer.hits]
    left_out = (*listed.left_out, *(item for answer in answers for item in answer.left_out))
    return found, left_out


def edgar_of(settings: "Settings") -> "Edgar":
    """EDGAR as the settings have it, with cache and pace in the data folder.

    Raises:
        InputError: no contact is set.
    """
    from sandboxes.egress import load_egress
    from sources.edgar.client import Edgar
    from sources.web.hop_log import HopLog

    return Edgar(
        load_egress().hosts,
        contact=settings.contact,
        folder=settings.data_dir / "edgar",
        record=HopLog(settings.data_dir / HOPS_FILE).record,
    )


def _searches(settings: "Settings") -> "list[WebSearch]":
    from contracts.settings import read_variables
    from sandboxes.egress import load_egress
    from sources.web.hop_log import HopLog
    from sources.web.search_port import WebSearch
    from sources.web.services import KEYS, configured

    blocked = load_egress().hosts
    record = HopLog(settings.data_dir / HOPS_FILE).record
    services = configured(read_variables(KEYS), blocked, record=record)
    return [WebSearch(service, blocked) for service in services]


def tell_sources(found: "dict[str, Json]", left_out: "Sequence[Unshown]", *, as_json: bool) -> None:
    """Print what was found on standard output, and what was left out on standard error."""
    from cli.output import note, print_json, print_line

    if as_json:
        named: list[Json] = [{"name": item.name, "reason": item.reason} for item in left_out]
        print_json({**found, "left_out": named})
        return
    for lines in found.values():
        for line in lines if isinstance(lines, list) else ():
            print_line(str(line))
    for item in left_out[:SHOWN]:
        note(f"left out: {item.name}: {item.reason}")
    if len(left_out) > SHOWN:
        note(f"left out: {len(left_out) - SHOWN} more")


SHOWN = 10
"""Most results that are named as left out; `--json` names all."""
