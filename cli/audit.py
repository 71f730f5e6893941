"""`finrubric audit`: whether the chain of decisions is whole."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options import DataOption, JsonOption, settings_of

if TYPE_CHECKING:
    from contracts.settings import Settings
    from escalations.audit_chain import Anchor
    from escalations.audit_verify import AuditReport

app = typer.Typer(help="Check the chain of human decisions.", no_args_is_help=True)

BROKEN = 6
_ANCHOR = re.compile(r"([1-9][0-9]{0,14}):([0-9a-f]{64})")


@app.callback()
def _audit() -> None:
    """Check the chain of human decisions."""


@app.command()
def verify(
    anchor: Annotated[
        str | None,
        typer.Option(metavar="SEQ:MAC", help="A head printed before; shows a cut-off end."),
    ] = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check every row of the audit chain and every decision; exit code 6 if anything is wrong."""
    from cli.loop import run
    from cli.output import print_json, print_line

    report = run(_verified(settings_of(data), _anchor_of(anchor)), when_stopped="")
    head = None if report.head is None else str(report.head)
    if as_json:
        print_json(
            {
                "rows": report.rows,
                "holds": not report.faults,
                "head": head,
                "faults": [*report.faults],
            }
        )
    elif report.faults:
        print_line("The audit chain is broken:")
        for fault in report.faults:
            print_line(f"  - {fault}")
        print_line("Compare with a backup; nothing here says who changed it.")
    else:
        print_line(f"The audit chain holds: {report.rows} rows.")
        print_line(f"Anchor: {head or 'none yet'}")
    raise typer.Exit(BROKEN if report.faults else 0)


def _anchor_of(given: str | None) -> "Anchor | None":
    from contracts.errors import InputError
    from escalations.audit_chain import Anchor

    if given is None:
        return None
    found = _ANCHOR.fullmatch(given)
    if found is None:
        raise InputError(f"--anchor {given[:100]!r} is not SEQ:MAC as `audit verify` prints it")
    return Anchor(int(found[1]), found[2])


async def _verified(settings: "Settings", anchor: "Anchor | None") -> "AuditReport":
    from cli.archive import open_archive
    from escalations.audit_verify import verify as verify_chain

    async with open_archive(settings) as archive:
        return await verify_chain(archive.database, archive.audit, anchor)
