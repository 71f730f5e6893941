"""Who an item of the queue can be given to: users who are let in and may decide."""

from datetime import datetime

from sqlalchemy import select

from console.access.roles import Permission
from console.access.user import Account
from console.access.users import account_named, accounts, name_key
from contracts.errors import InputError
from records.access_tables import ACCOUNT
from records.unit_of_work import Reading


async def assignees(reading: Reading, *, at: datetime) -> tuple[str, ...]:
    """Read the names of all users who can look after an item."""
    return tuple(one.user.name for one in await accounts(reading, at=at) if not _fault(one))


async def assignee_named(reading: Reading, name: str) -> str:
    """The name of a user as it is kept, since the queue tells names apart by case.

    Raises:
        InputError: there is no such user, or they could not decide what they were given.
    """
    account = await account_named(reading, name)
    if fault := _fault(account):
        raise InputError(f"{account.user.name!r} {fault}; choose somebody who can decide the item")
    return account.user.name


async def as_user(reading: Reading, name: str) -> str:
    """The name as its user is called; who is no user of the console is called as given.

    Raises:
        InputError: the user could not decide what they were given.
    """
    row = await reading.first(select(ACCOUNT.c.id).where(ACCOUNT.c.name_key == name_key(name)))
    return name if row is None else await assignee_named(reading, name)


def _fault(account: Account) -> str:
    if account.disabled is not None:
        return "is disabled"
    return (
        "" if account.user.may(Permission.DECIDE) else f"is a {account.user.role}, who only reads"
    )
