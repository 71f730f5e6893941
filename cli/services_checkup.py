"""What `finrubric doctor --live` asks: each real service once, past the cache."""

import tempfile
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from cli.packages import Check
from contracts.cutoff import Cutoff
from contracts.errors import FinrubricError
from contracts.settings import Settings, read_variables
from sandboxes.egress import load_egress
from sources.edgar.client import PER_SECOND, Edgar
from sources.pace import Pace
from sources.web.network import Network
from sources.web.search_port import WebSearch
from sources.web.services import KEYS, configured

CIK = 320193
"""An old filer with facts in every service: Apple Inc."""


async def check_services(
    settings: Settings, *, network: Network | None = None
) -> tuple[Check, ...]:
    """Ask every service that is set up; one that fails does not hide the next."""
    day = datetime.now(UTC).date()
    cutoff = Cutoff(day=day, zone="UTC")
    with tempfile.TemporaryDirectory(prefix="finrubric-doctor-") as folder:
        checks = [check async for check in _edgar(settings, cutoff, Path(folder), network)]
    return (*checks, *[check async for check in _searches(cutoff, network)])


async def _edgar(
    settings: Settings, cutoff: Cutoff, folder: Path, network: Network | None
) -> AsyncIterator[Check]:
    kept = settings.data_dir / "edgar"
    pace = Pace((kept if kept.is_dir() else folder) / "pace", PER_SECOND)
    remedy = "see docs/sources.md, and whether this machine reaches sec.gov"
    try:
        client = Edgar(
            load_egress().hosts, contact=settings.contact, folder=folder, network=network, pace=pace
        )
    except FinrubricError as error:
        yield Check("edgar", is_well=False, found=str(error), remedy="set it, or use no EDGAR")
        return
    for name, asked in (
        ("filings", client.filings(CIK, cutoff, forms=("10-K", "10-Q"))),
        ("text", client.search('"net sales"', cutoff, forms=("10-K",))),
        ("facts", client.facts(CIK, cutoff, tag="Assets")),
        ("frames", client.frame("Assets", "USD", "CY2023Q3I", ciks=(CIK,), cutoff=cutoff)),
    ):
        try:
            found = await asked
        except FinrubricError as error:
            yield Check(name, is_well=False, found=str(error), remedy=remedy)
            continue
        is_well = bool(found.passed)
        newest = found.passed[0].label if found.passed else "nothing that passes the cutoff"
        yield Check(name, is_well, f"EDGAR gave {newest}", "" if is_well else remedy)


async def _searches(cutoff: Cutoff, network: Network | None) -> AsyncIterator[Check]:
    blocked = load_egress().hosts
    try:
        services = configured(read_variables(KEYS), blocked, network=network)
    except FinrubricError as error:
        yield Check("search", is_well=False, found=str(error), remedy="set the key anew")
        return
    if not services:
        yield Check("search", is_well=True, found=f"not used: set {' or '.join(KEYS)}")
    for service in services:
        try:
            found = await WebSearch(service, blocked).search("annual report 10-K", cutoff)
        except FinrubricError as error:
            yield Check(service.name, is_well=False, found=str(error), remedy="see docs/sources.md")
            continue
        is_well = bool(found.hits)
        remedy = "" if is_well else "look at the plan behind the key"
        yield Check(service.name, is_well, f"{len(found.hits)} addresses", remedy)
