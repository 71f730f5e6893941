"""Users: names, roles, the last administrator, and that each change stands in the audit chain."""

import json

import pytest
from sqlalchemy import select

from console.access.roles import Role
from console.access.users import account_named, clean_name, name_key
from contracts.errors import InputError
from escalations.audit_verify import verify
from records.tables import AUDIT
from tests.console.browser import text_of
from tests.console.conftest import Console


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (" Ada  Lovelace ", "Ada  Lovelace"),
        ("A\u030angstro\u0308m", "Ångström"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("a" * 80, "a" * 80),
    ],
)
def test_names_are_kept_composed(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    "given",
    ["", "  ", "a" * 81, "a\nb", "a\x00", "a\u200bb", "a\u202eb", "a\ud800", "a\u00a0b", "a\tb"],
)
def test_names_that_cannot_be_read_are_refused(given: str) -> None:
    with pytest.raises(InputError, match="1 to 80 printable"):
        clean_name(given)


@pytest.mark.parametrize(("one", "other"), [("Ada", "ADA"), ("Straße", "STRASSE"), ("ﬁ", "FI")])
def test_names_that_differ_by_case_alone_are_the_same(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


async def test_adding_shows_a_token_once_and_a_taken_name_keeps_what_was_typed(
    console: Console,
) -> None:
    admin = await console.as_role(Role.ADMIN, "Root")
    answer = await admin.post("/users", {"name": "Bo <i>", "role": "lead"})
    assert answer.status_code == 200
    assert "frt_" in answer.text
    assert "<i>" not in answer.text
    assert "frt_" not in (await admin.get("/users")).text
    again = await admin.post("/users", {"name": "BO <I>", "role": "lead"})
    assert again.status_code == 422
    assert "there is a user 'Bo <i>' already" in text_of(again.text)
    assert 'value="BO &lt;I&gt;"' in again.text
    wrong = await admin.post("/users", {"name": "Cy", "role": "owner"})
    assert wrong.status_code == 422


async def test_the_last_administrator_stays_one(console: Console) -> None:
    admin = await console.as_role(Role.ADMIN, "Root")
    async with console.parts.database.reading() as reading:
        root = (await account_named(reading, "root")).user
    for path, fields in (("disable", {}), ("role", {"role": "lead"})):
        answer = await admin.post(f"/users/{root.id}/{path}", fields)
        assert answer.status_code == 422
        assert "is the last administrator" in text_of(answer.text)
    second = await console.add_user("Second", Role.ADMIN)
    assert (await admin.post(f"/users/{second.id}/disable")).status_code == 303
    assert (await admin.post(f"/users/{root.id}/disable")).status_code == 422
    assert (await admin.post(f"/users/{second.id}/enable")).status_code == 303
    assert (await admin.post(f"/users/{root.id}/disable")).status_code == 303
    assert (await admin.get("/users")).status_code == 401


async def test_every_change_stands_in_the_audit_chain(console: Console) -> None:
    admin = await console.as_role(Role.ADMIN, "Root")
    token = (await admin.post("/users", {"name": "Bo", "role": "viewer"})).text
    async with console.parts.database.reading() as reading:
        bo = (await account_named(reading, "Bo")).user
    for path, fields in (
        ("role", {"role": "lead"}),
        ("token", {}),
        ("disable", {}),
        ("enable", {}),
    ):
        _ = await admin.post(f"/users/{bo.id}/{path}", fields)
    async with console.parts.database.reading() as reading:
        rows = await reading.rows(select(AUDIT).order_by(AUDIT.c.seq))
    told = [(row["actor"], json.loads(row["detail"])) for row in rows]
    said = [(actor, detail["user"], detail["what"]) for actor, detail in told]
    assert said[1:] == [
        ("Root", "Bo", "added"),
        ("Root", "Bo", "token made"),
        ("Root", "Bo", "role changed"),
        ("Root", "Bo", "token made"),
        ("Root", "Bo", "disabled"),
        ("Root", "Bo", "enabled"),
    ]
    assert "frt_" in token
    assert not any("frt_" in row["detail"] for row in rows)
    report = await verify(console.parts.database, console.parts.audit)
    assert report.faults == ()


async def test_a_change_without_its_audit_row_does_not_happen(console: Console) -> None:
    admin = await console.as_role(Role.ADMIN, "Root")
    (console.parts.data / "audit.key").write_text("0" * 64)
    answer = await admin.post("/users", {"name": "Bo", "role": "viewer"})
    assert answer.status_code == 500
    assert "audit chain was not made with this key" in text_of(answer.text)
    async with console.parts.database.reading() as reading:
        with pytest.raises(InputError, match="no user 'Bo'"):
            await account_named(reading, "Bo")


async def test_an_administrator_ends_anybodys_session_and_others_only_their_own(
    console: Console,
) -> None:
    admin = await console.as_role(Role.ADMIN, "Root")
    viewer = await console.as_role(Role.VIEWER, "Vi")
    mine = (await viewer.get("/settings")).text.partition("/settings/sessions/")[2][:64]
    page = (await admin.get("/settings")).text
    roots = page.partition("/settings/sessions/")[2][:64]
    assert (await viewer.post(f"/settings/sessions/{roots}/end")).status_code == 303
    assert (await admin.get("/settings")).status_code == 200
    assert (await admin.post(f"/users/sessions/{mine}/end")).status_code == 303
    assert (await viewer.get("/settings")).status_code == 401
