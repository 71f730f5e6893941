"""Users: added, given a role and tokens, disabled; each change is a row of the audit chain."""

import secrets
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import RowMapping, func, insert, select, update

from console.access.roles import Permission, Role, may
from console.access.secret import new_token, stored
from console.access.sessions import end_sessions
from console.access.user import Account, User
from console.shortcuts import Preferences
from contracts.contract import canonical, parse_contract
from contracts.errors import InputError
from escalations.audit_chain import AuditAction, AuditChain, AuditEntry
from escalations.care import unassign
from records.access_tables import ACCOUNT, LOGIN_TOKEN
from records.unit_of_work import Reading, UnitOfWork

TOKEN_LASTS = timedelta(hours=24)
MAX_NAME = 80


async def add_user(
    uow: UnitOfWork, audit: AuditChain, name: str, role: Role, *, by: str, at: datetime
) -> User:
    """Add a user, who can do nothing before a token is made for them.

    Raises:
        InputError: the name is taken, or is not 1 to 80 printable characters.
        CorruptRun: the audit chain cannot be added to; nobody was added.
    """
    shown = clean_name(name)
    taken = await uow.first(select(ACCOUNT.c.name).where(ACCOUNT.c.name_key == name_key(shown)))
    if taken is not None:
        raise InputError(
            f"there is a user {taken['name']!r} already; names differ by more than case"
        )
    user = User(f"u-{secrets.token_hex(8)}", shown, role, Preferences())
    await uow.execute(
        insert(ACCOUNT).values(
            id=user.id,
            name=shown,
            name_key=name_key(shown),
            role=role.value,
            created=at,
            preferences=_written(user.preferences),
        )
    )
    await _tell(uow, audit, user, {"what": "added", "role": role.value}, by=by, at=at)
    return user


async def make_token(
    uow: UnitOfWork, audit: AuditChain, user: User, *, by: str, at: datetime
) -> str:
    """Make a login token, the only one that can be used from now on; it is shown this once.

    Raises:
        InputError: the user is disabled.
        CorruptRun: the audit chain cannot be added to; no token was made.
    """
    if (await account_of(uow, user.id)).disabled is not None:
        raise InputError(f"{user.name!r} is disabled; enable them before making a token")
    await _revoke_tokens(uow, user.id, at)
    token = new_token()
    await uow.execute(
        insert(LOGIN_TOKEN).values(
            sha256=stored(token), account=user.id, made_by=by, made=at, expires=at + TOKEN_LASTS
        )
    )
    await _tell(uow, audit, user, {"what": "token made"}, by=by, at=at)
    return token


async def set_role(
    uow: UnitOfWork, audit: AuditChain, user: User, role: Role, *, by: str, at: datetime
) -> None:
    """Give a user another role; ends their sessions, since those were opened for the old one.

    Who only reads from now on looks after no item any more.

    Raises:
        InputError: they are the last administrator.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    if role == user.role:
        return
    if user.role is Role.ADMIN:
        await _require_another_admin(uow, user)
    await uow.execute(update(ACCOUNT).where(ACCOUNT.c.id == user.id).values(role=role.value))
    _ = await end_sessions(uow, user.id, at)
    detail = {"what": "role changed", "from": user.role.value, "to": role.value}
    await _tell(uow, audit, user, detail, by=by, at=at)
    if not may(role, Permission.DECIDE):
        await unassign(uow, audit, user.name, by=by, at=at)


async def disable(uow: UnitOfWork, audit: AuditChain, user: User, *, by: str, at: datetime) -> None:
    """Keep a user out: ends their sessions and tokens, and frees the items they look after.

    What they decided stays theirs.

    Raises:
        InputError: they are the last administrator.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    if user.role is Role.ADMIN:
        await _require_another_admin(uow, user)
    await uow.execute(
        update(ACCOUNT)
        .where(ACCOUNT.c.id == user.id, ACCOUNT.c.disabled.is_(None))
        .values(disabled=at)
    )
    _ = await end_sessions(uow, user.id, at)
    await _revoke_tokens(uow, user.id, at)
    await _tell(uow, audit, user, {"what": "disabled"}, by=by, at=at)
    await unassign(uow, audit, user.name, by=by, at=at)


