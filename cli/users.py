"""`finrubric users`: who may log in to the console, and as what."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from cli.options import AsOption, DataOption, JsonOption, reviewer_of, settings_of, word_of
from console.access.roles import Role

if TYPE_CHECKING:
    from cli.access import Access, Changed
    from contracts.contract import Json

app = typer.Typer(help="Who may log in to the console, and as what.", no_args_is_help=True)

ROLES = "|".join(Role)
NameArgument: TypeAlias = Annotated[str, typer.Argument(metavar="NAME", help="The user's name.")]


@app.command()
def add(
    name: NameArgument,
    role: Annotated[
        Role,
        typer.Option(
            parser=word_of("--role", Role),
            metavar=ROLES,
            help="viewer reads, analyst decides, lead assigns and waives, admin sees to users.",
        ),
    ],
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add a user, and print the token that lets them in once, within a day."""
    from cli.access import added
    from cli.loop import run

    _tell(run(added(_access(by, data), name, role), when_stopped=""), as_json=as_json)


@app.command()
def token(
    name: NameArgument, by: AsOption = None, data: DataOption = None, as_json: JsonOption = False
) -> None:
    """Print a new token of a user; one that was made before and not used stops working."""
    from cli.access import token_made
    from cli.loop import run

    _tell(run(token_made(_access(by, data), name), when_stopped=""), as_json=as_json)


@app.command()
def role(
    name: NameArgument,
    to: Annotated[
        Role, typer.Argument(metavar=ROLES, parser=word_of("ROLE", Role), help="Their new role.")
    ],
    by: AsOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a user another role; their sessions end."""
    from cli.access import role_set
    from cli.loop import run

    _tell(run(role_set(_access(by, data), name, to), when_stopped=""), as_json=as_json)


@app.command()
def disable(
    name: NameArgument, by: AsOption = None, data: DataOption = None, as_json: JsonOption = False
) -> None:
    """Keep a user out: sessions and tokens end; what they decided stays theirs."""
    from cli.access import disabled
    from cli.loop import run

    _tell(run(disabled(_access(by, data), name), when_stopped=""), as_json=as_json)


@app.command()
def enable(
    name: NameArgument, by: AsOption = None, data: DataOption = None, as_json: JsonOption = False
) -> None:
    """Let a disabled user in again, by a new token."""
    from cli.access import enabled
    from cli.loop import run

    _tell(run(enabled(_access(by, data), name), when_stopped=""), as_json=as_json)


@app.command("list")
def list_users(data: DataOption = None, as_json: JsonOption = False) -> None:
    """List the users."""
    from cli.access import users_of
    from cli.loop import run
    from cli.output import print_json, print_line, print_table

    found = run(users_of(settings_of(data)), when_stopped="")
    if as_json:
        print_json([user.as_json() for user in found])
    elif found:
        print_table(
            ("User", "Role", "State", "Since (UTC)", "Sessions"),
            [(user.name, user.role, user.state, user.since, str(user.sessions)) for user in found],
        )
    else:
        print_line("There is no user yet; `finrubric users add NAME --role admin` adds one.")


def _access(by: str | None, data: Path | None) -> "Access":
    from cli.access import Access

    settings = settings_of(data)
    return Access(settings, by=reviewer_of(by, settings))


def _tell(changed: "Changed", *, as_json: bool) -> None:
    from cli.output import print_json, print_line

    document: dict[str, Json] = {"user": changed.name, "role": changed.role}
    if as_json:
        print_json({**document, "token": changed.token} if changed.token else document)
        return
    print_line(f"{changed.name} ({changed.role}): {changed.words}")
    if changed.token:
        print_line(f"Token: {changed.token}")
        print_line("It is printed this once, works once, and for a day; it is pasted at /login.")
