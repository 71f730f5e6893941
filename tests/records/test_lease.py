import os
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from contracts.errors import RunHeld
from records.database import Database
from records.holder import is_gone, this_process
from records.lease import Lease, Leases, require_current
from tests.records.material import RUN, TickingClock

ELSEWHERE = "elsewhere:1:1"
HERE = socket.gethostname()


@pytest.fixture
def leases(db: Database, clock: TickingClock) -> Leases:
    return Leases(db, clock)


async def is_current(db: Database, lease: Lease) -> bool:
    try:
        async with db.unit() as uow:
            await require_current(uow, lease)
    except RunHeld:
        return False
    return True


async def test_held_run_names_its_holder(leases: Leases) -> None:
    first = await leases.take(RUN, ELSEWHERE, ttl_s=60)
    assert first == Lease(RUN, ELSEWHERE, epoch=1)
    for taker in ("other:2:2", ELSEWHERE):
        with pytest.raises(RunHeld, match=r"'run-1' is held by elsewhere:1:1 until 2026-01-09"):
            await leases.take(RUN, taker, ttl_s=60)


async def test_expired_lease_is_taken_over_and_its_epoch_is_stale(
    db: Database, leases: Leases, clock: TickingClock
) -> None:
    old = await leases.take(RUN, ELSEWHERE, ttl_s=60)
    clock.skip(hours=1)
    assert await is_current(db, old), "nobody has taken it yet"
    new = await leases.take(RUN, "other:2:2", ttl_s=60)
    assert new.epoch == 2
    assert await is_current(db, new)
    assert not await is_current(db, old)
    with pytest.raises(RunHeld, match="other:2:2"):
        await leases.renew(old, ttl_s=60)
    await leases.release(old)
    assert await is_current(db, new), "a zombie's release changes nothing"


async def test_renewed_lease_does_not_expire(leases: Leases, clock: TickingClock) -> None:
    lease = await leases.take(RUN, ELSEWHERE, ttl_s=60)
    await leases.renew(lease, ttl_s=7200)
    clock.skip(hours=1)
    with pytest.raises(RunHeld):
        await leases.take(RUN, "other:2:2", ttl_s=60)


async def test_released_lease_is_free_and_no_longer_current(db: Database, leases: Leases) -> None:
    lease = await leases.take(RUN, ELSEWHERE, ttl_s=60)
    await leases.release(lease)
    assert not await is_current(db, lease)
    with pytest.raises(RunHeld, match="no longer held"):
        await leases.renew(lease, ttl_s=60)
    assert (await leases.take(RUN, ELSEWHERE, ttl_s=60)).epoch == 2


async def test_living_holder_of_this_machine_holds(leases: Leases) -> None:
    await leases.take(RUN, this_process(), ttl_s=3600)
    with pytest.raises(RunHeld, match=str(os.getpid())):
        await leases.take(RUN, "other:2:2", ttl_s=60)


async def test_gone_holder_does_not_hold(leases: Leases) -> None:
    await leases.take(RUN, gone_process(), ttl_s=3600)
    assert (await leases.take(RUN, "other:2:2", ttl_s=60)).epoch == 2


async def test_run_must_exist(leases: Leases) -> None:
    with pytest.raises(IntegrityError):
        await leases.take("no-such-run", ELSEWHERE, ttl_s=60)


def gone_process() -> str:
    """Name of a process that has run here and ended."""
    code = "from records.holder import this_process; print(this_process())"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    )
    return process.stdout.strip()


def test_this_process_is_not_gone() -> None:
    holder = this_process()
    assert holder.startswith(f"{HERE}:{os.getpid()}:")
    assert not is_gone(holder)


def test_ended_process_is_gone() -> None:
    assert is_gone(gone_process())


def test_ended_process_that_nobody_waited_for_is_gone() -> None:
    code = "from records.holder import this_process; print(this_process(), flush=True)"
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        holder = process.stdout.readline().strip()
        process.stdout.read()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert is_gone(holder)
    process.wait()


@pytest.mark.parametrize(
    ("holder", "gone"),
    [
        (f"elsewhere:{os.getpid()}:1", False),
        (f"{HERE}:{os.getpid()}:1", True),
        (f"{HERE}:{os.getpid()}:?", False),
        (f"{HERE}:1:?", False),
        (f"{HERE}:{os.getpid()}", False),
        (f"{HERE}:many:1", False),
        ("somebody", False),
        ("", False),
    ],
    ids=lambda value: str(value).replace(str(os.getpid()), "pid"),
)
def test_holder_is_gone_only_when_that_is_sure(holder: str, gone: bool) -> None:
    assert is_gone(holder) is gone


async def test_night_of_the_clocks_change_neither_ends_nor_lengthens_a_lease(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 06:00 UTC the clocks of New York go from 02:00 back to 01:00; leases are kept in UTC."""
    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        clock = TickingClock(at=datetime(2026, 11, 1, 5, 59, 30, tzinfo=UTC))
        leases = Leases(db, clock)
        _ = await leases.take(RUN, ELSEWHERE, 60)
        clock.at += timedelta(seconds=57)
        with pytest.raises(RunHeld, match="elsewhere:1:1 until 2026-11-01 06:00:31 UTC"):
            await leases.take(RUN, "here:2:2", 60)
        clock.at += timedelta(seconds=1)
        assert (await leases.take(RUN, "here:2:2", 60)).epoch == 2
    finally:
        monkeypatch.undo()
        time.tzset()


async def test_clock_set_back_lets_nobody_in_and_shuts_the_holder_not_out(
    db: Database, leases: Leases, clock: TickingClock
) -> None:
    lease = await leases.take(RUN, ELSEWHERE, ttl_s=60)
    clock.at -= timedelta(hours=1)
    with pytest.raises(RunHeld, match="elsewhere:1:1"):
        await leases.take(RUN, "other:2:2", ttl_s=60)
    await leases.renew(lease, ttl_s=60)
    assert await is_current(db, lease)
    clock.at += timedelta(hours=1)
    new = await leases.take(RUN, "other:2:2", ttl_s=60)
    assert (new.epoch, await is_current(db, lease)) == (2, False)
