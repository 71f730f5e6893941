"""`finrubric console`: the web app for analysts."""

from pathlib import Path
from typing import Annotated

import typer

from cli.options import DataOption, settings_of

app = typer.Typer(help="Serve the pages on which analysts decide.", no_args_is_help=True)

PORT = 8321


@app.callback()
def _console() -> None:
    """Serve the pages on which analysts decide."""


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; else this machine alone.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes a free one.")] = PORT,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that browsers may use for it; repeatable."),
    ] = None,
    behind_tls: Annotated[
        bool, typer.Option("--behind-tls", help="A proxy in front of it speaks https.")
    ] = False,
    no_runner: Annotated[
        bool, typer.Option("--no-runner", help="`finrubric runs work` runs elsewhere.")
    ] = False,
    oidc: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An identity provider that users may log in at."),
    ] = None,
    data: DataOption = None,
) -> None:
    """Serve the console until a signal ends it."""
    from cli.console_serving import Wanted, serve_console
    from cli.loop import run

    wanted = Wanted(
        host=host,
        port=port,
        allowed=tuple(allow_host or ()),
        is_behind_tls=behind_tls,
        has_runner=not no_runner,
        oidc=oidc,
    )
    run(serve_console(wanted, settings_of(data), data=data), when_stopped="")
