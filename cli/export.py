"""`finrubric export`: an accepted rubric for people and programs."""

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import DataOption, JsonOption, RunArgument, settings_of, word_of

if TYPE_CHECKING:
    from cli.exports import Accepted
    from contracts.settings import Settings


class Form(StrEnum):
    """Forms a rubric is exported in."""

    JSON = "json"
    MARKDOWN = "markdown"
    HTML = "html"
    CSV = "csv"
    RECORD = "record"


FormOption: TypeAlias = Annotated[
    Form | None,
    typer.Option(
        "--format",
        parser=word_of("--format", Form),
        metavar="|".join(Form),
        help="One form; without it all are written.",
    ),
]
OutOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="File for one form, folder for all, made if missing; else standard output, run folder."
    ),
]


def export(
    run_id: RunArgument,
    form: FormOption = None,
    out: OutOption = None,
    bom: Annotated[
        bool, typer.Option("--bom", help="Begin the CSV with a mark by which Excel knows UTF-8.")
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Export an accepted rubric; quotes of internal and restricted sources are left out."""
    from cli.exports import ExportFormat, write_exports, write_file
    from cli.loop import run
    from cli.output import print_json, print_line
    from contracts.errors import InputError
    from contracts.run_paths import RunPaths

    if bom and form not in (None, Form.CSV):
        raise InputError(f"--bom is for csv; {form.value} is read as UTF-8 without it")
    settings = settings_of(data)
    found = run(_accepted(run_id, settings), when_stopped="Nothing was written.")
    accepted = replace(found, has_mark=bom)
    if out is not None:
        tell_new_folder(out.expanduser() if form is None else out.expanduser().parent)
    if form is None:
        folder = out.expanduser() if out else RunPaths(settings.data_dir, run_id).export
        written = write_exports(accepted, folder)
    elif out is not None:
        chosen = ExportFormat(form.value)
        written = {chosen: write_file(out.expanduser(), accepted.rendered(chosen))}
    else:
        _ = sys.stdout.buffer.write(accepted.rendered(ExportFormat(form.value)))
        return
    if as_json:
        print_json({name.value: str(path) for name, path in written.items()})
    for path in () if as_json else written.values():
        print_line(str(path))


def tell_new_folder(folder: Path) -> None:
    """Say on standard error that a folder is made which was not there."""
    from cli.output import note

    if not folder.exists():
        note(f"finrubric: the folder {str(folder.absolute())!r} was not there and is made")


async def _accepted(run_id: str, settings: "Settings") -> "Accepted":
    from cli.archive import open_archive
    from cli.exports import read_accepted

    async with open_archive(settings) as archive:
        return await read_accepted(archive, run_id)
