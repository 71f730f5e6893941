"""Changes of users on the command line: each in one transaction with its row of the audit chain."""

from dataclasses import dataclass

from cli.archive import open_archive
from console.access import users
from console.access.roles import Role
from console.access.sessions import open_sessions
from contracts.contract import Json
from contracts.settings import Settings
from records.clock import SystemClock


@dataclass(frozen=True, slots=True)
class Access:
    """Where, and in whose name."""

    settings: Settings
    by: str


@dataclass(frozen=True, slots=True)
class Changed:
    """What was done, to be printed."""

    name: str
    role: str
    words: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class ListedUser:
    """One line of the list."""

    name: str
    role: str
    state: str
    since: str
    sessions: int

    def as_json(self) -> Json:
        """The same for a document."""
        return {
            "user": self.name,
            "role": self.role,
            "state": self.state,
            "since": self.since,
            "sessions": self.sessions,
        }


async def added(access: Access, name: str, role: Role) -> Changed:
    """Add a user and make their first token.

    Raises:
        InputError: no run was ever started there, or the name is taken or not usable.
        CorruptRun: the audit chain cannot be added to; nobody was added.
    """
    now = SystemClock().now()
    async with open_archive(access.settings) as archive, archive.database.unit() as uow:
        user = await users.add_user(uow, archive.audit, name, role, by=access.by, at=now)
        token = await users.make_token(uow, archive.audit, user, by=access.by, at=now)
    return Changed(user.name, user.role, "added.", token)


async def token_made(access: Access, name: str) -> Changed:
    """Make a new token.

    Raises:
        InputError: there is no such user, or they are disabled.
        CorruptRun: the audit chain cannot be added to; no token was made.
    """
    now = SystemClock().now()
    async with open_archive(access.settings) as archive, archive.database.unit() as uow:
        user = (await users.account_named(uow, name)).user
        token = await users.make_token(uow, archive.audit, user, by=access.by, at=now)
    return Changed(user.name, user.role, "here is a new token.", token)


async def role_set(access: Access, name: str, role: Role) -> Changed:
    """Give a user another role.

    Raises:
        InputError: there is no such user, or they are the last administrator.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    now = SystemClock().now()
    async with open_archive(access.settings) as archive, archive.database.unit() as uow:
        user = (await users.account_named(uow, name)).user
        await users.set_role(uow, archive.audit, user, role, by=access.by, at=now)
    if user.role is role:
        return Changed(user.name, role, "has that role already.")
    return Changed(
        user.name, role, f"was {user.role}. Their sessions have ended; `users token` lets them in."
    )


async def disabled(access: Access, name: str) -> Changed:
    """Keep a user out.

    Raises:
        InputError: there is no such user, or they are the last administrator.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    now = SystemClock().now()
    async with open_archive(access.settings) as archive, archive.database.unit() as uow:
        user = (await users.account_named(uow, name)).user
        await users.disable(uow, archive.audit, user, by=access.by, at=now)
    return Changed(user.name, user.role, "is disabled; sessions and tokens have ended.")


async def enabled(access: Access, name: str) -> Changed:
    """Let a user in again.

    Raises:
        InputError: there is no such user.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    now = SystemClock().now()
    async with open_archive(access.settings) as archive, archive.database.unit() as uow:
        user = (await users.account_named(uow, name)).user
        await users.enable(uow, archive.audit, user, by=access.by, at=now)
    return Changed(user.name, user.role, "is enabled; `users token` lets them in.")


async def users_of(settings: Settings) -> tuple[ListedUser, ...]:
    """All users, by name.

    Raises:
        InputError: no run was ever started there.
    """
    now = SystemClock().now()
    async with open_archive(settings) as archive, archive.database.reading() as reading:
        found = await users.accounts(reading, at=now)
        sessions = [session.account for session in await open_sessions(reading, at=now)]
    return tuple(
        ListedUser(
            name=account.user.name,
            role=account.user.role,
            state="disabled" if account.disabled else "active",
            since=f"{account.created:%Y-%m-%d %H:%M:%S}",
            sessions=sessions.count(account.user.id),
        )
        for account in found
    )
