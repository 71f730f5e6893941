"""Options that several commands share."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias, TypeVar

import typer

from contracts.errors import InputError
from contracts.settings import Settings, load_settings

WordT = TypeVar("WordT", bound=StrEnum)


def word_of(option: str, words: type[WordT]) -> Callable[[str], WordT]:
    """A parser of an option that takes one word of a few, which says which ones in plain words."""

    def parsed(given: str) -> WordT:
        try:
            return words(given)
        except ValueError:
            *most, last = (word.value for word in words)
            known = f"{', '.join(most)} or {last}"
            raise InputError(f"{option} {given[:80]!r} is not known; use {known}") from None

    return parsed


class SandboxChoice(StrEnum):
    """Where scripts of roles run."""

    AUTO = "auto"
    DOCKER = "docker"
    LOCAL = "local"


SANDBOXES = "|".join(SandboxChoice)
DataOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of runs and database; else FINRUBRIC_DATA or .finrubric."),
]
JsonOption: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on standard output.")
]
SandboxOption: TypeAlias = Annotated[
    SandboxChoice,
    typer.Option(
        "--sandbox",
        parser=word_of("--sandbox", SandboxChoice),
        metavar=SANDBOXES,
        help="auto takes Docker where engine and image are there.",
    ),
]
RunArgument: TypeAlias = Annotated[str, typer.Argument(metavar="RUN", help="Id of the run.")]

AsOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="Who decides; else FINRUBRIC_REVIEWER or you."),
]

MAX_NAME = 80
"""Characters of a reviewer's name."""


def reviewer_of(given: str | None, settings: Settings) -> str:
    """Who acts: the name that was given, else that of the settings.

    Raises:
        InputError: there is no name, or it is not printable words of at most 80 characters.
    """
    name = settings.reviewer if given is None else given
    if not name.strip() or not name.isprintable() or len(name) > MAX_NAME:
        msg = f"--as {name[:MAX_NAME]!r}: name who decides, in at most {MAX_NAME} characters"
        raise InputError(msg)
    return name.strip()


def command_line(words: str, data: Path | None) -> str:
    """A command to type next, with the data folder where one was named."""
    return f"finrubric {words}" + (f" --data {shlex.quote(str(data))}" if data else "")


def settings_of(data: Path | None) -> Settings:
    """The environment's settings, with the data folder that was named, if any, as a whole path.

    Raises:
        InputError: a setting in the environment is not usable.
    """
    settings = load_settings()
    folder = (data or settings.data_dir).expanduser().absolute()
    return replace(settings, data_dir=folder)
