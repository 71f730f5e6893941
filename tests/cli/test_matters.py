"""Items of the queue that are no run's, from the command line."""

import asyncio
from pathlib import Path

import pytest

from contracts.escalation import ItemKind
from contracts.run_paths import database_file
from escalations.item import open_matter
from records.database import open_database
from tests.cli.process import Result, called
from tests.cli.queue_cases import NOTE
from tests.escalations.material import matter


async def put(data: Path) -> None:
    async with (
        open_database(f"sqlite+aiosqlite:///{database_file(data)}") as database,
        database.unit() as uow,
    ):
        await open_matter(uow, matter(ItemKind.AB_REVIEW, "pair-1"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    asyncio.run(put(tmp_path))
    return tmp_path


def queue(data: Path, *arguments: str) -> Result:
    return called("queue", *arguments, "--data", str(data))


def test_a_matter_is_listed_shown_claimed_ruled_on_and_closed(data: Path) -> None:
    listed = queue(data, "list")
    assert ("pair-1" in listed.out, "build-7" in listed.out) == (True, True)
    shown = queue(data, "show", "pair")
    assert "Question: May the task enter the bank?" in shown.out
    assert f"finrubric queue decide pair-1 prefer_a --note '…' --data {data}" in shown.out
    assert queue(data, "claim", "pair-1", "--as", "Ada").code == 0
    held = queue(data, "decide", "pair-1", "tie", *NOTE, "--as", "Grace")
    assert (held.code, "Your note was: the newest" in held.err) == (3, True)
    ruled = queue(data, "decide", "pair-1", "prefer_b", *NOTE, "--as", "Ada", "--json").document
    assert isinstance(ruled, dict)
    assert (ruled["kind"], ruled["subject"]) == ("prefer_b", "build-7")
    again = queue(data, "decide", "pair-1", "tie", *NOTE)
    assert (again.code, "'pair-1' is decided" in again.err) == (2, True)
    assert queue(data, "list", "--json").document == []
    told = queue(data, "show", "pair-1").out
    assert "Decided: prefer_b by Ada" in told
    assert "What can be decided" not in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("retry",), "KIND 'retry' is not known; use admit"),
        (("admit",), "what can: prefer_a, prefer_b, tie, neither, return"),
        (("tie", "--guidance", "go on"), "--guidance: this item is no run's"),
    ],
)
def test_what_is_said_of_runs_is_refused(
    data: Path, arguments: tuple[str, ...], words: str
) -> None:
    kind, *options = arguments
    refused = queue(data, "decide", "pair-1", kind, *NOTE, *options)
    assert (refused.code, words in refused.err) == (2, True), refused.err
