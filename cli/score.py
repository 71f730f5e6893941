"""`finrubric score`: answers before judges, by an accepted rubric or an imported one."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import DataOption, JsonOption, command_line, settings_of, word_of

if TYPE_CHECKING:
    from cli.scoring import Order


class ModeChoice(StrEnum):
    """How the judges of an answer are chosen."""

    FIXED = "fixed"
    OUTSIDE_FAMILY = "outside_family"


RubricArgument: TypeAlias = Annotated[
    Path,
    typer.Argument(metavar="RUBRIC", help="An exported rubric.json, or lines of `criteria`."),
]
AnswersArgument: TypeAlias = Annotated[
    Path,
    typer.Argument(
        metavar="ANSWERS",
        help="JSON lines: one answer or trace a line, or one trace with a message a line.",
    ),
]
OutOption: TypeAlias = Annotated[
    Path, typer.Option("--out", metavar="DIR", help="Where scores.jsonl and summary.md go.")
]
ModeOption: TypeAlias = Annotated[
    ModeChoice,
    typer.Option(
        parser=word_of("--mode", ModeChoice),
        metavar="|".join(ModeChoice),
        help="fixed: the majority of the same three judges. outside_family: the mean of three "
        "judges of other families than the solver's.",
    ),
]
JudgesOption: TypeAlias = Annotated[
    str,
    typer.Option(
        metavar="live|FILE.toml|replay:DIR",
        help="live: the judges of finrubric.toml here, else of the defaults; replay:DIR "
        "plays recorded judges. [default: live]",
        show_default=False,
    ),
]
PerCriterionOption: TypeAlias = Annotated[
    bool,
    typer.Option("--per-criterion", help="Ask for each criterion in a conversation of its own."),
]
MaxCostOption: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="USD", help="Send no call that could pass this cost, earlier tries in."),
]
DryRunOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Say what would be asked and the first questions' cost; send nothing."
    ),
]
QueryOption: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ID", help="Score only the answers to this question.")
]
SolverOption: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who answered, where the file does not say it."),
]
WaivedOption: TypeAlias = Annotated[
    bool,
    typer.Option("--take-waived", help="Take a rubric that a person accepted with a waiver."),
]
RoundOption: TypeAlias = Annotated[
    int,
    typer.Option(
        "--round",
        min=1,
        help="Judge afresh under another number, to compare judges with themselves.",
    ),
]
DisputesOption: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--disputes",
        help="Put rows on which judges disagree or have not judged into the queue, once each; "
        "what people rule there is taken up when the same is scored again.",
    ),
]


def score(
    rubric: RubricArgument,
    answers: AnswersArgument,
    out: OutOption,
    mode: ModeOption = ModeChoice.FIXED,
    judges: JudgesOption = "",
    per_criterion: PerCriterionOption = False,
    query: QueryOption = None,
    solver: SolverOption = None,
    take_waived: WaivedOption = False,
    round_number: RoundOption = 1,
    disputes: DisputesOption = False,
    max_cost: MaxCostOption = None,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Grade answers by a rubric; exit code 4 says that some row has no judgement.

    What a judge has said is kept: scoring again asks only for what has changed or failed.
    """
    from cli.cost_option import cost_from
    from cli.scoring import Order

    order = Order(
        rubric=rubric.expanduser(),
        answers=answers.expanduser(),
        out=out.expanduser(),
        mode=mode.value,
        judges=judges,
        per_criterion=per_criterion,
        query=query,
        solver=solver,
        take_waived=take_waived,
        round=round_number,
        disputes=disputes,
        max_cost=cost_from(max_cost),
    )
    raise typer.Exit(_done(order, data, dry_run=dry_run, as_json=as_json))


def _done(order: "Order", data: Path | None, *, dry_run: bool, as_json: bool) -> int:
    from cli.loop import run
    from cli.scoring import finished
    from cli.scoring_estimate import tell_estimate

    settings = settings_of(data)
    if dry_run:
        return tell_estimate(order, as_json=as_json)
    again = command_line("score …", data)
    stopped = f"Verdicts that came are kept; go on with the same command: {again}"
    return run(finished(order, settings, as_json=as_json), when_stopped=stopped)
