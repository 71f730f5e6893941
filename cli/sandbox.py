"""`finrubric sandbox`: the images of the containers, and what was left behind."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import JsonOption, settings_of

if TYPE_CHECKING:
    from contracts.contract import Json
    from sandboxes.reaper import Belonging

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


@app.command("list")
def list_(as_json: JsonOption = False) -> None:
    """List the images, and every container and network of finrubric with whose it is."""
    from cli.loop import run
    from cli.output import print_json, print_line, print_table
    from sandboxes.build import known_images
    from sandboxes.reaper import belongings

    settings = settings_of(None)
    images = run(known_images(settings), when_stopped="Nothing was changed.")
    ours = run(belongings(settings), when_stopped="Nothing was changed.")
    if as_json:
        print_json(
            {
                "images": [
                    {"name": i.name, "tag": i.tag, "image": i.image, "versions": [*i.versions]}
                    for i in images
                ],
                "ours": [_described(found) for found in ours],
            }
        )
        return
    print_table(
        ("Image", "Tag", "Id", "With"),
        [(i.name, i.tag, i.image[:19] or "not built", _main_parts(i.versions)) for i in images],
    )
    if not ours:
        print_line("No container and no network of finrubric is there.")
        return
    print_table(
        ("Kind", "Name", "Run", "Role", "Left behind"),
        [(b.kind, b.name, b.run, b.role, "yes" if b.is_left_behind else "no") for b in ours],
    )


def _described(found: "Belonging") -> "Json":
    return {
        "kind": found.kind,
        "name": found.name,
        "run": found.run,
        "role": found.role,
        "is_left_behind": found.is_left_behind,
    }


def _main_parts(versions: tuple[str, ...]) -> str:
    mains = ("python=", "squid-openssl=", "chromium=", "playwright=")
    return ", ".join(v.replace("=", " ", 1) for v in versions if v.startswith(mains))


@app.command()
def reap(as_json: JsonOption = False) -> None:
    """Remove containers and networks of runs whose process is gone; no others are touched."""
    from cli.loop import run
    from cli.output import print_json, print_line
    from sandboxes.reaper import reap as reap_dead

    removed = run(reap_dead(settings_of(None)), when_stopped="Call it again.")
    if as_json:
        print_json({"removed": [*removed]})
    else:
        print_line(f"Removed: {', '.join(removed)}" if removed else "Nothing was left behind.")
