"""Users, tokens, sessions and logins on each database that finrubric keeps records in."""

from datetime import timedelta
from pathlib import Path

from console.access.login import MOST_FAILURES, Refused, log_in
from console.access.roles import Role
from console.access.sessions import end_sessions, mark_seen, open_sessions, session_of
from console.access.users import (
    account_named,
    accounts,
    add_user,
    count_enabled,
    disable,
    enable,
    make_token,
    set_preferences,
    set_role,
)
from console.shortcuts import remapped
from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from records.database import open_database
from tests.records.material import HASTY, NOON


async def test_access_is_kept_alike_on_each_database(address: str, tmp_path: Path) -> None:
    audit, later = AuditChain(AuditKey(tmp_path)), NOON + timedelta(minutes=5)
    async with open_database(address, wait=HASTY) as database:
        async with database.unit() as uow:
            root = await add_user(uow, audit, "Root", Role.ADMIN, by="tests", at=NOON)
            bo = await add_user(uow, audit, "Bo Ångström", Role.VIEWER, by="tests", at=NOON)
            token = await make_token(uow, audit, bo, by="tests", at=NOON)
            keys = remapped({"undo": "z"}, shortcuts=False)
            await set_preferences(uow, bo, keys)
        async with database.unit() as uow:
            for _ in range(MOST_FAILURES):
                _ = await log_in(uow, "x", address="a", agent="", earlier="", at=NOON)
            assert await log_in(uow, token, address="a", agent="", earlier="", at=NOON) == Refused(
                900
            )
            secret = await log_in(uow, token, address="b", agent="Mosaïc", earlier="", at=NOON)
            assert isinstance(secret, str)
            again = await log_in(uow, token, address="b", agent="", earlier="", at=NOON)
            assert again == Refused(0)
            session = await session_of(uow, secret, at=NOON)
            assert session is not None
            await mark_seen(uow, session, later)
        async with database.reading() as reading:
            (found,) = await open_sessions(reading, at=later)
            assert (found.name, found.agent, found.seen) == ("Bo Ångström", "Mosaïc", later)
            assert (await account_named(reading, "BO ÅNGSTRÖM")).user.preferences == keys
        async with database.unit() as uow:
            await set_role(uow, audit, bo, Role.LEAD, by="Root", at=later)
            assert await session_of(uow, secret, at=later) is None
            await disable(uow, audit, bo, by="Root", at=later)
            assert await count_enabled(uow) == 1
            await enable(uow, audit, bo, by="Root", at=later)
            assert await end_sessions(uow, root.id, later) == 0
            names = [account.user.name for account in await accounts(uow, at=later)]
            assert names == ["Bo Ångström", "Root"]
