"""`finrubric generate`: from a question and a cutoff to a rubric."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

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

if TYPE_CHECKING:
    from cli.batch import Result
    from cli.drive import Plan
    from cli.live import LiveChoice
    from contracts.query import Query

QueryArgument: TypeAlias = Annotated[
    str | None, typer.Argument(help="The question; @FILE reads it, - takes standard input.")
]
CutoffOption: TypeAlias = Annotated[
    str | None, typer.Option(help="Last day that may be known, YYYY-MM-DD, included to its end.")
]
BatchOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(help="Many questions: a .jsonl or .csv file, checked whole before any is run."),
]
SkipBadOption: TypeAlias = Annotated[
    bool, typer.Option("--skip-bad", help="With --batch: put bad items aside and run the others.")
]
ZoneOption: TypeAlias = Annotated[
    str | None, typer.Option(help="Where the cutoff day ends; else the profile's zone.")
]
SourcesOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="Folder of sources, each with NAME.source.json.")
]
ModelsOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="live|FILE.toml|replay:DIR",
        help="live: finrubric.toml here, else the defaults; replay:DIR plays a recording. "
        "[default: live]",
        show_default=False,
    ),
]
MaxCostOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        metavar="USD", help="Send no call that could pass this cost, of the run or whole batch."
    ),
]
DryRunOption: TypeAlias = Annotated[
    bool,
    typer.Option("--dry-run", help="Estimate tokens and cost of a live run; send nothing."),
]
RecordOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Make a recording of the run for --models replay:DIR."),
]
SameFamilyOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--allow-same-family",
        help="Let writer and reviewer share a family of models; the rubric says so.",
    ),
]
ProfileOption: TypeAlias = Annotated[
    str, typer.Option(help="Name of a packaged profile, or a folder with profile.toml.")
]
GuardOption: TypeAlias = Annotated[
    list[Path] | None,
    typer.Option(metavar="FILE", help="A guard that `guard build` wrote, beside finrubric's own."),
]
WebOption: TypeAlias = Annotated[
    bool,
    typer.Option("--web", help="Let roles find and open pages; only proved ones are shown."),
]
NewRunOption: TypeAlias = Annotated[
    str | None, typer.Option("--run", help="Id of the new run; else one is made.")
]
FutureOption: TypeAlias = Annotated[
    bool, typer.Option("--allow-future", help="Take a cutoff that has not come yet.")
]


def generate(
    query: QueryArgument = None,
    cutoff: CutoffOption = None,
    zone: ZoneOption = None,
    sources: SourcesOption = None,
    models: ModelsOption = "",
    sandbox: SandboxOption = SandboxChoice.AUTO,
    profile: ProfileOption = "default",
    guard: GuardOption = None,
    web: WebOption = False,
    run_id: NewRunOption = None,
    allow_future: FutureOption = False,
    max_cost: MaxCostOption = None,
    allow_same_family: SameFamilyOption = False,
    dry_run: DryRunOption = False,
    record: RecordOption = None,
    batch: BatchOption = None,
    skip_bad: SkipBadOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Turn a question and a cutoff into an accepted rubric, or hand it to a person."""
    from cli.cost_option import cost_from
    from cli.live import LiveChoice

    live = LiveChoice(allow_same_family=allow_same_family, max_cost=cost_from(max_cost))
    if batch is not None:
        _require_alone(
            *(query, cutoff, zone, sources, models, run_id, *(guard or ()), dry_run, record, web),
            profile != "default",
        )
        work = _all_of(batch, data, sandbox=sandbox, live=live, skip_bad=skip_bad)
        raise typer.Exit(_tell_all(*work, as_json=as_json))
    text, day = _required(query, cutoff, skip_bad=skip_bad)
    question, folder = _question(text, day, zone, profile, allow_future=allow_future)
    plan = _plan(question, folder, run_id, sources=sources, models=models, sandbox=sandbox)
    plan = replace(plan, guards=_whole(guard or ()), live=live, web=web)
    if dry_run:
        raise typer.Exit(_estimated(plan, as_json))
    raise typer.Exit(_finished(plan, data, as_json=as_json, record=record))


