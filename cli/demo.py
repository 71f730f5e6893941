"""`finrubric demo`: the worked example, from a question to an accepted rubric."""

from pathlib import Path

import typer

from cli.options import (
    DataOption,
    JsonOption,
    SandboxChoice,
    SandboxOption,
    command_line,
    settings_of,
)
from contracts.errors import InputError

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "texas_roadhouse"
CUTOFF = "2026-01-09"


def demo(
    sandbox: SandboxOption = SandboxChoice.AUTO,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run the worked example: played roles, real tools, scripts and gates; needs no key."""
    require_example(EXAMPLE)
    # Late imports: the graph library alone takes longer to load than `--help` may take.
    from cli.drive import Plan, fresh_run_id, start_run
    from cli.loop import run
    from cli.outcome import tell
    from cli.question import question_of, read_cutoff, read_query
    from principles.profiles import load_profile
    from records.clock import SystemClock

    now = SystemClock().now()
    profile = load_profile("default").profile
    cutoff = read_cutoff(CUTOFF, profile.zone, now=now, allow_future=True)
    plan = Plan(
        run=fresh_run_id("demo", now),
        query=question_of(read_query(f"@{EXAMPLE / 'query.txt'}"), cutoff, profile="default"),
        sources=EXAMPLE / "sources",
        models=f"replay:{EXAMPLE / 'recording'}",
        sandbox=sandbox,
    )
    finished = run(
        start_run(plan, settings_of(data)),
        when_stopped=f"Go on with: {command_line(f'runs resume {plan.run}', data)}",
    )
    raise typer.Exit(tell(finished, data=data, as_json=as_json))


def require_example(folder: Path) -> None:
    """Make sure that the worked example is there.

    Raises:
        InputError: it is not, as in an environment made from a wheel.
    """
    missing = [
        name
        for name in ("query.txt", "sources", "recording/recording.json")
        if not (folder / name).exists()
    ]
    if missing:
        msg = (
            f"the worked example is not here ({folder}: no {', '.join(missing)}). It comes with "
            "the repository, not with an installed package: run `make demo` in a checkout"
        )
        raise InputError(msg)
