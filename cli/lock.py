"""`finrubric lock`: what a run is locked to, and what of it differs on this machine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import DataOption, JsonOption, settings_of

if TYPE_CHECKING:
    from contracts.settings import Settings

app = typer.Typer(help="Compare a run's lock with this machine.", no_args_is_help=True)

CHANGED = 6
CHECKED = (
    "principles, convention kinds, profile, tasks, prompts, egress policy, contamination guards, "
    "contracts, gates, tool schemas and model names"
)
NOT_CHECKED = (
    "the run's own files (`runs show` verifies them), its sources, the turns of its recording, and "
    "the sandbox image"
)


@app.command()
def check(
    run_id: Annotated[
        str | None, typer.Argument(metavar="[RUN]", help="Id of the run; else the newest.")
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare a run's configuration with what is here; exit code 6 if anything differs.

    The run's own files, sources and sandbox are not looked at.
    """
    from cli.loop import run
    from cli.output import print_json, print_line

    name, differences = run(_compared(run_id, settings_of(data)), when_stopped="")
    if as_json:
        print_json(
            {
                "run": name,
                "holds": not differences,
                "differences": [*differences],
                "checked": CHECKED,
                "not_checked": NOT_CHECKED,
            }
        )
    elif differences:
        print_line(f"Run {name}: the configuration is not that of its start:")
        for line in differences:
            print_line(f"  - {line}")
        print_line("Put the bytes back to resume it, or start a new run.")
    else:
        print_line(f"Run {name}: the configuration is as it was at its start.")
    if not as_json:
        print_line(f"Compared: {CHECKED}.")
        print_line(f"Not looked at: {NOT_CHECKED}.")
    raise typer.Exit(CHANGED if differences else 0)


async def _compared(run_id: str | None, settings: "Settings") -> tuple[str, tuple[str, ...]]:
    from cli.archive import newest_run, open_archive
    from contracts.errors import InputError
    from orchestrator.lock import changes, find_all

    async with open_archive(settings) as archive:
        row = await archive.runs.get(run_id) if run_id else await newest_run(archive)
        lock = await archive.lock(row.id)
        request = await archive.request(row.id)
    if lock is None:
        raise InputError(f"run {row.id} has no lock yet: its first stage was not done")
    names, gone = _model_names(row.models)
    now = find_all(request.profile, names)
    found = changes(lock, now)
    return row.id, (*gone, *(line for line in found if not gone or "models" not in line.split()[0]))


def _model_names(models: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """Names of both families as the lock writes them, and what cannot be looked at any more."""
    from cli.wiring import REPLAY, recording_head

    folder = Path(models.removeprefix(REPLAY))
    head = recording_head(folder)
    if head is None:
        return {}, (f"models: the recording {folder} is gone or of another version",)
    return {family: f"replay/{name}" for family, name in head.families.items()}, ()
