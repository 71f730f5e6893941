"""`finrubric studies`: rubrics of two sources, compared blind by analysts."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import AsOption, DataOption, JsonOption, reviewer_of, settings_of, word_of

if TYPE_CHECKING:
    from cli.study_work import Source

app = typer.Typer(help="Compare two sources of rubrics blind.", no_args_is_help=True)


class StudyFormat(StrEnum):
    """Forms that a revealed study is exported in."""

    CSV = "csv"
    JSON = "json"


NameArgument: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="Name of the study.")]
SideOption: TypeAlias = Annotated[
    list[str],
    typer.Option(
        metavar="LABEL=PATH",
        help="A source: what it is called after the reveal, and a rubric.json, a criteria.jsonl "
        "or a folder of either (rubrics as NAME.rubric.json); again with the same label for more.",
    ),
]
BenchmarkOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--benchmark",
        metavar="NAME=FILE",
        help="The questions in a criteria.jsonl or questions.jsonl are of this benchmark.",
    ),
]
DimensionOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--dimension",
        metavar="NAME=QUESTION",
        help="What is compared beside the whole; else correctness, coverage, scope, weighting "
        "and gradability.",
    ),
]


ReviewersOption: TypeAlias = Annotated[
    str, typer.Option(metavar="A,B,C", help="Names of console users.")
]
TitleOption: TypeAlias = Annotated[str | None, typer.Option(help="What reviewers read above it.")]
HideOption: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A name that no rubric may hold.")
]
AllowOption: TypeAlias = Annotated[
    list[str] | None, typer.Option(metavar="NAME", help="A name that may stand in rubrics.")
]
RedactOption: TypeAlias = Annotated[
    bool, typer.Option("--redact", help="Replace such names on both sides.")
]
WaivedOption: TypeAlias = Annotated[
    bool, typer.Option("--take-waived", help="Also take rubrics with waived findings.")
]
SeedOption: TypeAlias = Annotated[
    int | None, typer.Option(help="What sides and orders are drawn from; else chance.")
]


@app.command()
def create(
    name: NameArgument,
    left: SideOption,
    right: SideOption,
    reviewers: ReviewersOption,
    title: TitleOption = None,
    benchmark: BenchmarkOption = None,
    dimension: DimensionOption = None,
    hide: HideOption = None,
    allow: AllowOption = None,
    redact: RedactOption = False,
    take_waived: WaivedOption = False,
    seed: SeedOption = None,
    as_: AsOption = None,
    data: DataOption = None,
) -> None:
    """Pair the rubrics of two sources by question, make them look alike and draw the sides."""
    from cli.loop import run
    from cli.study_view import tell_created
    from cli.study_work import Wanted, created

    settings = settings_of(data)
    wanted = Wanted(
        name=name,
        title=title or name,
        left=_source("--left", left),
        right=_source("--right", right),
        benchmarks=tuple(
            (word, Path(path).expanduser()) for word, path in _split("--benchmark", benchmark)
        ),
        reviewers=tuple(word for part in reviewers.split(",") if (word := part.strip())),
        dimensions=_split("--dimension", dimension),
        hidden=tuple(hide or ()),
        allowed=tuple(allow or ()),
        is_redacted=redact,
        takes_waived=take_waived,
        seed=seed,
        by=reviewer_of(as_, settings),
    )
    tell_created(run(created(settings, wanted), when_stopped="Nothing was kept."))


@app.command("list")
def list_studies(data: DataOption = None, as_json: JsonOption = False) -> None:
    """List the studies, newest first; nothing here says which system is which."""
    from cli.loop import run
    from cli.output import print_json, print_line, print_table
    from cli.study_view import list_rows, study_json
    from cli.study_work import listed

    found = run(listed(settings_of(data)), when_stopped="")
    if as_json:
        print_json([study_json(one) for one in found])
    elif found:
        print_table(("study", "title", "verdicts", "state", "made"), list_rows(found))
    else:
        print_line("There is no study yet; `finrubric studies create` makes one.")


@app.command()
def status(name: NameArgument, data: DataOption = None, as_json: JsonOption = False) -> None:
    """Show how far each reviewer is."""
    from cli.loop import run
    from cli.output import print_json, print_line, print_table
    from cli.study_view import status_json
    from cli.study_work import standing

    found = run(standing(settings_of(data), name), when_stopped="")
    if as_json:
        print_json(status_json(found.study, found.progress))
        return
    print_line(f"{found.study.plan.title}: {found.study.given} of {found.study.planned} verdicts")
    rows = [(one.reviewer, f"{one.given} of {one.planned}") for one in found.progress]
    print_table(("reviewer", "verdicts"), rows)


@app.command("reveal")
def reveal_study(
    name: NameArgument,
    reason: Annotated[str, typer.Option(help="Why it is closed before all verdicts are in.")] = "",
    as_: AsOption = None,
    data: DataOption = None,
) -> None:
    """Say which system was which, and print the preferences; no verdict is taken after that."""
    from cli.loop import run
    from cli.study_view import tell_results
    from cli.study_work import revealed

    settings = settings_of(data)
    by = reviewer_of(as_, settings)
    tell_results(run(revealed(settings, name, by=by, reason=reason), when_stopped=""))


@app.command("export")
def export_study(
    name: NameArgument,
    form: Annotated[
        StudyFormat,
        typer.Option(
            "--format", metavar="csv|json", parser=word_of("--format", StudyFormat), help="Form."
        ),
    ] = StudyFormat.CSV,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to; else standard output.")
    ] = None,
    data: DataOption = None,
) -> None:
    """Write a revealed study: every verdict with its sides, its time and the hash of its texts."""
    import sys

    from cli.exports import write_file
    from cli.loop import run
    from cli.output import print_line
    from cli.study_work import kept, rendered

    found = rendered(run(kept(settings_of(data), name), when_stopped=""), form.value)
    if out is None:
        _ = sys.stdout.buffer.write(found)
    else:
        print_line(str(write_file(out.expanduser(), found)))


def _source(option: str, given: Sequence[str]) -> "Source":
    from cli.study_work import Source
    from contracts.errors import InputError

    pairs = _split(option, given)
    labels = {label for label, _ in pairs}
    if len(labels) != 1:
        raise InputError(f"{option} names {', '.join(sorted(labels))}: one source has one label")
    return Source(pairs[0][0], tuple(Path(path).expanduser() for _, path in pairs))


def _split(option: str, given: Sequence[str] | None) -> tuple[tuple[str, str], ...]:
    from contracts.errors import InputError

    found: list[tuple[str, str]] = []
    for words in given or ():
        name, mark, rest = words.partition("=")
        if not (mark and name.strip() and rest.strip()):
            raise InputError(f"{option} {words[:80]!r} is not two words with = between them")
        found.append((name.strip(), rest.strip()))
    return tuple(found)
