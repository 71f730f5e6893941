"""`finrubric recording`: for maintainers of a recording; not shown in the help."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import DataOption, JsonOption, RunArgument, settings_of

if TYPE_CHECKING:
    from contracts.settings import Settings

app = typer.Typer(help="Maintain recordings.", no_args_is_help=True)


@app.callback()
def recording() -> None:
    """Maintain recordings."""


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
