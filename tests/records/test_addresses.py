"""Addresses of databases: what each is called, and that no password is ever told."""

import sys

import pytest

from contracts.errors import EnvironmentFault, InputError
from records.database import open_database, place_of

SECRET = "horse-staple"


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("sqlite+aiosqlite:////srv/finrubric.db", "/srv/finrubric.db"),
        ("postgresql:///grades", "PostgreSQL database 'grades'"),
        (f"postgres://ada:{SECRET}@db/grades", "PostgreSQL database 'grades' at db"),
        (f"postgresql://ada:{SECRET}@db:5433/grades", "PostgreSQL database 'grades' at db:5433"),
        (
            f"postgresql+psycopg://ada@/grades?host=/run/pg&port=5433&password={SECRET}",
            "PostgreSQL database 'grades' at /run/pg:5433",
        ),
        ("postgresql:///grades?host=one&host=two", "PostgreSQL database 'grades' at one,two"),
    ],
)
def test_a_database_is_called_by_its_name_and_host(url: str, place: str) -> None:
    assert place_of(url) == place


@pytest.mark.parametrize(
    ("url", "words"),
    [
        (f"postgresql://ada:{SECRET}@db", "names no database"),
        (f"postgresql://ada:pass@{SECRET}@db/grades", "write %40 for an @ in a password"),
        (f"postgresql:/ada:{SECRET}@db/grades", "is not a database address"),
    ],
)
async def test_address_that_cannot_be_used_is_refused(url: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        async with open_database(url):
            pytest.fail("opened")
    with pytest.raises(InputError, match=words):
        _ = place_of(url)
    assert SECRET not in str(caught.value)


async def test_without_the_driver_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "psycopg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(EnvironmentFault, match="`make postgres` adds it") as caught:
        async with open_database(f"postgresql://ada:{SECRET}@db/grades"):
            pytest.fail("opened")
    assert SECRET not in str(caught.value)
