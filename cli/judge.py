"""`finrubric judge`: judges held against people and themselves, and asked to match criteria."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cli.matches import matches
from cli.options import JsonOption

if TYPE_CHECKING:
    from contracts.contract import Contract
    from scoring.calibration import Calibrated

    LineT = TypeVar("LineT", bound=Contract)

app = typer.Typer(
    help="Hold judges against people and themselves; let them match criteria.", no_args_is_help=True
)
_ = app.command("matches")(matches)


@app.command()
def calibrate(
    scores: Annotated[Path, typer.Argument(help="scores.jsonl of finrubric score.")],
    rulings: Annotated[Path, typer.Argument(help="rulings.jsonl, as finrubric import writes it.")],
    as_json: JsonOption = False,
) -> None:
    """Say how often each judge, and the majority, rules as people do.

    Rows that a judge has not judged are counted apart, never as met or not met.
    """
    from cli.output import print_json
    from contracts.benchmark import HumanRuling
    from contracts.score import Score
    from scoring.calibration import calibrate as calibrated

    found = calibrated(_lines(scores, Score), _lines(rulings, HumanRuling))
    if as_json:
        print_json(
            {
                "rulings": found.rulings,
                "without_score": found.without_score,
                "judges": [
                    {
                        "judge": one.judge,
                        "met_met": one.met_met,
                        "met_not": one.met_not,
                        "not_met": one.not_met,
                        "not_not": one.not_not,
                        "not_judged": one.unjudged,
                        "agreement": one.agreement.rate,
                        "leniency": one.leniency,
                        "alpha": one.alpha,
                    }
                    for one in found.judges
                ],
            }
        )
        return
    _print(found)


@app.command("flips")
def flips_command(
    first: Annotated[Path, typer.Argument(help="scores.jsonl of finrubric score.")],
    second: Annotated[Path, typer.Argument(help="The same answers scored with --round 2.")],
    as_json: JsonOption = False,
) -> None:
    """Say how many votes each judge changes when it is asked again.

    A vote that stands in one round only is counted apart, never as changed or kept.
    """
    from cli.output import note, print_json, print_table
    from contracts.score import Score
    from scoring.ballots import flips_between

    rounds = _lines(first, Score), _lines(second, Score)
    found = flips_between(*rounds)
    if any(score.asked is None for scores in rounds for score in scores):
        note("finrubric: a score of version 1 does not say in which round it was given")
    if as_json:
        print_json(
            {
                "flipped": found.all.count,
                "votes": found.all.of,
                "missing": found.missing,
                "judges": [
                    {"judge": judge, "flipped": share.count, "votes": share.of}
                    for judge, share in found.per_judge
                ],
            }
        )
        return
    shares = (*found.per_judge, ("all", found.all))
    head = ("Judge", "Changed", "Votes in both rounds")
    print_table(head, [(judge, str(share.count), str(share.of)) for judge, share in shares])
    if found.missing:
        note(f"finrubric: {found.missing} votes stand in one round only")


def _print(found: "Calibrated") -> None:
    from cli.output import note, print_table

    head = ("Judge", "Agrees", "Too lenient", "Too strict", "Not judged", "Leniency", "Alpha")
    rows = [
        (
            one.judge,
            f"{one.agreement.count} of {one.agreement.of}",
            str(one.met_not),
            str(one.not_met),
            str(one.unjudged),
            _figure(one.leniency),
            _figure(one.alpha),
        )
        for one in found.judges
    ]
    print_table(head, rows)
    if found.without_score:
        note(f"finrubric: {found.without_score} of {found.rulings} rulings are on rows not scored")


def _figure(value: float | None) -> str:
    return "none" if value is None else f"{value:+.3f}"


def _lines(path: Path, model: "type[LineT]") -> "tuple[LineT, ...]":
    from benchmarks.experiment.material import read_lines

    return read_lines(path.expanduser(), model)
