"""`finrubric sandbox`: the image that scripts run in, and containers that were left behind."""

from typing import Annotated

import typer

from cli.options import JsonOption, settings_of

app = typer.Typer(help="Build the agent image; remove what dead runs left.", no_args_is_help=True)


@app.command()
def build(
    base: Annotated[
        str | None, typer.Option(help="Image with Python 3.11 or newer; else python:3.11-slim.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Build the image that containers of roles run."""
    from cli.loop import run
    from cli.output import note, print_json, print_line
    from sandboxes.build import DEFAULT_BASE, build_image

    settings = settings_of(None)
    work = build_image(base or DEFAULT_BASE, settings, note)
    image = run(work, when_stopped="The image was not finished; build it again.")
    if as_json:
        print_json({"image": image, "tag": settings.agent_image})
    else:
        print_line(f"Built {settings.agent_image} ({image})")


@app.command()
def reap(as_json: JsonOption = False) -> None:
    """Remove containers of runs whose process is gone; no others are touched."""
    from cli.loop import run
    from cli.output import print_json, print_line
    from sandboxes.reaper import reap as reap_dead

    removed = run(reap_dead(settings_of(None)), when_stopped="Call it again.")
    if as_json:
        print_json({"removed": [*removed]})
    else:
        print_line(f"Removed: {', '.join(removed)}" if removed else "Nothing was left behind.")
