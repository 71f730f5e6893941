"""`finrubric generate`: from a question and a cutoff to a rubric."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from cli.options import (
    DataOption,
    JsonOption,
    SandboxChoice,
    SandboxOption,
    command_line,
    settings_of,
)
from contracts.errors import InputError

QueryArgument: TypeAlias = Annotated[
    str, typer.Argument(help="The question; @FILE reads it, - takes standard input.")
]
CutoffOption: TypeAlias = Annotated[
    str, typer.Option(help="Last day that may be known, YYYY-MM-DD, included to its end.")
]
ZoneOption: TypeAlias = Annotated[
    str | None, typer.Option(help="Where the cutoff day ends; else the profile's zone.")
]
SourcesOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="Folder of sources, each with NAME.source.json.")
]
ModelsOption: TypeAlias = Annotated[str, typer.Option(help="replay:DIR plays a recording.")]
ProfileOption: TypeAlias = Annotated[
    str, typer.Option(help="Name of a packaged profile, or a folder with profile.toml.")
]
NewRunOption: TypeAlias = Annotated[
    str | None, typer.Option("--run", help="Id of the new run; else one is made.")
]
FutureOption: TypeAlias = Annotated[
    bool, typer.Option("--allow-future", help="Take a cutoff that has not come yet.")
]


def generate(
    query: QueryArgument,
    cutoff: CutoffOption,
    zone: ZoneOption = None,
    sources: SourcesOption = None,
    models: ModelsOption = "",
    sandbox: SandboxOption = SandboxChoice.AUTO,
    profile: ProfileOption = "default",
    run_id: NewRunOption = None,
    allow_future: FutureOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Turn a question and a cutoff into an accepted rubric, or hand it to a person."""
    from cli.drive import Plan, fresh_run_id, start_run
    from cli.loop import run
    from cli.outcome import tell
    from cli.question import question_of, read_cutoff, read_query
    from cli.run_id import checked_run_id
    from orchestrator.configuration import load_configuration
    from records.clock import SystemClock

    now = SystemClock().now()
    folder = profile_folder(profile)
    standard = load_configuration(folder or profile).loaded.profile
    place = zone or standard.zone
    day = read_cutoff(cutoff, place, now=now, allow_future=allow_future)
    plan = Plan(
        run=checked_run_id(run_id) if run_id else fresh_run_id("run", now),
        query=question_of(read_query(query), day, profile=standard.name),
        profile_folder=folder,
        sources=required_sources(sources),
        models=models,
        sandbox=sandbox,
    )
    go_on = command_line(f"runs resume {plan.run}", data)
    finished = run(start_run(plan, settings_of(data)), when_stopped=f"Go on with: {go_on}")
    raise typer.Exit(tell(finished, data=data, as_json=as_json))


def required_sources(folder: Path | None) -> Path:
    """The folder of sources.

    Raises:
        InputError: none was named.
    """
    if folder is None:
        msg = "say where the sources are: --sources DIR; this version reads local sources only"
        raise InputError(msg)
    return folder.expanduser()


def profile_folder(given: str) -> str | None:
    """None for a packaged profile; else a whole path, so that a resume finds it from anywhere.

    A packaged name goes before a folder of the same name.
    """
    from principles.profiles import packaged_profiles

    return None if given in packaged_profiles() else str(Path(given).expanduser().absolute())
