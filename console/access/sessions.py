"""Sessions: rows that a random cookie is looked up by; ended by logout, by time and by others."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, insert, select, true, update

from console.access.secret import new_secret, stored
from records.access_tables import ACCOUNT, CONSOLE_SESSION
from records.unit_of_work import Reading, UnitOfWork

IDLE = timedelta(hours=12)
"""How long a session lasts without a request."""
LONGEST = timedelta(days=7)
SEEN_AGAIN = timedelta(minutes=5)
"""How old `seen` may be before a request writes it anew: not every request writes."""
MAX_AGENT = 200


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session that can be used."""

    sha256: str
    account: str
    name: str
    """Of its user."""
    method: str
    """How they logged in: `token`, or an identity provider's issuer."""
    agent: str
    opened: datetime
    seen: datetime
    ends: datetime


async def open_session(
    uow: UnitOfWork, account: str, *, method: str, agent: str, at: datetime
) -> str:
    """Open a session and give the secret of its cookie, which stands nowhere."""
    secret = new_secret()
    await uow.execute(
        insert(CONSOLE_SESSION).values(
            sha256=stored(secret),
            account=account,
            method=method,
            agent=_shown(agent),
            opened=at,
            seen=at,
            ends=at + LONGEST,
        )
    )
    return secret


async def session_of(reading: Reading, secret: str, *, at: datetime) -> OpenSession | None:
    """Read the session of a cookie; None when there is none, or it has ended."""
    found = await _open(reading, CONSOLE_SESSION.c.sha256 == stored(secret), at)
    return found[0] if found else None


async def open_sessions(
    reading: Reading, *, at: datetime, account: str | None = None
) -> tuple[OpenSession, ...]:
    """Read the sessions that can be used, of one user or of all, last seen first."""
    whose = true() if account is None else CONSOLE_SESSION.c.account == account
    return await _open(reading, whose, at)


async def mark_seen(uow: UnitOfWork, session: OpenSession, at: datetime) -> None:
    """Put off the idle end of a session."""
    await uow.execute(
        update(CONSOLE_SESSION)
        .where(CONSOLE_SESSION.c.sha256 == session.sha256, CONSOLE_SESSION.c.ended.is_(None))
        .values(seen=at)
    )


async def end_session(
    uow: UnitOfWork, sha256: str, at: datetime, *, account: str | None = None
) -> bool:
    """End a session, given an account only one of that user; False when there is none to end."""
    ended = update(CONSOLE_SESSION).where(
        CONSOLE_SESSION.c.sha256 == sha256, CONSOLE_SESSION.c.ended.is_(None)
    )
    if account is not None:
        ended = ended.where(CONSOLE_SESSION.c.account == account)
    return await uow.execute(ended.values(ended=at)) > 0


async def end_sessions(uow: UnitOfWork, account: str, at: datetime) -> int:
    """End all sessions of a user; gives how many."""
    return await uow.execute(
        update(CONSOLE_SESSION)
        .where(CONSOLE_SESSION.c.account == account, CONSOLE_SESSION.c.ended.is_(None))
        .values(ended=at)
    )


async def _open(
    reading: Reading, condition: ColumnElement[bool], at: datetime
) -> tuple[OpenSession, ...]:
    usable = (
        select(CONSOLE_SESSION, ACCOUNT.c.name)
        .join(ACCOUNT, ACCOUNT.c.id == CONSOLE_SESSION.c.account)
        .where(
            condition,
            CONSOLE_SESSION.c.ended.is_(None),
            CONSOLE_SESSION.c.ends > at,
            CONSOLE_SESSION.c.seen > at - IDLE,
            ACCOUNT.c.disabled.is_(None),
        )
        .order_by(CONSOLE_SESSION.c.seen.desc(), CONSOLE_SESSION.c.sha256)
    )
    return tuple(
        OpenSession(
            sha256=row["sha256"],
            account=row["account"],
            name=row["name"],
            method=row["method"],
            agent=row["agent"],
            opened=row["opened"],
            seen=row["seen"],
            ends=row["ends"],
        )
        for row in await reading.rows(usable)
    )


def _shown(agent: str) -> str:
    return "".join(mark for mark in agent if mark.isprintable())[:MAX_AGENT]
