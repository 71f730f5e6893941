"""`finrubric compare` and `finrubric report`: sources of rubrics held against a reference."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import JsonOption, word_of

if TYPE_CHECKING:
    from contracts.experiment import Experiment, Metric, Results

PAGE = "report.html"


class FailedChoice(StrEnum):
    """How questions without a rubric are read."""

    COUNT = "count"
    EXCLUDE = "exclude"


FailedOption: TypeAlias = Annotated[
    FailedChoice | None,
    typer.Option(
        parser=word_of("--failed", FailedChoice),
        metavar="|".join(FailedChoice),
        help="Whether a question without a rubric counts against its source, over the "
        "experiment's own word.",
    ),
]


def compare(
    experiment: Annotated[
        Path, typer.Argument(metavar="EXPERIMENT.toml", help="Which files of scores are compared.")
    ],
    out: Annotated[Path, typer.Option(help="Folder for the results, made if missing.")],
    failed: FailedOption = None,
    as_json: JsonOption = False,
) -> None:
    """Compare sources of rubrics: figures with intervals, tables, and one page with plots.

    Sources are compared by the interval of their difference, over the same draws of the same
    questions.
    """
    import json
    from datetime import UTC, datetime

    from benchmarks.experiment.material import read_material
    from benchmarks.experiment.results import results_of
    from cli.export import tell_new_folder
    from cli.exports import write_file
    from cli.output import print_json, print_line
    from reports.results_page import render_results
    from reports.results_table import result_files

    path = experiment.expanduser()
    results = results_of(read_material(_setup_of(path, failed), path.parent, datetime.now(UTC)))
    folder = out.expanduser()
    tell_new_folder(folder)
    files = {PAGE: render_results(results).encode(), **result_files(results)}
    written = [write_file(folder / name, data) for name, data in files.items()]
    if as_json:
        print_json(json.loads(results.model_dump_json()))
        return
    _tell(results)
    for one in written:
        print_line(str(one))


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Results that compare wrote.")],
    out: Annotated[
        Path | None, typer.Option(help="The page's file; else report.html in that folder.")
    ] = None,
) -> None:
    """Print the page of results anew, from results.json alone."""
    from cli.export import tell_new_folder
    from cli.exports import write_file
    from cli.output import print_line
    from contracts.contract import parse_contract
    from contracts.errors import ContractError, InputError
    from contracts.experiment import Results
    from reports.results_page import render_results
    from reports.results_table import RESULTS

    path = folder.expanduser() / RESULTS
    try:
        results = parse_contract(_bytes_of(path), Results)
    except ContractError as error:
        raise InputError(f"{path}: {error}; run finrubric compare again") from None
    page = (out or folder / PAGE).expanduser()
    tell_new_folder(page.parent)
    print_line(str(write_file(page, render_results(results).encode())))


def _setup_of(path: Path, failed: FailedChoice | None) -> "Experiment":
    from contracts.experiment import Experiment
    from principles.strict_toml import read_toml

    setup = read_toml(_bytes_of(path), str(path), Experiment)
    return setup if failed is None else setup.model_copy(update={"failed": failed.value})


def _tell(results: "Results") -> None:
    from cli.output import note, print_table
    from reports.results_view import METRICS, number

    rows = [
        (
            source.name,
            METRICS[one.metric][0],
            number(one.measured.value, one.metric),
            _interval(one),
            str(one.measured.queries),
            str(one.measured.unjudged),
            str(one.measured.failed),
        )
        for source in results.sources
        for one in source.metrics
    ]
    head = ("Source", "Figure", "Value", "Interval", "Questions", "Not judged", "Without rubric")
    print_table(head, rows)
    note(f"finrubric: {results.caption}")


def _interval(one: "Metric") -> str:
    from reports.results_view import number

    low, high = one.measured.low, one.measured.high
    if low is None or high is None:
        return "none"
    return f"{number(low, one.metric)} to {number(high, one.metric)}"


def _bytes_of(path: Path) -> bytes:
    from contracts.errors import InputError

    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from None
