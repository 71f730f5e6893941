"""`finrubric export`: an accepted rubric for people and programs."""

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import DataOption, JsonOption, settings_of, word_of

if TYPE_CHECKING:
    from datetime import date

    from cli.exports import Accepted, Unsigned
    from contracts.rubric import Rubric
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


class Tool(StrEnum):
    """Tools whose form a rubric can be written in."""

    INSPECT = "inspect"
    AUTORUBRIC = "autorubric"
    VERIFIERS = "verifiers"
    RUBRIC_SPEC = "rubric-spec"
    HEALTHBENCH = "healthbench"


ToOption: TypeAlias = Annotated[
    Tool | None,
    typer.Option(
        "--to",
        parser=word_of("--to", Tool),
        metavar="|".join(Tool),
        help="The form of another tool; what it cannot carry is said on standard error.",
    ),
]
OutOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        help="File for one form, folder for all, made if missing; else standard output, run folder."
    ),
]


def export(
    run_id: Annotated[
        str,
        typer.Argument(
            metavar="RUN", help="Id of the run; with --to also an exported rubric.json."
        ),
    ],
    form: FormOption = None,
    to: ToOption = None,
    out: OutOption = None,
    bom: Annotated[
        bool, typer.Option("--bom", help="Begin the CSV with a mark by which Excel knows UTF-8.")
    ] = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Export an accepted rubric; quotes of internal and restricted sources are left out.

    Of a run that waits for a signature, the page and the Markdown say that nobody has signed yet.
    """
    from contracts.errors import InputError

    settings = settings_of(data)
    if to is not None:
        if form or bom or as_json:
            raise InputError("--to writes one file of another tool; leave --format, --bom, --json")
        _export_to(run_id, to, out, settings)
        return
    if bom and form not in (None, Form.CSV):
        raise InputError(f"--bom is for csv; {form.value} is read as UTF-8 without it")
    _export_forms(run_id, form, out, settings, bom=bom, as_json=as_json)


def _export_forms(
    run_id: str,
    form: Form | None,
    out: Path | None,
    settings: "Settings",
    *,
    bom: bool,
    as_json: bool,
) -> None:
    from cli.exports import ExportFormat, write_exports, write_file
    from cli.loop import run
    from cli.output import print_json, print_line
    from contracts.run_paths import RunPaths

    unsigned = run(_unsigned(run_id, settings), when_stopped="Nothing was written.")
    if unsigned is not None:
        _export_unsigned(unsigned, form, out, settings, as_json=as_json)
        return
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


def _export_unsigned(
    unsigned: "Unsigned",
    form: Form | None,
    out: Path | None,
    settings: "Settings",
    *,
    as_json: bool,
) -> None:
    """Write the page and the Markdown for whoever signs, under names of their own."""
    from cli.exports import ExportFormat, write_file
    from cli.output import note, print_json, print_line
    from contracts.run_paths import RunPaths
    from reports.rubric_view import UNSIGNED

    run = unsigned.record.run
    if form is None:
        folder = out.expanduser() if out else RunPaths(settings.data_dir, run).export
        names = {ExportFormat.HTML: folder / "unsigned.html"}
        names |= {ExportFormat.MARKDOWN: folder / "unsigned.md"}
    else:
        names = {ExportFormat(form.value): out.expanduser() if out else None}
    rendered = {chosen: unsigned.rendered(chosen) for chosen in names}
    note(f"finrubric: run {run}: {UNSIGNED}")
    written: dict[str, str] = {}
    for chosen, path in names.items():
        if path is None:
            _ = sys.stdout.buffer.write(rendered[chosen])
            return
        tell_new_folder(path.parent)
        written[chosen.value] = str(write_file(path, rendered[chosen]))
    if as_json:
        print_json({**written})
    for shown in () if as_json else written.values():
        print_line(shown)


def _export_to(run_or_file: str, tool: Tool, out: Path | None, settings: "Settings") -> None:
    from cli.exports import write_file
    from cli.output import note, print_line
    from reports.interchange.foreign import Foreign, export_foreign

    rubric, day = _rubric_of(run_or_file, settings)
    exported = export_foreign(rubric, Foreign(tool.value), accepted_on=day)
    for loss in exported.losses:
        note(f"finrubric: not in the form of {tool.value}: {loss}")
    if out is None:
        _ = sys.stdout.buffer.write(exported.data)
        return
    path = out.expanduser()
    path = path / exported.name if path.is_dir() else path
    tell_new_folder(path.parent)
    print_line(str(write_file(path, exported.data)))


def _rubric_of(run_or_file: str, settings: "Settings") -> "tuple[Rubric, date | None]":
    """The rubric of a run or of an exported file, and the day it was accepted, if known."""
    from cli.exports import read_rubric_file
    from cli.loop import run

    path = Path(run_or_file).expanduser()
    if path.suffix == ".json" or path.is_file():
        return read_rubric_file(path), None
    found = run(_accepted(run_or_file, settings), when_stopped="Nothing was written.")
    moment = found.record.accepted_at
    return found.rubric, moment.date() if moment else None


def tell_new_folder(folder: Path) -> None:
    """Say on standard error that a folder is made which was not there."""
    from cli.output import note

    if not folder.exists():
        note(f"finrubric: the folder {str(folder.absolute())!r} was not there and is made")


async def _unsigned(run_id: str, settings: "Settings") -> "Unsigned | None":
    from cli.archive import open_archive
    from cli.exports import read_unsigned

    async with open_archive(settings) as archive:
        return await read_unsigned(archive, run_id)


async def _accepted(run_id: str, settings: "Settings") -> "Accepted":
    from cli.archive import open_archive
    from cli.exports import read_accepted

    async with open_archive(settings) as archive:
        return await read_accepted(archive, run_id)
