"""A person states a time as precisely as it is known; code never makes it more precise."""

import json

import pytest

from contracts.contract import parse_contract
from contracts.errors import ContractError
from contracts.sidecar import Sidecar


def sidecar(at: str) -> bytes:
    published = {"at": at, "zone": "America/New_York", "basis": "filing_index", "verified": True}
    head = {"id": "S", "title": "A report", "publisher": "An issuer", "form": "10-Q"}
    return json.dumps({**head, "published": published}).encode()


@pytest.mark.parametrize(
    ("at", "precision", "earliest", "latest"),
    [
        ("2025", "year", "2025-01-01T05:00", "2026-01-01T04:59"),
        ("2025-11", "month", "2025-11-01T04:00", "2025-12-01T04:59"),
        ("2025-11-07", "day", "2025-11-07T05:00", "2025-11-08T04:59"),
        ("2025-11-07T16:05:00-05:00", "instant", "2025-11-07T21:05", "2025-11-07T21:05"),
    ],
)
def test_a_time_is_as_vague_as_it_is_stated(
    at: str, precision: str, earliest: str, latest: str
) -> None:
    published = parse_contract(sidecar(at), Sidecar).card().times.published
    assert published is not None
    assert published.precision == precision
    assert published.earliest.isoformat()[:16] == earliest
    assert published.latest.isoformat()[:16] == latest


@pytest.mark.parametrize(
    "at", ["07.11.2025", "2025-13", "2025-02-30", "2025-11-07T16:05:00", "", "TODAY", "2025-1-7"]
)
def test_another_form_is_refused(at: str) -> None:
    with pytest.raises(ContractError) as caught:
        parse_contract(sidecar(at), Sidecar)
    assert caught.value.pointer == "/published"


def test_a_transcribed_time_cannot_be_verified() -> None:
    data = json.loads(sidecar("2025"))
    data["published"]["basis"] = "transcribed"
    with pytest.raises(ContractError, match="name as basis the record"):
        parse_contract(json.dumps(data).encode(), Sidecar)
    data["published"]["verified"] = False
    published = parse_contract(json.dumps(data).encode(), Sidecar).card().times.published
    assert published is not None
    assert not published.verified


def test_an_undated_source_stays_undated() -> None:
    data = json.loads(sidecar("2025"))
    del data["published"]
    card = parse_contract(json.dumps(data).encode(), Sidecar).card()
    assert card.times.published is None
    assert card.times.version_proof == "none"
