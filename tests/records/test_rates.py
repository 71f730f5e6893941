"""Buckets of requests and tokens: filled by the clock, shared by runs and processes."""

import asyncio
import json
import sys

import pytest

from records.clock import SystemClock
from records.database import Database, open_database
from records.rates import LONGEST_PAUSE_S, Limit, Rates
from tests.conftest import ROOT
from tests.records.material import SetClock


@pytest.fixture
def noon() -> SetClock:
    return SetClock()


@pytest.mark.parametrize(
    ("limit", "tokens", "taken", "wait"),
    [
        (Limit(), 10**9, 5, 0.0),
        (Limit(requests=2), 10**9, 2, 30.0),
        (Limit(requests=60), 10, 60, 1.0),
        (Limit(tokens=1_000), 400, 2, 12.0),
        (Limit(tokens=1_000), 5_000, 1, 60.0),
        (Limit(requests=3, tokens=1_000), 500, 2, 30.0),
        (Limit(requests=1_000_000, tokens=1_000_000_000), 10**9, 1, 60.0),
    ],
)
async def test_what_is_not_there_is_waited_for(
    db: Database, noon: SetClock, limit: Limit, tokens: int, taken: int, wait: float
) -> None:
    rates = Rates(db, noon)
    assert [await rates.take("a", limit, tokens=tokens) for _ in range(taken)] == [0.0] * taken
    assert await rates.take("a", limit, tokens=tokens) == wait


async def test_waiting_as_long_as_told_is_enough_and_less_is_not(
    db: Database, noon: SetClock
) -> None:
    rates, limit = Rates(db, noon), Limit(requests=7, tokens=9_999)
    while (wait := await rates.take("a", limit, tokens=1_234)) == 0.0:
        pass
    noon.pass_s(wait - 0.01)
    assert 0 < await rates.take("a", limit, tokens=1_234) <= 0.02
    noon.pass_s(0.01)
    assert await rates.take("a", limit, tokens=1_234) == 0.0


async def test_a_bucket_holds_no_more_than_a_minutes_worth(db: Database, noon: SetClock) -> None:
    rates, limit = Rates(db, noon), Limit(requests=2)
    assert await rates.take("a", limit, tokens=0) == 0.0
    noon.pass_s(86_400)
    assert [await rates.take("a", limit, tokens=0) for _ in range(3)] == [0.0, 0.0, 30.0]


async def test_providers_have_buckets_of_their_own(db: Database, noon: SetClock) -> None:
    rates, limit = Rates(db, noon), Limit(requests=1)
    assert await rates.take("a", limit, tokens=0) == 0.0
    assert await rates.take("b", limit, tokens=0) == 0.0
    assert await rates.take("a", limit, tokens=0) == 60.0


async def test_a_clock_set_back_and_a_lower_limit_give_nothing_away(
    db: Database, noon: SetClock
) -> None:
    rates = Rates(db, noon)
    assert await rates.take("a", Limit(requests=100), tokens=0) == 0.0
    noon.pass_s(-3_600)
    assert [await rates.take("a", Limit(requests=1), tokens=0) for _ in range(2)] == [0.0, 60.0]


async def test_a_pause_holds_everybody_back_until_it_is_over(db: Database, noon: SetClock) -> None:
    rates, limit = Rates(db, noon), Limit(requests=2)
    await Rates(db, noon).pause("a", 30.0)
    assert [await rates.take("a", item, tokens=0) for item in (limit, None)] == [30.0, 30.0]
    assert await rates.take("b", None, tokens=0) == 0.0
    noon.pass_s(10)
    await rates.pause("a", 5.0)
    assert await rates.take("a", None, tokens=0) == 20.0, "a longer pause stays"
    await rates.pause("a", 10**6)
    assert await rates.take("a", None, tokens=0) == LONGEST_PAUSE_S
    noon.pass_s(-3_600)
    assert await rates.take("a", None, tokens=0) == LONGEST_PAUSE_S, "whatever the clock says"
    noon.pass_s(3_600 + LONGEST_PAUSE_S)
    assert [await rates.take("a", limit, tokens=0) for _ in range(3)] == [0.0, 0.0, 30.0]
    assert await rates.take("a", None, tokens=0) == 0.0


CHILD = """
import asyncio, json, sys
from records.clock import SystemClock
from records.database import open_database
from records.rates import LONGEST_PAUSE_S, Limit, Rates

async def main():
    async with open_database(sys.argv[1]) as db:
        rates = Rates(db, SystemClock())
        print(json.dumps([await rates.take("a", Limit(requests=10), tokens=0) for _ in range(20)]))

asyncio.run(main())
"""


async def test_two_processes_share_a_bucket(address: str) -> None:
    async with open_database(address) as db:
        children = [
            await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", CHILD, address),
                cwd=ROOT,
                stdout=asyncio.subprocess.PIPE,
            )
            for _ in range(2)
        ]
        said = [await child.communicate() for child in children]
        waits: list[float] = [wait for out, _ in said for wait in json.loads(out)]
        after = await Rates(db, SystemClock()).take("a", Limit(requests=10), tokens=0)
    # 10 are there at once, and one more comes every 6 s while the children run.
    assert len(waits) == 40
    assert 10 <= waits.count(0.0) <= 14
    assert after <= 6.0
