"""Opening pages of the SEC: who is told the contact, and at which pace they are asked for."""

from pathlib import Path

import pytest

from contracts.errors import FetchRefused
from sandboxes.egress import load_egress
from sandboxes.sandbox import Labels
from sources.pace import Pace
from sources.web.opener import Errand, fetched
from sources.web.sec import Paced
from tests.servers.network import PUBLIC, StubNetwork, moved, page, serve_raw
from tests.servers.wire import RawRequest

BLOCKED = load_egress().hosts
LABELS = Labels("run", "writer", 1, 1)
CONTACT = "analyst@firm.example"


def answer(request: RawRequest) -> bytes:
    return moved("https://news.test/a") if "moved" in request.path else page()


async def test_the_contact_is_named_to_the_sec_alone_and_its_pages_wait_for_their_turn(
    tmp_path: Path,
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async with serve_raw(answer) as server:
        names = {name: [[PUBLIC]] for name in ("www.sec.gov", "news.test", "notsec.gov")}
        network = StubNetwork(canary=1, servers={PUBLIC: server.port}, answers=names)
        pace = Pace(tmp_path / "edgar" / "pace", 5, now=lambda: 1_000.0, sleep=sleep)

        openers = Paced(
            lambda blocked, labels: fetched(blocked, labels, contact=CONTACT, network=network),
            pace,
        )
        opener = openers(BLOCKED, LABELS)
        for url in ("https://www.sec.gov/moved", "https://www.sec.gov/a", "https://notsec.gov/a"):
            _ = await opener.open(url, Errand())
        with pytest.raises(FetchRefused):
            _ = await opener.open("ftp://www.sec.gov/a", Errand())
    told = [(request.headers["host"], request.headers["user-agent"]) for request in server.requests]
    assert told == [
        ("www.sec.gov", f"finrubric ({CONTACT})"),
        ("news.test", "finrubric"),
        ("www.sec.gov", f"finrubric ({CONTACT})"),
        ("notsec.gov", "finrubric"),
    ]
    assert waits == [pytest.approx(0.2)]
