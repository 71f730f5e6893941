"""Reviewers who claim and decide escalations over HTTP, all at once.

    .venv/bin/python -m bench.console --reviewers 15 --items 100 --think 40

The console is a process of its own over a fresh SQLite database; the items are runs made by hand,
so nothing is generated and no runner works. Each reviewer takes the next item, reads it, its run
and the audit chain, and decides; `--think` is the longest pause before the first item and before
each decision, in seconds, drawn with a fixed seed. Printed are p50 and p95 of each page and all
answers; an answer of 500 or above, or an item that is not decided exactly once, fails it.
"""

import argparse
import asyncio
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx2
from sqlalchemy import func, select

from console.access.roles import Role
from console.access.secret import form_token
from console.access.sessions import open_session
from console.access.users import add_user
from console.access.visit import session_cookie
from console.parts import ConsoleSettings, Parts
from records.clock import SystemClock
from records.database import open_database
from records.tables import DECISION
from tests.console.blocked import blocked_run
from tests.console.conftest import parts_over
from tests.records.material import database_url

ROOT = Path(__file__).resolve().parent.parent
_TOKEN = re.compile(r'name="token" value="(\d+)"')
_DECISION = re.compile(r'name="decision" value="([^"]+)"')
Times = dict[str, list[float]]


class Reviewer:
    """One person, who goes on until nothing is free to claim."""

    def __init__(
        self, client: httpx2.AsyncClient, csrf: str, times: Times, pauses: Iterator[float]
    ) -> None:
        self._client = client
        self._csrf = csrf
        self._times = times
        self._pauses = pauses
        self.statuses = Counter[int]()

    async def work(self) -> None:
        await asyncio.sleep(next(self._pauses))
        while item := await self._next():
            page = await self._timed("escalation", "GET", item)
            _ = await self._timed("run", "GET", f"/runs/{item.split('/')[2].split('-a1')[0]}")
            _ = await self._timed("audit", "GET", "/audit")
            await asyncio.sleep(next(self._pauses))
            token, decision = _TOKEN.search(page.text), _DECISION.search(page.text)
            if token is None or decision is None:
                continue
            form = {
                "token": token[1],
                "decision": decision[1],
                "kind": "retry",
                "reason": "wrong_period",
                "note": "The window was asked for by nobody.",
                "guidance": "State the five shares alone.",
            }
            _ = await self._timed("decide", "POST", f"{item}/decide", form)

    async def _next(self) -> str:
        _ = await self._timed("queue", "GET", "/queue")
        answer = await self._timed("claim next", "POST", "/queue/next", {})
        place = answer.headers.get("location", "")
        return place if place.startswith("/items/") else ""

    async def _timed(
        self, name: str, method: str, path: str, form: dict[str, str] | None = None
    ) -> httpx2.Response:
        data = None if form is None else {"csrf": self._csrf, **form}
        begun = time.perf_counter()
        answer = await self._client.request(method, path, data=data)
        self._times.setdefault(name, []).append(time.perf_counter() - begun)
        self.statuses[answer.status_code] += 1
        return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    _ = parser.add_argument("--reviewers", type=int, default=15)
    _ = parser.add_argument("--items", type=int, default=100)
    _ = parser.add_argument("--think", type=float, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="finrubric-bench-") as folder:
        asyncio.run(measure(Path(folder), given.reviewers, given.items, given.think))


async def measure(data: Path, reviewers: int, items: int, think: float) -> None:
    """Fill records, let all work at once, and print what came of it."""
    secrets = await prepare(data, reviewers, items)
    port, process = serve(data)
    times: Times = {}
    draw = random.Random(1)
    pauses = iter(lambda: draw.uniform(0, think), None)
    begun = time.perf_counter()
    try:
        found = await asyncio.gather(*(review(port, secret, times, pauses) for secret in secrets))
    finally:
        process.terminate()
        _ = process.wait(30)
    statuses = sum(found, Counter[int]())
    print(
        f"{reviewers} reviewers, {items} items, pauses up to {think:g} s, "
        f"{time.perf_counter() - begun:.1f} s"
    )
    for name, seconds in times.items():
        cuts = statistics.quantiles(seconds, n=20)
        print(
            f"{name:<12} p50 {cuts[9] * 1000:6.0f} ms  p95 {cuts[18] * 1000:6.0f} ms"
            f"  ({len(seconds)} requests)"
        )
    print(f"answers: {dict(sorted(statuses.items()))}")
    decided, different = await count_decisions(data)
    print(f"decisions: {decided} on {different} items of {items}")
    if any(status >= 500 for status in statuses) or not decided == different == items:
        sys.exit("an answer of 500 or above, an item decided twice, or one left over")


async def prepare(data: Path, reviewers: int, items: int) -> list[str]:
    """Blocked runs, and a login for each reviewer."""
    async with open_database(database_url(data)) as database:
        parts = parts_over(data, database, clock=SystemClock())
        for n in range(items):
            _ = await blocked_run(parts, run=f"run-{n:03d}")
        return [await log_in(parts, f"Reviewer {n}") for n in range(reviewers)]


async def log_in(parts: Parts, name: str) -> str:
    async with parts.database.unit() as uow:
        at = parts.clock.now()
        user = await add_user(uow, parts.audit, name, Role.ANALYST, by="bench", at=at)
        return await open_session(uow, user.id, method="token", agent="bench", at=at)


def serve(data: Path) -> tuple[int, subprocess.Popen[str]]:
    """The command itself, without a runner."""
    command = ("console", "serve", "--port", "0", "--no-runner", "--data", str(data))
    process = subprocess.Popen(
        [sys.executable, "-m", "cli", *command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = process.stdout.readline()
    return int(said.rstrip("/\n").rpartition(":")[2]), process


async def review(port: int, secret: str, times: Times, pauses: Iterator[float]) -> Counter[int]:
    name = session_cookie(ConsoleSettings(port=port))
    async with httpx2.AsyncClient(
        base_url=f"http://127.0.0.1:{port}",
        headers={"Sec-Fetch-Site": "same-origin"},
        cookies={name: secret},
        timeout=120,
    ) as client:
        reviewer = Reviewer(client, form_token(secret), times, pauses)
        await reviewer.work()
    return reviewer.statuses


async def count_decisions(data: Path) -> tuple[int, int]:
    """Decisions, and items that have one."""
    async with open_database(database_url(data)) as database, database.reading() as reading:
        counted = select(
            func.count(DECISION.c.id).label("all"),
            func.count(DECISION.c.item.distinct()).label("items"),
        )
        row = await reading.first(counted)
    assert row is not None
    return row["all"], row["items"]


if __name__ == "__main__":
    main()
