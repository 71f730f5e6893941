"""`finrubric judge`: judges held against people."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from cli.options import JsonOption

if TYPE_CHECKING:
    from contracts.contract import Contract
    from scoring.calibration import Calibrated

    LineT = TypeVar("LineT", bound=Contract)

app = typer.Typer(help="Hold judges against people's rulings.", no_args_is_help=True)


@app.callback()
def _judge() -> None:
    """Keep the word `calibrate` in the command, though it is the only one."""


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
