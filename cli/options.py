"""Options that several commands share."""

import shlex
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from contracts.errors import InputError
from contracts.settings import Settings, load_settings


class SandboxChoice(StrEnum):
    """Where scripts of roles run."""

    AUTO = "auto"
    DOCKER = "docker"
    LOCAL = "local"


DataOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of runs and database; else FINRUBRIC_DATA or .finrubric."),
]
JsonOption: TypeAlias = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on standard output.")
]
SandboxOption: TypeAlias = Annotated[
    SandboxChoice,
    typer.Option("--sandbox", help="auto takes Docker where engine and image are there."),
]
RunArgument: TypeAlias = Annotated[str, typer.Argument(metavar="RUN", help="Id of the run.")]


def command_line(words: str, data: Path | None) -> str:
    """A command to type next, with the data folder where one was named."""
    return f"finrubric {words}" + (f" --data {shlex.quote(str(data))}" if data else "")


def settings_of(data: Path | None) -> Settings:
    """The environment's settings, with the data folder that was named, if any, as a whole path.

    Raises:
        InputError: a setting in the environment is not usable.
    """
    try:
        settings = load_settings()
    except ValueError as error:
        msg = f"FINRUBRIC_DOCKER_TIMEOUT is no whole number of seconds ({error})"
        raise InputError(msg) from None
    folder = (data or settings.data_dir).expanduser().absolute()
    return replace(settings, data_dir=folder)
