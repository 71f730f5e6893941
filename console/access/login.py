"""Logging in by a token that works once, and the count of those who try without one."""

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update

from console.access.secret import stored
from console.access.sessions import end_session, open_session
from records.access_tables import ACCOUNT, LOGIN_FAILURE, LOGIN_TOKEN
from records.unit_of_work import Reading, UnitOfWork

MOST_FAILURES = 20
"""Failed logins of one address within `WINDOW`; after them it has to wait."""
WINDOW = timedelta(minutes=15)
KEPT = timedelta(days=1)
"""How long a count of failures is kept."""
TOKEN = "token"  # the word of sessions opened by a token


@dataclass(frozen=True, slots=True)
class Refused:
    """A login that was not one; the same whatever was wrong with the token."""

    retry_after_s: int
    """Seconds until the next one from there is looked at; 0 for at once."""


async def log_in(
    uow: UnitOfWork, token: str, *, address: str, agent: str, earlier: str, at: datetime
) -> str | Refused:
    """Use up a token and open a session; gives the secret of its cookie.

    What counts failures must be committed, so a refusal is given, not raised.

    Args:
        uow: the transaction.
        token: what was typed.
        address: where from.
        agent: what the browser calls itself.
        earlier: the session cookie that came along, whose session ends; may be empty.
        at: now.
    """
    if wait_s := await seconds_to_wait(uow, address, at=at):
        return Refused(wait_s)
    account = await _use(uow, token.strip(), at)
    if account is None:
        await _count_failure(uow, address, at)
        return Refused(await seconds_to_wait(uow, address, at=at))
    await uow.execute(delete(LOGIN_FAILURE).where(LOGIN_FAILURE.c.address == address))
    if earlier:
        _ = await end_session(uow, stored(earlier), at)
    return await open_session(uow, account, method=TOKEN, agent=agent, at=at)


async def seconds_to_wait(reading: Reading, address: str, *, at: datetime) -> int:
    """How long an address must wait for its next login; 0 for not at all."""
    row = await reading.first(select(LOGIN_FAILURE).where(LOGIN_FAILURE.c.address == address))
    if row is None or row["failures"] < MOST_FAILURES or row["since"] + WINDOW <= at:
        return 0
    return max(1, round((row["since"] + WINDOW - at).total_seconds()))


async def _use(uow: UnitOfWork, token: str, at: datetime) -> str | None:
    """The account of a token that nobody had used, marked as used."""
    wanted = stored(token)
    found = await uow.first(
        select(LOGIN_TOKEN, ACCOUNT.c.disabled)
        .join(ACCOUNT, ACCOUNT.c.id == LOGIN_TOKEN.c.account)
        .where(LOGIN_TOKEN.c.sha256 == wanted)
    )
    # The look-up is by hash, so its time says nothing of the token; this compares once more.
    if found is None or not hmac.compare_digest(found["sha256"], wanted):
        return None
    if found["disabled"] is not None or found["expires"] <= at:
        return None
    used = (
        update(LOGIN_TOKEN)
        .where(
            LOGIN_TOKEN.c.sha256 == wanted,
            LOGIN_TOKEN.c.used.is_(None),
            LOGIN_TOKEN.c.revoked.is_(None),
        )
        .values(used=at)
    )
    return found["account"] if await uow.execute(used) == 1 else None


async def _count_failure(uow: UnitOfWork, address: str, at: datetime) -> None:
    await uow.execute(delete(LOGIN_FAILURE).where(LOGIN_FAILURE.c.since <= at - KEPT))
    row = await uow.first(select(LOGIN_FAILURE).where(LOGIN_FAILURE.c.address == address))
    if row is None:
        await uow.execute(insert(LOGIN_FAILURE).values(address=address, failures=1, since=at))
    elif row["since"] + WINDOW <= at:
        await uow.execute(
            update(LOGIN_FAILURE)
            .where(LOGIN_FAILURE.c.address == address)
            .values(failures=1, since=at)
        )
    else:
        await uow.execute(
            update(LOGIN_FAILURE)
            .where(LOGIN_FAILURE.c.address == address)
            .values(failures=LOGIN_FAILURE.c.failures + 1)
        )
