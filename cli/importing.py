"""`finrubric import`: rubrics of public sets and other tools as criteria to judge."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import JsonOption, word_of

if TYPE_CHECKING:
    from benchmarks.sets import ReadSet


class SetName(StrEnum):
    """Sets and forms that can be imported; `benchmarks.sets` is not loaded for the help's sake."""

    BIGFINANCEBENCH = "bigfinancebench"
    VALS_V1 = "vals-v1"
    VALS_V2 = "vals-v2"
    FRONTIERFINANCE = "frontierfinance"
    PROFBENCH = "profbench"
    HEALTHBENCH = "healthbench"
    RUBRIC_SPEC = "rubric-spec"
    TABLE = "table"


def import_set(
    name: Annotated[
        SetName,
        typer.Argument(
            metavar="SET", parser=word_of("SET", SetName), help=f"One of {', '.join(SetName)}."
        ),
    ],
    file: Annotated[Path, typer.Argument(help="A file of the set, as it is published.")],
    out: Annotated[Path, typer.Option(help="Folder for the files, made if missing.")],
    count: Annotated[
        int | None,
        typer.Option(
            "--select",
            metavar="N",
            help="Take N queries by a rule that reads ids and counts of criteria, and no score.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Read rubrics of others into criteria.jsonl; what is lost on the way is said.

    questions.jsonl has the questions, import.json what was read by which rule; responses.jsonl and
    rulings.jsonl are written where the set has answers and people's rulings on them.
    """
    from benchmarks.import_files import files_of, summary_of
    from benchmarks.sets import BenchmarkSet, read_set
    from cli.export import tell_new_folder
    from cli.exports import write_file
    from cli.output import print_json, print_line

    read = read_set(BenchmarkSet(name.value), file.expanduser(), count=count)
    folder = out.expanduser()
    tell_new_folder(folder)
    paths = [write_file(folder / name, data) for name, data in files_of(read).items()]
    if as_json:
        print_json(summary_of(read))
        return
    _tell(read)
    for path in paths:
        print_line(str(path))


def _tell(read: "ReadSet") -> None:
    from cli.output import note

    criteria = sum(len(item.criteria.criteria) for item in read.items)
    note(f"finrubric: {len(read.items)} questions with {criteria} criteria")
    for what, places in read.losses.items():
        count = "1 place" if len(places) == 1 else f"{len(places)} places"
        note(f"finrubric: lost: {what} ({count}, first at {places[0]})")
    if read.selection is not None and read.selection.too_wide:
        note(f"finrubric: left out as too wide: {', '.join(read.selection.too_wide)}")
