"""What EDGAR says, as of a cutoff; over real sockets, at the services' real paths."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from contracts.cutoff import Cutoff
from contracts.errors import FetchFailed, InputError
from contracts.fetching import Hop
from sandboxes.egress import load_egress
from sources.edgar.client import Edgar, user_agent
from sources.edgar.facts import standing
from sources.edgar.filing import header_times
from sources.pace import Pace
from sources.web.fetch import Recorder
from tests.servers import edgar as served
from tests.servers import wire
from tests.servers.network import PUBLIC, Answering, Server, StubNetwork, serve_raw

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "sec_filings"
APPLE, NVIDIA = 320193, 1045810
CONTACT = "analyst@firm.example"


def cutoff(day: str, zone: str = "America/New_York") -> Cutoff:
    return Cutoff(day=date.fromisoformat(day), zone=zone)


@asynccontextmanager
async def edgar(
    folder: Path, answer: Answering, record: Recorder | None = None
) -> AsyncGenerator[tuple[Edgar, Server]]:
    async with serve_raw(answer) as server, serve_raw(answer) as canary:
        network = StubNetwork(
            canary.port,
            {PUBLIC: server.port},
            dict.fromkeys(served.HOSTS, ((PUBLIC,),)),
        )
        made = Edgar(
            load_egress().hosts,
            contact=CONTACT,
            folder=folder,
            network=network,
            pace=Pace(folder / "pace", 10_000),
            record=record,
        )
        yield made, server
        assert canary.requests == []


async def test_filings_are_those_public_by_the_cutoff(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, server):
        found = await client.filings(served.CIK, cutoff("2025-12-31"), forms=("10-K", "CORRESP"))
        assert [item.accession for item in found.passed] == [
            served.ACCESSIONS["25-000001"],
            served.ACCESSIONS["24-000001"],
        ]
        assert {item.name.split(" ")[0]: item.reason.split(";")[0] for item in found.left_out} == {
            "10-K": "published 2026-02-26 (America/New_York), after the cutoff 2025-12-31 "
            "(America/New_York)",
            "CORRESP": "it states no publication date",
        }
        assert server.requests[0].headers["user-agent"] == f"finrubric {CONTACT}"
        same_day = await client.filings(served.CIK, cutoff("2026-02-26"), forms=("10-K",))
        assert same_day.left_out == ()
        # In Tokyo the cutoff ends while the filing day still runs in New York.
        tokyo = await client.filings(served.CIK, cutoff("2026-02-26", "Asia/Tokyo"))
        assert "too vague" in tokyo.left_out[0].reason


async def test_an_older_file_is_read_only_where_it_can_matter(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, server):
        day = date(2025, 1, 1)
        found = await client.filings(served.CIK, cutoff("2025-12-31"), forms=("10-K",), since=day)
        assert (len(found.passed), len(server.requests)) == (1, 1)


async def test_a_filing_becomes_a_dated_source(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, server):
        found = await client.filings(served.CIK, cutoff("2025-12-31"), forms=("10-K",))
        card = found.passed[0].card()
        assert card.id == "10-K-0001234567-25-000001"
        assert card.is_filing
        assert card.times.known_by(cutoff("2025-02-27")) == "yes"
        assert card.times.known_by(cutoff("2025-02-26")) == "after"
        assert b"A filing." in await client.document(found.passed[0])
        path = server.requests[-1].path
        assert path == "/Archives/edgar/data/1234567/000123456725000001/small-20241231.htm"


async def test_full_text_search_takes_no_filter_of_edgar_at_its_word(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, server):
        found = await client.search('"capital spending"', cutoff("2025-12-31"), forms=("10-K",))
        assert [item.accession for item in found.passed] == [served.ACCESSIONS["25-000001"]]
        assert found.passed[0].url.endswith("/000123456725000001/a.htm")
        assert len(found.left_out) == 2
        assert "an unknown date is never a pass" in found.left_out[1].reason
        assert "q=%22capital+spending%22" in server.requests[0].path
        assert "enddt=2025-12-31" in server.requests[0].path


async def test_a_restated_value_does_not_stand_before_it_was_filed(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, _):
        before = await client.facts(served.CIK, cutoff("2025-12-31"), tag="Revenues")
        assert [fact.value for fact in before.passed] == [Decimal("100.1")]
        assert len(before.left_out) == 2  # the restated one, and one without a filing date
        after = await client.facts(served.CIK, cutoff("2026-12-31"), tag="Revenues")
        stood = standing(after.passed)
        assert stood[0].fact.value == Decimal("110.2")
        assert [fact.value for fact in stood[0].restated] == [Decimal("100.1")]


async def test_rows_of_a_frame_are_taken_back_to_what_was_filed(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, _):
        found = await client.frame(
            "Revenues", "USD", "CY2024", ciks=(served.CIK, 7654321), cutoff=cutoff("2025-12-31")
        )
        assert [(fact.value, fact.filed) for fact in found.passed] == [
            (Decimal("100.1"), date(2025, 2, 27))
        ]
        assert [item.name for item in found.left_out] == ["Revenues of Late Company Inc."]
        for bad in (("../x", "USD", "CY2024"), ("A", "U/D", "CY2024"), ("A", "USD", "2024")):
            with pytest.raises(InputError, match="of a frame"):
                _ = await client.frame(*bad, ciks=(1,), cutoff=cutoff("2025-12-31"))
        with pytest.raises(InputError, match="1 to 25 entities"):
            _ = await client.frame("A", "USD", "CY2024", ciks=(), cutoff=cutoff("2025-12-31"))


async def test_an_answer_is_asked_once_and_kept(tmp_path: Path) -> None:
    async with edgar(tmp_path, served.edgar()) as (client, server):
        assert await client.cik_of("sml") == served.CIK
        assert await client.cik_of("SML") == served.CIK
        assert len(server.requests) == 1
        with pytest.raises(InputError, match="no ticker 'XX'"):
            _ = await client.cik_of("XX")
        for body in (tmp_path / "answers").glob("*.body"):
            _ = body.write_bytes(b"{}")  # damaged: asked anew
        assert await client.cik_of("SML") == served.CIK
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (wire.whole(403, b""), "FINRUBRIC_CONTACT is your own"),
        (wire.whole(429, b""), "wait ten minutes"),
        (wire.whole(404, b""), "EDGAR has no https://data.sec.gov/submissions/CIK"),
        (wire.whole(200, b"<html>"), "no readable JSON"),
        (wire.whole(200, b'{"name": "A"}'), "filings: Field required"),
        (wire.whole(200, b'{"a": NaN}'), "NaN is not a number"),
        (wire.whole(200, b"[" * 100_000), "no readable JSON"),
    ],
)
async def test_what_edgar_does_not_say_properly_is_a_failure(
    tmp_path: Path, body: bytes, words: str
) -> None:
    async with edgar(tmp_path, lambda _: body) as (client, _):
        with pytest.raises(FetchFailed, match=words):
            _ = await client.filings(served.CIK, cutoff("2025-12-31"))


async def test_columns_of_different_length_are_refused(tmp_path: Path) -> None:
    text = json.dumps(served.SUBMISSIONS).replace('"10-K", "10-K", "CORRESP"', '"10-K"')
    async with edgar(tmp_path, lambda _: wire.whole(200, text.encode())) as (client, _):
        with pytest.raises(FetchFailed, match="differ in length"):
            _ = await client.filings(served.CIK, cutoff("2025-12-31"))


@pytest.mark.parametrize("contact", [None, "", "me", "a@b", "a b@c.de", "a@b.de\r\nX: y"])
def test_nobody_asks_the_sec_without_a_contact(contact: str | None) -> None:
    with pytest.raises(InputError, match="FINRUBRIC_CONTACT"):
        _ = user_agent(contact)


async def test_a_pace_is_shared_and_survives_a_clock_set_back(tmp_path: Path) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(round(seconds, 3))

    moment = 1_000.0
    paces = [Pace(tmp_path / "p", 5, now=lambda: moment, sleep=sleep) for _ in range(2)]
    await asyncio.gather(*(pace.turn() for pace in paces))
    await paces[0].turn()
    assert waits == [0.2, 0.4]
    moment = 10.0  # set back by more than a minute
    await paces[1].turn()
    assert waits == [0.2, 0.4]


@pytest.mark.shared
async def test_recorded_lists_and_facts_are_read_as_of_a_day(tmp_path: Path) -> None:
    hops: list[Hop] = []
    async with edgar(tmp_path, served.edgar(SHARED), hops.append) as (client, _):
        found = await client.filings(APPLE, cutoff("2024-11-01"), forms=("10-K",))
        newest = found.passed[0]
        assert (newest.accession, str(newest.period)) == ("0000320193-24-000123", "2024-09-28")
        assert newest.url.endswith("/320193/000032019324000123/aapl-20240928.htm")
        day_before = await client.filings(APPLE, cutoff("2024-10-31"), forms=("10-K",))
        assert newest.accession not in {item.accession for item in day_before.passed}
        tag = "RevenueFromContractWithCustomerExcludingAssessedTax"
        facts = await client.facts(APPLE, cutoff("2024-11-01"), tag=tag)
        year = [item for item in standing(facts.passed) if item.fact.start == date(2023, 10, 1)]
        assert year[0].fact.value == Decimal(391_035_000_000)
        assert all((fact.filed or date.max) <= date(2024, 11, 1) for fact in facts.passed)
        assert [hop.host for hop in hops] == ["data.sec.gov", "data.sec.gov"]


@pytest.mark.shared
def test_a_letter_is_public_from_its_release_on() -> None:
    """Apple's letter of 29 April 2024 was shown to the public on 14 June."""
    times = header_times((SHARED / "submission-txt/0000320193-24-000061.txt").read_bytes())
    assert times.known_by(cutoff("2024-06-13")) == "after"
    assert times.known_by(cutoff("2024-06-14")) == "yes"
    assert times.accepted is not None
    assert times.accepted.latest.isoformat() == "2024-04-29T13:00:18+00:00"
    with pytest.raises(InputError, match="no whole submission"):
        _ = header_times(b"<html>")
