"""`finrubric lock`: what a run is locked to, and what of it differs on this machine."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from cli.options import DataOption, JsonOption, command_line, settings_of

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


class _Compared(NamedTuple):
    run: str
    differences: tuple[str, ...]
    relock: str | None
    """Item of the queue on which relock can be decided."""


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
    from cli.output import print_json

    found = run(_compared(run_id, settings_of(data)), when_stopped="")
    if as_json:
        print_json(
            {
                "run": found.run,
                "holds": not found.differences,
                "differences": [*found.differences],
                "relock": found.relock,
                "checked": CHECKED,
                "not_checked": NOT_CHECKED,
            }
        )
    else:
        _tell(found, data)
    raise typer.Exit(CHANGED if found.differences else 0)


def _tell(found: _Compared, data: Path | None) -> None:
    from cli.output import print_line

    if found.differences:
        print_line(f"Run {found.run}: the configuration is not that of its start:")
        for line in found.differences:
            print_line(f"  - {line}")
        print_line("Put the bytes back to resume it, or start a new run.")
    else:
        print_line(f"Run {found.run}: the configuration is as it was at its start.")
    if found.relock is not None:
        line = command_line(f"queue decide {found.relock} relock --note '…'", data)
        print_line(f"It waits for a person, who can also let it go on as things are now: {line}")
    print_line(f"Compared: {CHECKED}.")
    print_line(f"Not looked at: {NOT_CHECKED}.")


async def _compared(run_id: str | None, settings: "Settings") -> "_Compared":
    from cli.archive import newest_run, open_archive
    from cli.lock_state import lock_state
    from contracts.decision import DecisionKind
    from contracts.errors import InputError
    from contracts.escalation import legal_decisions
    from escalations.item import open_item_of

    async with open_archive(settings) as archive:
        row = await archive.runs.get(run_id) if run_id else await newest_run(archive)
        state = await lock_state(archive, row.id)
        item = await open_item_of(archive.database, row.id)
    if state is None:
        raise InputError(f"run {row.id} has no lock yet: its first stage was not done")
    legal = state.leaves(legal_decisions(item)) if item is not None else ()
    waiting = item.id if item is not None and DecisionKind.RELOCK in legal else None
    return _Compared(row.id, state.differences, waiting)
