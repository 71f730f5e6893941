"""Users who come from an identity provider: found by issuer and subject, never by name."""

from datetime import datetime

from sqlalchemy import select, update

from console.access.oidc import Identity
from console.access.roles import Role
from console.access.user import User
from console.access.users import account_of, add_user, set_role
from console.errors import NotAllowed
from contracts.errors import InputError
from escalations.audit_chain import AuditChain
from records.access_tables import ACCOUNT
from records.unit_of_work import UnitOfWork


async def user_for(
    uow: UnitOfWork, audit: AuditChain, who: Identity, role: Role, *, at: datetime
) -> User:
    """The user of an identity, added at their first login, with the role that their groups give.

    Raises:
        NotAllowed: they are disabled, or their name is not usable or another user's.
        CorruptRun: the audit chain cannot be added to; nothing was changed.
    """
    row = await uow.first(
        select(ACCOUNT.c.id).where(ACCOUNT.c.issuer == who.issuer, ACCOUNT.c.subject == who.subject)
    )
    if row is None:
        return await _added(uow, audit, who, role, at)
    account = await account_of(uow, row["id"])
    if account.disabled is not None:
        raise NotAllowed(f"{account.user.name!r} is disabled; an administrator enables them")
    try:
        await set_role(uow, audit, account.user, role, by=who.issuer, at=at)
    except InputError as error:
        raise NotAllowed(str(error)) from None
    return (await account_of(uow, account.user.id)).user


async def _added(
    uow: UnitOfWork, audit: AuditChain, who: Identity, role: Role, at: datetime
) -> User:
    try:
        user = await add_user(uow, audit, who.name, role, by=who.issuer, at=at)
    except InputError as error:
        raise NotAllowed(f"you cannot be added: {error}; ask an administrator") from None
    await uow.execute(
        update(ACCOUNT)
        .where(ACCOUNT.c.id == user.id)
        .values(issuer=who.issuer, subject=who.subject)
    )
    return user
