"""Many reviewers at once, killed at random: each item is decided once, by who has its claim."""

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from escalations.audit_chain import AuditChain
from escalations.audit_key import AuditKey
from escalations.audit_verify import verify
from escalations.decisions import decision_in_force, decisions_of
from escalations.invariant import check_blocked_iff_open
from records.database import Database, open_database
from records.runs import Runs
from tests.escalations.material import put, waiting
from tests.records.claim_history.history import Answer, Ask, Made, What, faults, read
from tests.records.claim_history.workers import Ended
from tests.records.material import run_row

MODULE = "tests.records.claim_history.workers"


async def decided(db: Database, runs: tuple[str, ...]) -> list[Made]:
    """Every decision on some runs; each item is to have one in force."""
    made: list[Made] = []
    for run in runs:
        of_run = await decisions_of(db, run)
        assert await decision_in_force(db, of_run[-1].item) == of_run[-1]
        made += [Made(one.item, one.kind.value, one.by) for one in of_run]
    return made


async def played(
    address: str, root: Path, data: Path, *, items: int, workers: int, kills: int, seed: int
) -> list[Ask]:
    """Let reviewers decide items until none is open, and check all that is left of it."""
    runs = tuple(f"many-{number}" for number in range(items))
    async with open_database(address) as db:
        for run in runs:
            await Runs(db).create(run_row(run))
            _ = await put(db, waiting(run))
    numbers = (str(workers), str(kills), str(seed))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-W", "error", "-m", MODULE, address, str(data), *numbers),
        cwd=root,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    told, said = await process.communicate()
    assert process.returncode == 0, said.decode()
    ended = Ended(*json.loads(told))
    assert ended.failed == 0, said.decode()
    assert ended.killed >= kills * 3 // 4, "those who have ended before cannot be killed"
    asks = read(data / "history")
    audit = AuditChain(AuditKey(data))
    async with open_database(address) as db:
        made = await decided(db, runs)
        assert faults(asks, made) == []
        report = await verify(db, audit)
        await check_blocked_iff_open(db)
    assert (report.rows, report.faults) == (len(made), ())
    return asks


def stale(asks: list[Ask]) -> int:
    """How often a decision was refused because its claim had been taken over."""
    return sum(ask.what != "claim" and ask.answer == "held" for ask in asks)


def abandoned(asks: list[Ask]) -> int:
    """How many reviewers got an item and were never heard of again."""
    last = {ask.by: ask for ask in sorted(asks, key=lambda ask: ask.asked)}
    return sum(ask.what == "claim" and ask.answer == "ok" for ask in last.values())


@pytest.mark.timeout(300)
async def test_every_item_gets_one_deciding_decision(
    address: str, repository: Path, tmp_path: Path
) -> None:
    asks = await played(address, repository, tmp_path, items=24, workers=24, kills=12, seed=1)
    assert stale(asks) > 0, "leases that nobody took over show nothing"
    assert abandoned(asks) > 0, "nobody was killed with an item in hand"


@pytest.mark.slow
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("seed", range(2, 7))
async def test_longer_histories(address: str, repository: Path, tmp_path: Path, seed: int) -> None:
    asks = await played(address, repository, tmp_path, items=150, workers=24, kills=100, seed=seed)
    assert stale(asks) > 0, "leases that nobody took over show nothing"
    assert abandoned(asks) > 0, "nobody was killed with an item in hand"


def asked(by: str, what: What, at: int, token: int, answer: Answer = "ok") -> Ask:
    return Ask(by, what, "item", at * 10, at * 10 + 5, answer, token)


TOLD = [
    asked("ada", "claim", 1, 1),
    asked("ada", "return", 2, 1),
    asked("bob", "claim", 3, 2),
    asked("eve", "claim", 5, 3),
    asked("bob", "retry", 6, 2, "held"),
    asked("eve", "retry", 7, 3),
    asked("bob", "claim", 8, 0, "refused"),
]
KEPT = [Made("item", "return", "ada"), Made("item", "retry", "eve")]


def test_a_history_as_it_should_be_has_no_fault() -> None:
    assert faults(TOLD, KEPT) == []


def test_what_nobody_heard_of_may_or_may_not_be_kept() -> None:
    killed = replace(TOLD[-2], answer="", answered=2**63)
    assert faults([*TOLD[:-2], killed], KEPT) == []
    assert faults([*TOLD[:-2], killed], KEPT[:1]) == ["item: 0 deciding decisions"]


@pytest.mark.parametrize(
    ("wrong", "made", "words"),
    [
        (asked("bob", "retry", 6, 2), "bob", "bob decided under the stale token 2"),
        (asked("bob", "retry", 9, 3), "bob", "bob was given a retry after the item was decided"),
        (asked("bob", "claim", 9, 4), "", "bob was given a claim after the item was decided"),
        (asked("bob", "claim", 3, 3), "", "a token was given twice"),
        (asked("bob", "claim", 6, 2), "", "token 2 was given after a newer one"),
        (asked("bob", "retry", 9, 3, "held"), "bob", "2 deciding decisions"),
        (asked("bob", "return", 4, 2), "", "bob was told of 1 return, and 0 are kept"),
    ],
)
def test_what_cannot_be_is_found(wrong: Ask, made: str, words: str) -> None:
    kept = [*KEPT, Made("item", wrong.what, made)] if made else KEPT
    assert f"item: {words}" in faults([*TOLD, wrong], kept)
