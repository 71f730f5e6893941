"""`finrubric recording`: making a recording of a run, and pinning one anew."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import DataOption, JsonOption, RunArgument, settings_of

if TYPE_CHECKING:
    from cli.archive import Archive
    from contracts.settings import Settings
    from contracts.source import Corpus

app = typer.Typer(help="Make recordings of runs, and pin them.", no_args_is_help=True)


@app.callback()
def recording() -> None:
    """Make recordings of runs, and pin them."""


@app.command()
def make(
    run_id: RunArgument,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A fresh folder.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Turn a run into a recording that `--models replay:DIR` plays."""
    from cli.loop import run
    from cli.output import print_json, print_line

    place = folder.expanduser()
    written = run(
        make_recording(run_id, place, settings_of(data)),
        when_stopped=f"{place} is not whole: remove it and make it again.",
    )
    if as_json:
        print_json({"written": [str(path) for path in written]})
        return
    print_line(f"recorded {run_id} in {place}: {len(written)} files")


@app.command()
def pin(
    run_id: RunArgument,
    folder: Annotated[Path, typer.Argument(metavar="RECORDING", help="Folder of the recording.")],
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the pins of a recording anew from a run that played it to its end."""
    from cli.loop import run
    from cli.output import print_json, print_line

    changed = run(
        _pinned(run_id, folder.expanduser(), settings_of(data)),
        when_stopped="Some files may be pinned and others not: pin again.",
    )
    if as_json:
        print_json({"changed": [str(path) for path in changed]})
        return
    for path in changed:
        print_line(f"pinned {path}")
    if not changed:
        print_line("The pins were right already.")


async def make_recording(run_id: str, folder: Path, settings: "Settings") -> tuple[Path, ...]:
    """Record a run whose tools and contracts are those of this machine.

    Raises:
        InputError: no such run, other tools or contracts, a turn that did not end, a folder in use.
    """
    from agents.recorder import RecordedRun, Rows, record
    from cli.archive import open_archive
    from contracts.event import EventKind
    from contracts.settings import secret_values

    async with open_archive(settings) as archive:
        row = await archive.runs.get(run_id)
        await _require_same_code(archive, run_id)
        request = await archive.request(run_id)
        events = await archive.events.since(run_id, 0)
        makers = [event.detail for event in events if event.kind is EventKind.RECORDING_PLAYED]
        recorded = RecordedRun(
            f"run:{row.id}", request.query, request.corpus, made_by=makers[-1] if makers else None
        )
        tell_kept_sources(request.corpus)
        rows = Rows(archive.ledger, archive.tool_log, archive.blobs)
        secrets = secret_values(*_key_variables(row.models))
        return await record(folder, recorded, rows, secrets=secrets)


def tell_kept_sources(corpus: "Corpus") -> None:
    """Say which sources that stay in the house a recording quotes: it is no export."""
    from cli.output import note
    from reports.withheld import WITHHELD

    kept = [item.card.id for item in corpus.items if item.card.source_class in WITHHELD]
    if kept:
        note(
            f"finrubric: a recording holds what roles wrote, quotes of {', '.join(kept[:20])} "
            "among it: keep it where these internal or restricted sources may be"
        )


def _key_variables(models: str) -> tuple[str, ...]:
    """Variables that a live run's setup names as holding keys, whatever they are called."""
    from agents.model_setup import load_setup
    from cli.models_source import is_replayed, setup_path

    if is_replayed(models):
        return ()
    providers = load_setup(setup_path(models)).setup.providers.values()
    return tuple(provider.key for provider in providers)


async def _require_same_code(archive: "Archive", run_id: str) -> None:
    """The head of a recording carries today's hashes, so they must be those of the run."""
    from contracts.errors import InputError
    from contracts.lock import LockKind
    from orchestrator.lock import changes, find_all

    lock = await archive.lock(run_id)
    if lock is None:
        raise InputError(f"run {run_id} has not begun; there is nothing to record")
    kinds = (LockKind.TOOLS, LockKind.CONTRACTS)
    request = await archive.request(run_id)
    if request.web:
        raise InputError(f"run {run_id} had the web; what it found there cannot be played again")
    now = find_all(request.profile, {}, request.guards)
    lines = [line for line in changes(lock, now) if line.startswith(kinds)]
    if lines:
        raise InputError(f"run {run_id}: {'; '.join(lines)}; record it with the version it ran on")


async def _pinned(run_id: str, folder: Path, settings: "Settings") -> tuple[Path, ...]:
    from agents.repin import repin
    from cli.archive import open_archive
    from contracts.errors import InputError

    if not (folder / "recording.json").is_file():
        raise InputError(f"{folder} is no recording: it has no recording.json")
    async with open_archive(settings) as archive:
        row = await archive.runs.get(run_id)
        query = (await archive.request(run_id)).query
        return await repin(
            folder, query, scope=f"run:{row.id}", ledger=archive.ledger, tool_log=archive.tool_log
        )
