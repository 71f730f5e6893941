"""`finrubric doctor`: whether this machine can run finrubric, and what to do where it cannot."""

from typing import Annotated, TypeAlias

import typer

from cli.options import DataOption, JsonOption, settings_of

LiveOption: TypeAlias = Annotated[
    bool,
    typer.Option("--live", help="Ask the real services too: EDGAR, and searches with a key."),
]


def doctor(data: DataOption = None, live: LiveOption = False, as_json: JsonOption = False) -> None:
    """Check Python, packages, sandbox, data folder and database; exit code 7 if one fails."""
    from cli.failure import ENVIRONMENT
    from cli.loop import run
    from cli.output import print_json, print_line
    from cli.packages import check_packages, shadowed

    if shadowed():
        # With somebody else's code under our names nothing else can be looked at.
        checks = (check_packages(),)
    else:
        from cli.checkup import check_up

        checks = run(check_up(settings_of(data)), when_stopped="Nothing was changed.")
        if live:
            from cli.services_checkup import check_services

            asked = check_services(settings_of(data))
            checks = (*checks, *run(asked, when_stopped="Nothing was changed."))
    is_well = all(check.is_well for check in checks)
    if as_json:
        print_json(
            {
                "is_well": is_well,
                "checks": [
                    {"name": c.name, "is_well": c.is_well, "found": c.found, "remedy": c.remedy}
                    for c in checks
                ],
            }
        )
    for check in () if as_json else checks:
        print_line(f"{'ok' if check.is_well else 'FAILS':<6}{check.name:<10}{check.found}")
        if check.remedy:
            print_line(f"{'':<16}{check.remedy}")
    raise typer.Exit(0 if is_well else ENVIRONMENT)
