"""`finrubric judge matches`: the experts' criteria held against generated ones by three judges."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import DataOption, JsonOption, command_line, settings_of
from cli.score import DryRunOption, JudgesOption, MaxCostOption, RoundOption, WaivedOption

if TYPE_CHECKING:
    from cli.matching import Order

ExpertArgument: TypeAlias = Annotated[
    Path, typer.Argument(metavar="EXPERT", help="Lines of `criteria`, or an exported rubric.json.")
]
GeneratedArgument: TypeAlias = Annotated[
    Path, typer.Argument(metavar="GENERATED", help="The same of the source to be measured.")
]
FileOption: TypeAlias = Annotated[
    Path, typer.Option("--out", metavar="FILE", help="Where the lines of matches go.")
]
MatchedQueryOption: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="ID", help="Match only this question; names the one of a rubric.json."),
]
FailedOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--failed", metavar="ID", help="A question without a generated rubric; can be repeated."
    ),
]


def matches(
    expert: ExpertArgument,
    generated: GeneratedArgument,
    out: FileOption,
    judges: JudgesOption = "",
    query: MatchedQueryOption = None,
    failed: FailedOption = None,
    take_waived: WaivedOption = False,
    round_number: RoundOption = 1,
    max_cost: MaxCostOption = None,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let three judges match criteria, for the value coverage of `compare`.

    Exit code 4 says that some vote is missing; the same command asks only for what is.
    """
    from cli.cost_option import cost_from
    from cli.matching import Order

    order = Order(
        expert=expert.expanduser(),
        generated=generated.expanduser(),
        out=out.expanduser(),
        judges=judges,
        query=query,
        failed=tuple(failed or ()),
        take_waived=take_waived,
        round=round_number,
        max_cost=cost_from(max_cost),
    )
    raise typer.Exit(_done(order, data, dry_run=dry_run, as_json=as_json))


def _done(order: "Order", data: Path | None, *, dry_run: bool, as_json: bool) -> int:
    from cli.loop import run
    from cli.matching import finished, tell_matching_estimate

    if dry_run:
        return tell_matching_estimate(order, as_json=as_json)
    again = command_line("judge matches …", data)
    stopped = f"What judges said is kept; go on with the same command: {again}"
    return run(finished(order, settings_of(data), as_json=as_json), when_stopped=stopped)
