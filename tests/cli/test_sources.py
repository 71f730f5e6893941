"""`finrubric sources` and `doctor --live`: no contact, no question; and all is told."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.services_checkup import CIK, check_services
from cli.sources import lay_filings, search_all, tell_sources
from contracts.contract import parse_contract
from contracts.errors import InputError
from contracts.settings import load_settings
from sources.web.hop_log import HopLog, LoggedHop
from sources.web.services import BRAVE_KEY, KEYS, TAVILY_KEY
from tests.cli.process import called
from tests.servers import edgar as served
from tests.servers import wire
from tests.servers.network import OTHER, PUBLIC, StubNetwork, serve_raw
from tests.servers.search import KEY, brave
from tests.sources.edgar.test_client import cutoff, edgar


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


async def test_filings_are_laid_by_ticker_or_number_and_hops_are_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    day, now = cutoff("2025-12-31"), datetime(2026, 1, 2, tzinfo=UTC)
    hops = tmp_path / "data" / "fetched.jsonl"
    async with edgar(tmp_path, served.edgar(), HopLog(hops).record) as (client, _):
        for who in ("SML", "CIK0001234567", str(served.CIK)):
            saved = await lay_filings(
                client, who, day, folder=tmp_path / "out", forms=("10-K",), last=1, now=now
            )
            assert [path.name for path in saved.files] == ["10-K-0001234567-25-000001.html"]
            assert ["2026-02-26" in item.name for item in saved.left_out] == [True]
        with pytest.raises(InputError, match="SML has no 20-F that was public by 2025-12-31"):
            _ = await lay_filings(
                client, "SML", day, folder=tmp_path / "out", forms=("20-F",), last=1, now=now
            )
        assert b"A filing." in await client.submission(served.CIK, "0001234567-25-000001")
        found, left_out = await search_all(client, (), "net sales", day)
    lines = [parse_contract(line, LoggedHop) for line in hops.read_bytes().splitlines()]
    assert {line.hop.host for line in lines} == set(served.HOSTS)
    tell_sources(found, left_out, as_json=False)
    shown = capsys.readouterr()
    assert shown.out.startswith("10-K 0001234567-25-000001 of Small Company Inc.")
    assert "left out: 10-K 0001234567-26-000001" in shown.err
    tell_sources(found, left_out * 10, as_json=False)
    assert "left out: 10 more" in capsys.readouterr().err
    tell_sources(found, left_out, as_json=True)
    assert len(json.loads(capsys.readouterr().out)["left_out"]) == 2


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
        serve_raw(answer) as filings,
        serve_raw(brave((("https://a.test/", "A", None),))) as web,
    ):
        network = StubNetwork(
            web.port,
            {PUBLIC: filings.port, OTHER: web.port},
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
