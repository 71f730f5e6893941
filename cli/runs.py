"""`finrubric runs`: which runs there are, where one stands, and how it goes on."""

from typing import Annotated

import typer

from cli.options import (
    SANDBOXES,
    AsOption,
    DataOption,
    JsonOption,
    RunArgument,
    SandboxChoice,
    command_line,
    reviewer_of,
    settings_of,
    word_of,
)

app = typer.Typer(help="List runs, show one, go on with one, end one.", no_args_is_help=True)


@app.command("list")
def list_runs(data: DataOption = None, as_json: JsonOption = False) -> None:
    """List the runs, newest first."""
    from cli.loop import run
    from cli.output import print_json, print_line, print_table
    from cli.run_story import run_json, runs_of

    settings = settings_of(data)
    found = run(runs_of(settings), when_stopped="")
    if as_json:
        print_json([run_json(item) for item in found])
    elif found:
        print_table(
            ("Run", "Status", "Cutoff", "Sandbox", "Started (UTC)"),
            [
                (
                    item.row.id,
                    item.word,
                    f"{item.row.cutoff} {item.row.zone}",
                    item.row.sandbox.partition(" ")[0],
                    f"{item.row.created:%Y-%m-%d %H:%M:%S}",
                )
                for item in found
            ],
        )
    else:
        print_line(f"There is no run in {settings.data_dir}; `finrubric demo` makes one.")


@app.command()
def show(
    run_id: RunArgument,
    trace: Annotated[
        str | None,
        typer.Option(metavar="ROW", help="Print one row's chain from principle to evidence."),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show where a run stands, or why one row of its rubric stands there."""
    from cli.loop import run
    from cli.output import print_json, print_line
    from cli.run_story import story_of, tell_story, trace_text

    settings = settings_of(data)
    if trace is None:
        story = run(story_of(run_id, settings), when_stopped="")
        if as_json:
            print_json(story.as_json())
        else:
            tell_story(story, data=data)
        return
    text = run(trace_text(run_id, trace, settings), when_stopped="")
    if as_json:
        print_json({"run": run_id, "row": trace, "trace": [*text.splitlines()]})
    else:
        print_line(text.rstrip("\n"))


@app.command()
def resume(
    run_id: RunArgument,
    sandbox: Annotated[
        SandboxChoice | None,
        typer.Option(
            parser=word_of("--sandbox", SandboxChoice),
            metavar=SANDBOXES,
            help="Else the kind it was started with.",
        ),
    ] = None,
    max_cost: Annotated[
        str | None,
        typer.Option(metavar="USD", help="Another limit of cost; else the one said before."),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Go on with a run that its environment stopped; what is recorded is not done again."""
    from cli.cost_option import cost_from
    from cli.drive import resume_run
    from cli.live import LiveChoice
    from cli.loop import run
    from cli.outcome import tell

    live = LiveChoice(max_cost=cost_from(max_cost))
    finished = run(
        resume_run(run_id, settings_of(data), sandbox=sandbox, live=live),
        when_stopped=f"Go on with: {command_line(f'runs resume {run_id}', data)}",
    )
    raise typer.Exit(tell(finished, data=data, as_json=as_json))


@app.command()
def cancel(
    run_id: RunArgument,
    note: Annotated[str, typer.Option(help="Why, in at least ten characters.")] = "",
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """End a run: at once where nobody has it, else when its process comes to its next step."""
    from cli.cancelling import cancelled, read_why
    from cli.loop import run
    from cli.output import print_json, print_line

    settings = settings_of(data)
    by_whom = reviewer_of(by, settings)
    asked = cancelled(run_id, settings, by=by_whom, note=read_why(note))
    is_done = run(asked, when_stopped="")
    if as_json:
        print_json({"run": run_id, "status": "cancelled" if is_done else "cancel_requested"})
    elif is_done:
        print_line(f"Run {run_id} is cancelled.")
    else:
        print_line(f"Run {run_id} is under way in another process; it ends at its next step.")


@app.command()
def work(
    once: Annotated[bool, typer.Option("--once", help="Do what waits now, then end.")] = False,
    poll: Annotated[
        float, typer.Option(min=0.1, max=60, metavar="SECONDS", help="Between two looks.")
    ] = 1.0,
    workers: Annotated[
        int, typer.Option(min=1, max=16, help="Runs that are driven side by side.")
    ] = 1,
    data: DataOption = None,
) -> None:
    """Obey what people decide and ask for, until a signal comes: the runner behind the console."""
    from cli.loop import run
    from cli.work import Choice, say
    from cli.work import work as obey

    choice = Choice(poll_s=poll, workers=workers, is_once=once)
    run(obey(settings_of(data), choice, say), when_stopped="Start the runner again to go on.")
