"""`finrubric sources` and `doctor --live`: no contact, no question; and all is told."""

from dataclasses import replace
from pathlib import Path

import pytest

from cli.services_checkup import CIK, check_services
from contracts.settings import load_settings
from sources.web.services import BRAVE_KEY, KEYS, TAVILY_KEY
from tests.cli.process import called
from tests.servers import edgar as served
from tests.servers import wire
from tests.servers.network import OTHER, PUBLIC, StubNetwork, serve_raw
from tests.servers.search import KEY, brave


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*KEYS, "FINRUBRIC_CONTACT"):
        monkeypatch.delenv(name, raising=False)


def test_nothing_is_asked_without_a_contact(tmp_path: Path) -> None:
    folder = ("--out", str(tmp_path / "out"), "--data", str(tmp_path / "data"))
    for command in (
        ("sources", "filings", "AAPL", "--cutoff", "2026-01-09", *folder),
        ("sources", "search", "net sales", "--cutoff", "2026-01-09", *folder[2:]),
    ):
        result = called(*command)
        assert (result.code, result.out) == (2, "")
        assert "FINRUBRIC_CONTACT is not set: the SEC answers only programs" in result.err
    assert not (tmp_path / "out").exists()


def test_a_future_cutoff_is_refused_here_too(tmp_path: Path) -> None:
    result = called(
        *("sources", "filings", "1", "--cutoff", "2099-01-01", "--out", str(tmp_path / "out"))
    )
    assert result.code == 2
    assert "lies in the future" in result.err


async def test_doctor_asks_each_service_once_and_says_what_it_gave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(BRAVE_KEY, KEY)
    monkeypatch.setenv(TAVILY_KEY, KEY)
    settings = replace(load_settings(), data_dir=tmp_path / "data", contact="a@firm.example")

    def answer(request: wire.RawRequest) -> bytes:
        small = served.edgar()
        path = request.path.replace(f"{CIK:010d}", f"{served.CIK:010d}")
        path = path.replace("Assets", "Revenues").replace("CY2023Q3I", "CY2024")
        _, _, body = small(request._replace(path=path)).partition(b"\r\n\r\n")
        return wire.whole(
            200, body.replace(b'"Revenues"', b'"Assets"').replace(b"1234567,", b"320193,")
        )

    async with (
        serve_raw(answer) as edgar,
        serve_raw(brave((("https://a.test/", "A", None),))) as web,
    ):
        network = StubNetwork(
            web.port,
            {PUBLIC: edgar.port, OTHER: web.port},
            {
                **dict.fromkeys(served.HOSTS, ((PUBLIC,),)),
                "api.search.brave.com": ((OTHER,),),
                "api.tavily.com": ((OTHER,),),
            },
        )
        checks = await check_services(settings, network=network)
    told = {check.name: check for check in checks}
    assert list(told) == ["filings", "text", "facts", "frames", "brave", "tavily"]
    assert told["filings"].found.startswith("EDGAR gave 10-K 0001234567-26-000001 of Small")
    assert told["facts"].is_well
    assert told["frames"].is_well
    assert told["brave"].found == "1 addresses"
    assert not told["tavily"].is_well  # that server knows Brave's header only
    assert KEY not in repr(checks)
    assert not (tmp_path / "data").exists()


async def test_doctor_fails_without_a_contact_and_needs_no_search(tmp_path: Path) -> None:
    settings = replace(load_settings(), data_dir=tmp_path, contact=None)
    async with serve_raw(lambda _: b"") as server:
        network = StubNetwork(server.port)
        checks = await check_services(settings, network=network)
    assert [(check.name, check.is_well) for check in checks] == [("edgar", False), ("search", True)]
    assert network.lookups == []
