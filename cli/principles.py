"""`finrubric principles`: the library of expert principles."""

from typing import Annotated

import typer

from cli.options import JsonOption
from contracts.errors import InputError

app = typer.Typer(help="List and show the expert principles.", no_args_is_help=True)


@app.command("list")
def list_principles(as_json: JsonOption = False) -> None:
    """List the principles of the library."""
    from cli.output import print_json, print_table
    from principles.library import load_library

    items = [item.principle for item in load_library()]
    if as_json:
        print_json(
            [
                {"id": i.id, "title": i.title, "catcher": i.violation.catcher, "always": i.always}
                for i in items
            ]
        )
        return
    print_table(
        ("Principle", "Title", "A breach is caught by"),
        [(i.id, i.title, i.violation.catcher) for i in items],
    )


@app.command()
def show(
    principle: Annotated[str, typer.Argument(metavar="PRINCIPLE")], as_json: JsonOption = False
) -> None:
    """Show one principle: what it asks, what a breach costs, what catches it."""
    from cli.output import print_json, print_line
    from principles.library import load_library

    items = {item.principle.id: item for item in load_library()}
    if principle not in items:
        raise InputError(f"there is no principle {principle!r}; there are {', '.join(items)}")
    found = items[principle]
    if as_json:
        print_json({**found.principle.model_dump(mode="json"), "body": found.body})
        return
    head = found.principle
    when = "always" if head.always else f"with {', '.join(head.features)}"
    print_line(f"{head.title} ({head.id})\n\n{head.statement}\n\n{found.body.strip()}\n")
    print_line(f"Holds: {when}")
    print_line(f"A breach costs: {head.cost}")
    print_line(f"A breach: {head.violation.example}")
    print_line(f"Caught by {head.violation.catcher}: {', '.join(head.violation.caught_by)}")
