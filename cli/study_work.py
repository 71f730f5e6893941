"""What the commands of `finrubric studies` do."""

import json
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from secrets import randbelow

from cli.archive import Archive, archive_of, open_archive
from cli.data_folder import require_writable
from cli.study_sources import read_benchmarks, read_set
from console.access.roles import Permission
from console.access.user import Account
from console.access.users import accounts
from console.studies.dimensions import DIMENSIONS
from console.studies.export import csv_of, exported, json_of
from console.studies.leaks import OWN_NAMES, Names, marks_one_side, spelt
from console.studies.normalise import VERSION, plain_text
from console.studies.pairing import Paired, paired, without_names
from console.studies.store import (
    Progress,
    Study,
    create_study,
    progress_of,
    reveal,
    studies,
    study_in,
)
from contracts.contract import Json, parse_contract
from contracts.errors import ContractError, InputError
from contracts.settings import Settings
from contracts.study import StudyExport, StudyPlan
from records.database import open_database, url_of


@dataclass(frozen=True, slots=True)
class Source:
    """One side: what it is called, and where its rubrics stand."""

    label: str
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What `studies create` was asked for."""

    name: str
    title: str
    left: Source
    right: Source
    benchmarks: tuple[tuple[str, Path], ...]
    reviewers: tuple[str, ...]
    dimensions: tuple[tuple[str, str], ...]
    """None of its own means the ones that appendix D speaks of."""
    hidden: tuple[str, ...]
    """Names to look for beside the labels."""
    allowed: tuple[str, ...]
    """Names that may stand, such as that of a company the questions are about."""
    is_redacted: bool
    takes_waived: bool
    seed: int | None
    """None means chance."""
    by: str


@dataclass(frozen=True, slots=True)
class Created:
    """A new study, and what keeps it from being whole or blind."""

    plan: StudyPlan
    paired: Paired
    """With the questions that have no partner."""
    one_sided: tuple[str, ...]
    """Questions of pairs in which one side alone holds the mark of a name or a link."""
    without_login: tuple[str, ...]
    """Reviewers who are no users yet."""
    barred: tuple[tuple[str, str], ...]
    """Reviewers who are users and cannot review, each with why."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A study with how far each reviewer is."""

    study: Study
    progress: tuple[Progress, ...]


async def created(settings: Settings, wanted: Wanted) -> Created:
    """Read both sets, make their rubrics alike and keep the study.

    Raises:
        InputError: a file, a name or a text is not usable; nothing was written.
    """
    names = _names(wanted)
    plan = _plan(wanted, datetime.now(UTC))
    for what, text in _shown(plan):
        if leaks := list(names.found(text)):
            raise InputError(f"the {what} of the study holds {leaks[0]!r}, and reviewers read it")
    found = paired(
        read_set(wanted.left.paths, take_waived=wanted.takes_waived),
        read_set(wanted.right.paths, take_waived=wanted.takes_waived),
        read_benchmarks(wanted.benchmarks),
    )
    if found.pairs and all(pair.left == pair.right for pair in found.pairs):
        raise InputError("--left and --right hold the same rubrics: there is nothing to compare")
    pairs = without_names(found.pairs, names, redact=wanted.is_redacted)
    async with _open_or_make(settings) as archive:
        await create_study(archive.database, archive.audit, plan, pairs)
        async with archive.database.reading() as reading:
            users = await accounts(reading, at=plan.created)
    known = {account.user.name.casefold(): _barred(account) for account in users}
    why = {name: known.get(name.casefold()) for name in plan.reviewers}
    return Created(
        plan,
        found,
        one_sided=tuple(pair.query_id or pair.question for pair in pairs if marks_one_side(pair)),
        without_login=tuple(name for name, words in why.items() if words is None),
        barred=tuple((name, words) for name, words in why.items() if words),
    )


async def listed(settings: Settings) -> tuple[Study, ...]:
    """All studies, newest first."""
    async with open_archive(settings) as archive, archive.database.reading() as reading:
        return await studies(reading)


async def standing(settings: Settings, name: str) -> Standing:
    """How far a study is."""
    async with open_archive(settings) as archive, archive.database.reading() as reading:
        return Standing(await study_in(reading, name), await progress_of(reading, name))


async def revealed(settings: Settings, name: str, *, by: str, reason: str) -> StudyExport:
    """Reveal a study, and give it whole.

    Raises:
        InputError: there is no such study, it is revealed, or verdicts are missing.
    """
    async with open_archive(settings) as archive:
        await reveal(
            archive.database, archive.audit, name, by=by, reason=reason, at=datetime.now(UTC)
        )
        return await _export(archive, name)


async def kept(settings: Settings, name: str) -> StudyExport:
    """A study that is revealed, whole.

    Raises:
        InputError: there is no such study, or it is still blind.
    """
    async with open_archive(settings) as archive:
        return await _export(archive, name)


def rendered(export: StudyExport, form: str) -> bytes:
    """The study as CSV or JSON."""
    return csv_of(export).encode() if form == "csv" else json_of(export)


async def _export(archive: Archive, name: str) -> StudyExport:
    async with archive.database.reading() as reading:
        return await exported(reading, name)


def _shown(plan: StudyPlan) -> Iterator[tuple[str, str]]:
    """What reviewers read beside the rubrics."""
    yield "name", plan.name
    yield "title", plan.title
    for one in plan.dimensions:
        yield f"dimension {one.name!r}", f"{one.name}\n{one.question}"


def _barred(account: Account) -> str:
    if account.disabled is not None:
        return "is disabled"
    return "" if account.user.may(Permission.REVIEW) else f"is a {account.user.role}"


def _names(wanted: Wanted) -> Names:
    allowed = {spelt(name) for name in wanted.allowed}
    looked_for = (*OWN_NAMES, wanted.left.label, wanted.right.label, *wanted.hidden)
    return Names(name for name in looked_for if spelt(name) not in allowed)


def _plan(wanted: Wanted, at: datetime) -> StudyPlan:
    dimensions: list[Json] = [
        {"name": name, "question": question}
        for name, question in wanted.dimensions
        or tuple((one.name, one.question) for one in DIMENSIONS)
    ]
    document: dict[str, Json] = {
        "name": wanted.name,
        "title": plain_text(wanted.title),
        "left": wanted.left.label,
        "right": wanted.right.label,
        "dimensions": dimensions,
        "reviewers": [*wanted.reviewers],
        "seed": randbelow(10**15) if wanted.seed is None else wanted.seed,
        "normaliser": VERSION,
        "is_redacted": wanted.is_redacted,
        "created": at.isoformat(),
        "by": wanted.by,
    }
    try:
        return parse_contract(json.dumps(document).encode(), StudyPlan)
    except ContractError as error:
        raise InputError(f"the study cannot be made so: {error}") from None


@asynccontextmanager
async def _open_or_make(settings: Settings) -> AsyncGenerator[Archive]:
    """The records, made where there are none: a study needs no run before it."""
    data = settings.data_dir
    require_writable(data)
    url = url_of(settings.database_url, data)
    async with open_database(url) as database:
        yield archive_of(data, database, audit_key=settings.audit_key)
