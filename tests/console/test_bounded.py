"""A page reads no more rows for many runs, items or decisions than for those it shows."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import timedelta

import pytest
from sqlalchemy import insert

from console.access.roles import Role
from console.parts import Parts
from console.studies.store import create_study
from contracts.event import EventKind, Stop, stop_detail
from escalations.audit_chain import AuditAction, AuditEntry
from escalations.item import open_matter
from records.tables import EVENT, RUN
from tests.console.browser import Browser
from tests.console.conftest import Console
from tests.console.reads import Reads, counted
from tests.console.studies.material import pairs_of, plan
from tests.escalations.material import matter
from tests.records.material import NOON, run_row

pytestmark = pytest.mark.both
FEW, MANY = 60, 150
"""More than a page has, so that both are full."""


async def add_runs(parts: Parts, numbers: Sequence[int]) -> None:
    """Runs that were begun and stopped."""
    asked = [(1, EventKind.RUN_STARTED, "What was capex?")]
    stopped = (2, EventKind.STOPPED, stop_detail(Stop.ENVIRONMENT, "the disk is full"))
    async with parts.database.unit() as uow:
        for number in numbers:
            at = NOON + timedelta(minutes=number)
            row = replace(run_row(f"run-{number}"), created=at)
            _ = await uow.execute(insert(RUN).values(asdict(row)))
            for seq, kind, detail in (*asked, stopped):
                of_run = {"run": row.id, "seq": seq, "kind": kind.value, "at": at}
                words = {"stage": "", "role": "", "detail": detail}
                _ = await uow.execute(insert(EVENT).values(**of_run, **words))


async def add_items(parts: Parts, numbers: Sequence[int]) -> None:
    async with parts.database.unit() as uow:
        for number in numbers:
            opened = NOON - timedelta(minutes=number)
            item = matter(name=f"m{number}").model_copy(update={"opened": opened})
            await open_matter(uow, item)


async def add_entries(parts: Parts, numbers: Sequence[int]) -> None:
    async with parts.database.unit() as uow:
        for number in numbers:
            what = AuditAction.RESUME_REQUESTED
            entry = AuditEntry(NOON, "ada", what, f"run-{number}", "", {"n": str(number)})
            _ = await parts.audit.append(uow, entry)


async def read(browser: Browser, url: str) -> Reads:
    with counted() as reads:
        answer = await browser.get(url)
    assert answer.status_code in {200, 303}, answer.text
    return reads


async def test_a_page_reads_what_it_shows_and_no_more(console: Console) -> None:
    parts, browser = console.parts, await console.as_role(Role.ANALYST, "Bo")
    urls = (
        *("/runs", "/runs?state=stopped", "/runs?state=going", "/runs?text=capex"),
        *("/queue", "/queue?tab=done", "/items/m30", "/audit"),
    )
    found: list[dict[str, Reads]] = []
    for numbers in (range(FEW), range(FEW, MANY)):
        await add_runs(parts, numbers)
        await add_items(parts, numbers)
        await add_entries(parts, numbers)
        _ = await browser.get("/audit")
        found.append({url: await read(browser, url) for url in urls})
    few, many = found
    assert few == many
    assert all(reads.rows > 0 and reads.statements > 0 for reads in few.values())


async def test_a_reviewer_is_led_on_without_reading_the_whole_study(console: Console) -> None:
    ada, reads = await console.as_role(Role.ANALYST, "Ada"), list[Reads]()
    for name, pairs in (("few", 3), ("many", 30)):
        study = plan(name=name)
        await create_study(console.parts.database, console.parts.audit, study, pairs_of(pairs))
        reads.append(await read(ada, f"/studies/{name}/review"))
    assert reads[0] == reads[1]
