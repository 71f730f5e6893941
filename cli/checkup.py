"""What `finrubric doctor` looks at: each check says what it found and what to do."""

import asyncio
import platform
import shutil
import sys
from collections.abc import AsyncIterator
from pathlib import Path

from cli.data_folder import LEAST_FREE_MB, require_writable
from cli.packages import Check, check_packages
from contracts.errors import EngineMissing, EnvironmentFault, FinrubricError, ImageMissing
from contracts.run_paths import database_file
from contracts.settings import Settings
from records.database import open_database, place_of
from sandboxes.auto import choose
from sandboxes.engine_floor import below_floors, engine_versions

LEAST_PYTHON = (3, 11)


async def check_up(settings: Settings) -> tuple[Check, ...]:
    """Look at everything; one failing check does not hide the next."""
    return tuple([check async for check in _checks(settings)])


async def _checks(settings: Settings) -> AsyncIterator[Check]:
    yield _python()
    yield check_packages()
    yield _data(settings.data_dir)
    yield await _database(settings)
    yield await _docker(settings)
    yield await _sandbox(settings)


def _python() -> Check:
    found = f"Python {platform.python_version()} at {sys.executable}"
    is_well = sys.version_info >= LEAST_PYTHON
    remedy = "" if is_well else "make an environment with Python 3.11 or newer"
    return Check("python", is_well, found, remedy)


def _data(folder: Path) -> Check:
    try:
        require_writable(folder)
    except EnvironmentFault as error:
        remedy = "name a folder of yours with --data or FINRUBRIC_DATA"
        return Check("data", is_well=False, found=str(error), remedy=remedy)
    there = next(path for path in (folder, *folder.parents) if path.exists())
    free = shutil.disk_usage(there).free // 1_000_000
    found = f"{folder}, {free:,} MB free"
    if free < LEAST_FREE_MB:
        remedy = f"make room: a run may need {LEAST_FREE_MB} MB"
        return Check("data", is_well=False, found=found, remedy=remedy)
    return Check("data", is_well=True, found=found)


async def _database(settings: Settings) -> Check:
    file, url = database_file(settings.data_dir), settings.database_url
    if url is None and not await asyncio.to_thread(file.is_file):
        return Check("database", is_well=True, found=f"{file} is made by the first run")
    try:
        async with open_database(url or f"sqlite+aiosqlite:///{file}"):
            found = f"{place_of(url)} answers" if url else f"{file} opens"
            return Check("database", is_well=True, found=found)
    except FinrubricError as error:
        remedy = "mend what FINRUBRIC_DATABASE names, or unset it to use a file in the data folder"
        if url is None:
            remedy = "put the database back from a backup, or name another folder with --data"
        return Check("database", is_well=False, found=str(error), remedy=remedy)


async def _docker(settings: Settings) -> Check:
    """Docker is a choice: where it is missing, that is said and is no fault."""
    try:
        provider = await choose("docker", settings)
        below = below_floors(*await engine_versions(settings))
    except (EngineMissing, ImageMissing) as error:
        return Check("docker", is_well=True, found=f"not used: {error}")
    except FinrubricError as error:
        remedy = "mend the engine, or run with --sandbox local"
        return Check("docker", is_well=False, found=str(error), remedy=remedy)
    advice = "; ".join(found.advice for found in below)
    is_well = not any(found.is_a_way_out for found in below)
    return Check("docker", is_well, f"engine answers, image {provider.image}", advice)


async def _sandbox(settings: Settings) -> Check:
    try:
        provider = await choose("auto", settings)
    except FinrubricError as error:
        return Check("sandbox", is_well=False, found=str(error), remedy="see the line on docker")
    return Check("sandbox", is_well=True, found=f"{provider.kind}: {provider.isolation}")