async def enable(uow: UnitOfWork, audit: AuditChain, user: User, *, by: str, at: datetime) -> None:
    """Let a disabled user in again, by a new token.

    Raises:
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    await uow.execute(update(ACCOUNT).where(ACCOUNT.c.id == user.id).values(disabled=None))
    await _tell(uow, audit, user, {"what": "enabled"}, by=by, at=at)


async def set_preferences(uow: UnitOfWork, user: User, preferences: Preferences) -> None:
    """Keep what a user set for themselves."""
    await uow.execute(
        update(ACCOUNT).where(ACCOUNT.c.id == user.id).values(preferences=_written(preferences))
    )


async def accounts(reading: Reading, *, at: datetime) -> tuple[Account, ...]:
    """Read all users, by name."""
    rows = await reading.rows(select(ACCOUNT).order_by(ACCOUNT.c.name_key))
    usable = LOGIN_TOKEN.c.used.is_(None) & LOGIN_TOKEN.c.revoked.is_(None)
    tokens = await reading.rows(
        select(LOGIN_TOKEN.c.account, LOGIN_TOKEN.c.expires).where(
            usable, LOGIN_TOKEN.c.expires > at
        )
    )
    until = {row["account"]: row["expires"] for row in tokens}
    return tuple(_account(row, until.get(row["id"])) for row in rows)


async def account_of(reading: Reading, account: str) -> Account:
    """Read one user by id.

    Raises:
        InputError: there is none.
    """
    row = await reading.first(select(ACCOUNT).where(ACCOUNT.c.id == account))
    if row is None:
        raise InputError(f"there is no user with the id {account[:80]!r}")
    return _account(row, None)


async def account_named(reading: Reading, name: str) -> Account:
    """Read one user by name, in any case.

    Raises:
        InputError: there is none.
    """
    row = await reading.first(select(ACCOUNT).where(ACCOUNT.c.name_key == name_key(name)))
    if row is None:
        raise InputError(f"there is no user {name[:MAX_NAME]!r}; `finrubric users list` shows all")
    return _account(row, None)


async def count_enabled(reading: Reading) -> int:
    """Count the users who are not disabled."""
    counted = select(func.count().label("n")).where(ACCOUNT.c.disabled.is_(None))
    row = await reading.first(counted.select_from(ACCOUNT))
    return 0 if row is None else row["n"]


def clean_name(name: str) -> str:
    """A name as it is kept: composed, without white space around it.

    Raises:
        InputError: it is empty, longer than 80 characters, or holds what cannot be printed.
    """
    shown = unicodedata.normalize("NFC", name).strip()
    if not shown or len(shown) > MAX_NAME or not shown.isprintable():
        raise InputError(
            f"name {name[:MAX_NAME]!r}: give 1 to {MAX_NAME} printable characters on one line"
        )
    return shown


def name_key(name: str) -> str:
    """The form in which no two names may be alike."""
    folded = unicodedata.normalize("NFC", name.strip()).casefold()
    return unicodedata.normalize("NFC", folded)


def user_of(row: RowMapping) -> User:
    """The user that a row of `account` tells of."""
    return User(
        id=row["id"],
        name=row["name"],
        role=Role(row["role"]),
        preferences=parse_contract(row["preferences"].encode(), Preferences),
    )


def _account(row: RowMapping, token_until: datetime | None) -> Account:
    return Account(user_of(row), row["created"], row["disabled"], row["issuer"], token_until)


def _written(preferences: Preferences) -> str:
    return canonical(preferences).decode()


async def _require_another_admin(uow: UnitOfWork, user: User) -> None:
    others = await uow.first(
        select(ACCOUNT.c.id)
        .where(
            ACCOUNT.c.role == Role.ADMIN.value,
            ACCOUNT.c.disabled.is_(None),
            ACCOUNT.c.id != user.id,
        )
        .limit(1)
    )
    if others is None:
        raise InputError(f"{user.name!r} is the last administrator; make another one first")


async def _revoke_tokens(uow: UnitOfWork, account: str, at: datetime) -> None:
    await uow.execute(
        update(LOGIN_TOKEN)
        .where(
            LOGIN_TOKEN.c.account == account,
            LOGIN_TOKEN.c.used.is_(None),
            LOGIN_TOKEN.c.revoked.is_(None),
        )
        .values(revoked=at)
    )


async def _tell(
    uow: UnitOfWork,
    audit: AuditChain,
    user: User,
    detail: Mapping[str, str],
    *,
    by: str,
    at: datetime,
) -> None:
    entry = AuditEntry(
        at=at,
        actor=by,
        action=AuditAction.ACCESS_CHANGED,
        run="",
        item="",
        detail={"user": user.name, "account": user.id, **detail},
    )
    _ = await audit.append(uow, entry)