def _finished(plan: "Plan", data: Path | None, *, as_json: bool, record: Path | None) -> int:
    from agents.recorder import make_fresh
    from cli.drive import start_run
    from cli.loop import run
    from cli.outcome import tell
    from cli.output import note
    from cli.recording import make_recording

    if record is not None and plan.web:
        raise InputError("--record: pages of the web cannot be played again; leave out --web")
    if record is not None:
        make_fresh(record.expanduser())
    go_on = command_line(f"runs resume {plan.run}", data)
    finished = run(start_run(plan, settings_of(data)), when_stopped=f"Go on with: {go_on}")
    if record is not None:
        making = make_recording(plan.run, record.expanduser(), settings_of(data))
        again = command_line(f"recording make {plan.run} DIR", data)
        written = run(making, when_stopped=f"Make the recording with: {again}")
        note(f"recorded {plan.run} in {record}: {len(written)} files")
    return tell(finished, data=data, as_json=as_json)


def _estimated(plan: "Plan", as_json: bool) -> int:
    from cli.dry_run import estimated, tell_estimates
    from cli.loop import run
    from records.clock import SystemClock

    today = SystemClock().now().date()
    tell_estimates(run(estimated(plan, today=today), when_stopped=""), as_json=as_json)
    return 0


def _whole(guards: Iterable[Path]) -> tuple[str, ...]:
    return tuple(str(path.expanduser().absolute()) for path in guards)


def _question(
    query: str, cutoff: str, zone: str | None, profile: str, *, allow_future: bool
) -> tuple["Query", str | None]:
    """The question and the folder of its profile; None for a packaged one."""
    from cli.question import question_of, read_cutoff, read_query
    from orchestrator.configuration import load_configuration
    from records.clock import SystemClock

    folder = profile_folder(profile)
    standard = load_configuration(folder or profile).loaded.profile
    now = SystemClock().now()
    place = standard.zone if zone is None else zone
    day = read_cutoff(cutoff, place, now=now, allow_future=allow_future)
    return question_of(read_query(query), day, profile=standard.name), folder


def _plan(
    query: "Query",
    folder: str | None,
    run_id: str | None,
    *,
    sources: Path | None,
    models: str,
    sandbox: SandboxChoice,
) -> "Plan":
    from cli.drive import Plan, fresh_run_id
    from cli.run_id import checked_run_id
    from records.clock import SystemClock

    return Plan(
        run=checked_run_id(run_id)
        if run_id is not None
        else fresh_run_id("run", SystemClock().now()),
        query=query,
        profile_folder=folder,
        sources=required_sources(sources),
        models=models,
        sandbox=sandbox,
    )


def _required(query: str | None, cutoff: str | None, *, skip_bad: bool) -> tuple[str, str]:
    if query is None or cutoff is None or skip_bad:
        raise InputError("give a question and --cutoff YYYY-MM-DD, or --batch FILE [--skip-bad]")
    return query, cutoff


def _require_alone(*others: str | Path | bool | None) -> None:
    if any(others):
        msg = (
            "--batch FILE brings questions, cutoffs, profiles, sources and models; give none "
            "beside it, and no --guard, --web, --record or --dry-run"
        )
        raise InputError(msg)


def _all_of(
    batch: Path, data: Path | None, *, sandbox: SandboxChoice, live: "LiveChoice", skip_bad: bool
) -> tuple[tuple["Result", ...], Path | None]:
    from cli.batch import run_batch
    from cli.loop import run
    from records.clock import SystemClock

    now, settings = SystemClock().now(), settings_of(data)
    work = run_batch(batch, settings, now=now, sandbox=sandbox, live=live, skip_bad=skip_bad)
    go_on = command_line("runs list", data)
    return run(work, when_stopped=f"What was done stands in: {go_on}")


def _tell_all(results: tuple["Result", ...], aside: Path | None, *, as_json: bool) -> int:
    from cli.batch import tell_batch

    return tell_batch(results, aside, as_json=as_json)


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

    if not given:
        known = ", ".join(packaged_profiles())
        raise InputError(f"--profile is empty; name a packaged one ({known}) or a folder")
    return None if given in packaged_profiles() else str(Path(given).expanduser().absolute())
