"""The command line: which commands there are; each one parses, calls one function and prints."""

from typing import Annotated

import typer

from cli import (
    audit,
    bank,
    console,
    guard,
    judge,
    lock,
    principles,
    queue,
    queue_care,
    recording,
    runs,
    sandbox,
    sources,
    studies,
    users,
)
from cli.comparing import compare, report
from cli.demo import demo
from cli.doctor import doctor
from cli.export import export
from cli.failure import install_hook
from cli.generate import generate
from cli.importing import import_set
from cli.packages import require_own_packages
from cli.score import score
from contracts.certification import CERTIFICATION

HELP = (
    "Turns a finance research question and a cutoff date into a grounded 100-point rubric.\n\n"
    f"{CERTIFICATION}\n\n"
    "Exit codes: 0 ok, 1 our bug, 2 bad input, 3 held by another process, 4 incomplete judging, "
    "5 escalated to a person, 6 failed or rejected, 7 environment (the run can be resumed)."
)


def make_app() -> typer.Typer:
    """The application with all its commands."""
    app = typer.Typer(
        name="finrubric",
        help=HELP,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    app.callback()(_finrubric)
    app.command()(demo)
    app.command()(generate)
    app.add_typer(runs.app, name="runs")
    queue_care.add_to(queue.app)
    app.add_typer(queue.app, name="queue")
    app.add_typer(audit.app, name="audit")
    app.add_typer(console.app, name="console")
    app.add_typer(users.app, name="users")
    app.command()(export)
    app.command("import")(import_set)
    app.command()(score)
    app.command()(compare)
    app.command()(report)
    app.add_typer(judge.app, name="judge")
    app.add_typer(bank.app, name="bank")
    app.add_typer(principles.app, name="principles")
    app.add_typer(guard.app, name="guard")
    app.add_typer(lock.app, name="lock")
    app.command()(doctor)
    app.add_typer(sandbox.app, name="sandbox")
    app.add_typer(recording.app, name="recording")
    app.add_typer(sources.app, name="sources")
    app.add_typer(studies.app, name="studies")
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"finrubric {version('finrubric')}")
        raise typer.Exit


def _finrubric(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show where in the code an unexpected error arose.")
    ] = False,
) -> None:
    _ = version
    install_hook(is_debugging=debug)
    if context.invoked_subcommand != "doctor":
        require_own_packages()
