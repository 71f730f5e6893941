"""`finrubric sandbox`: the images of the containers, and what was left behind."""

from enum import StrEnum
from typing import Annotated

import typer

from cli.options import JsonOption, settings_of

app = typer.Typer(help="Build the images; remove what dead runs left.", no_args_is_help=True)


class Image(StrEnum):
    """What can be built."""

    AGENT = "agent"
    PROXY = "proxy"
    BROWSER = "browser"
    ALL = "all"


@app.command()
def build(
    image: Annotated[Image, typer.Argument(help="Which image.")] = Image.AGENT,
    base: Annotated[
        str | None, typer.Option(help="Image with Python 3.11 or newer; else python:3.11-slim.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ask the package mirror again for newer packages.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Build the image that containers of roles run, or those of proxy and browser."""
    from cli.loop import run
    from cli.output import note, print_json, print_line
    from sandboxes.build import DEFAULT_BASE, build_images
    from sandboxes.recipes import IMAGES, ImageName

    names: tuple[ImageName, ...] = tuple(name for name in IMAGES if image.value in (name, "all"))
    work = build_images(names, base or DEFAULT_BASE, settings_of(None), note, fresh=fresh)
    built = run(work, when_stopped="The image was not finished; build it again.")
    if as_json:
        print_json({"images": [{"name": b.name, "tag": b.tag, "image": b.image} for b in built]})
    for found in () if as_json else built:
        print_line(f"Built {found.tag} ({found.image})")


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
