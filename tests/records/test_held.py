"""A process that lost its run, or never had it, changes nothing and pays for nothing."""

from pathlib import Path

import pytest

from contracts.errors import RunHeld
from records.database import Database
from records.journal import Journal
from records.lease import Lease, Leases
from tests.records.held import HELD, Bench, Held
from tests.records.material import RUN, TickingClock


@pytest.mark.parametrize("case", HELD, ids=[case.name for case in HELD])
async def test_a_held_run_refuses_everybody_else(
    db: Database, tmp_path: Path, lease: Lease, clock: TickingClock, case: Held
) -> None:
    clock.skip(hours=1)
    await Leases(db, clock).take(RUN, "other:2:2", ttl_s=3600)
    bench = Bench(db, tmp_path, clock)
    with pytest.raises(RunHeld, match="other:2:2"):
        await case.act(bench, lease)
    assert bench.done == []
    assert await Journal(db).rows(RUN) == ()
