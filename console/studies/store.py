"""Studies as they are kept: made once, read by their ids, revealed once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import RowMapping, func, insert, select, update

from console.studies.draw import Drawn, Naming, draw, random_name
from console.studies.refusals import NotThere
from contracts.contract import BodyT, canonical, fingerprint, parse_contract, sha256_of
from contracts.errors import ContractError, CorruptRun, InputError
from contracts.study import MIN_RATIONALE, BlindPair, StudyPlan
from escalations.audit_chain import AuditAction, AuditChain, AuditEntry
from records.database import Database
from records.study_tables import STUDY, STUDY_ITEM, STUDY_PAIR, STUDY_VERDICT
from records.unit_of_work import Reading

_AT_ONCE = 500
"""Rows of one insert; databases bound the values of a statement."""


@dataclass(frozen=True, slots=True)
class Study:
    """A study with how far it is."""

    plan: StudyPlan
    planned: int
    given: int
    revealed: datetime | None
    revealed_by: str | None
    reason: str
    """Why it was closed early; empty otherwise."""

    @property
    def is_complete(self) -> bool:
        """Whether every planned verdict is in."""
        return self.given == self.planned


@dataclass(frozen=True, slots=True)
class Progress:
    """How many of a reviewer's pairs are done."""

    reviewer: str
    given: int
    planned: int


async def create_study(
    db: Database,
    audit: AuditChain,
    plan: StudyPlan,
    pairs: Sequence[BlindPair],
    *,
    name: Naming = random_name,
) -> None:
    """Keep a study with its draw, all or nothing.

    Raises:
        InputError: there is a study of that name already.
    """
    async with db.unit() as uow:
        if await uow.first(select(STUDY.c.id).where(STUDY.c.id == plan.name)):
            raise InputError(f"study {plan.name!r} is there already; give another name")
        body = canonical(plan)
        await uow.execute(
            insert(STUDY).values(id=plan.name, body=body.decode(), created=plan.created)
        )
        ids = [name() for _ in pairs]
        for n, (pair_id, pair) in enumerate(zip(ids, pairs, strict=True), 1):
            await uow.execute(insert(STUDY_PAIR).values(_pair_row(plan, n, pair_id, pair)))
        drawn = draw(ids, plan.reviewers, seed=plan.seed, name=name)
        for first in range(0, len(drawn), _AT_ONCE):
            rows = [_item_row(plan.name, one) for one in drawn[first : first + _AT_ONCE]]
            await uow.execute(insert(STUDY_ITEM).values(rows))
        detail = {"study": plan.name, "sha256": sha256_of(body), "pairs": str(len(pairs))}
        await audit.append(
            uow, AuditEntry(plan.created, plan.by, AuditAction.STUDY_CREATED, "", "", detail)
        )


async def reveal(
    db: Database, audit: AuditChain, study: str, *, by: str, reason: str, at: datetime
) -> None:
    """Say which system was which; from then on no verdict is taken.

    Raises:
        NotThere: there is no such study.
        InputError: it is revealed already, or verdicts are missing and no reason is given.
    """
    async with db.unit() as uow:
        found = await study_in(uow, study)
        if found.revealed is not None:
            raise InputError(f"study {study!r} is revealed already, by {found.revealed_by}")
        why = "" if found.is_complete else reason.strip()
        if not found.is_complete and len(why) < MIN_RATIONALE:
            msg = f"study {study!r} has {found.given} of {found.planned} verdicts: to close it"
            raise InputError(f"{msg} early, give a reason of at least {MIN_RATIONALE} characters")
        values = {"revealed": at, "revealed_by": by, "reason": why}
        await uow.execute(update(STUDY).where(STUDY.c.id == study).values(values))
        detail = {"study": study, "given": str(found.given), "planned": str(found.planned)}
        detail |= {"reason": why} if why else {}
        await audit.append(uow, AuditEntry(at, by, AuditAction.STUDY_REVEALED, "", "", detail))


async def studies(reading: Reading) -> tuple[Study, ...]:
    """Read all studies, newest first."""
    rows = await reading.rows(select(STUDY).order_by(STUDY.c.created.desc(), STUDY.c.id))
    return tuple([await _study(reading, row) for row in rows])


async def study_in(reading: Reading, study: str) -> Study:
    """Read one study.

    Raises:
        NotThere: there is none of that name.
    """
    row = await reading.first(select(STUDY).where(STUDY.c.id == study))
    if row is None:
        raise NotThere(f"there is no study {study!r}; `finrubric studies list` names all")
    return await _study(reading, row)


async def progress_of(reading: Reading, study: str) -> tuple[Progress, ...]:
    """Read how far each reviewer is, by name."""
    given = func.count(STUDY_VERDICT.c.item).label("given")
    planned = func.count(STUDY_ITEM.c.id).label("planned")
    rows = await reading.rows(
        select(STUDY_ITEM.c.reviewer, given, planned)
        .select_from(STUDY_ITEM.outerjoin(STUDY_VERDICT, STUDY_VERDICT.c.item == STUDY_ITEM.c.id))
        .where(STUDY_ITEM.c.study == study)
        .group_by(STUDY_ITEM.c.reviewer)
        .order_by(STUDY_ITEM.c.reviewer)
    )
    return tuple(Progress(row["reviewer"], row["given"], row["planned"]) for row in rows)


async def pair_in(reading: Reading, study: str, pair: str) -> BlindPair:
    """Read the texts of one pair.

    Raises:
        CorruptRun: they are gone or unreadable.
    """
    row = await reading.first(
        select(STUDY_PAIR).where(STUDY_PAIR.c.study == study, STUDY_PAIR.c.pair == pair)
    )
    if row is None:
        raise CorruptRun(f"pair {pair!r} of study {study!r} is gone; restore the database")
    return parsed(row["body"], BlindPair, f"pair {pair!r}")


def parsed(body: str, model: type[BodyT], what: str) -> BodyT:
    """Read a row's own JSON.

    Raises:
        CorruptRun: it was changed.
    """
    try:
        return parse_contract(body.encode(), model)
    except ContractError as error:
        raise CorruptRun(f"{what} is unreadable: {error}") from None


async def _study(reading: Reading, row: RowMapping) -> Study:
    progress = await progress_of(reading, row["id"])
    return Study(
        plan=parsed(row["body"], StudyPlan, f"study {row['id']!r}"),
        planned=sum(one.planned for one in progress),
        given=sum(one.given for one in progress),
        revealed=row["revealed"],
        revealed_by=row["revealed_by"],
        reason=row["reason"] or "",
    )


def _pair_row(plan: StudyPlan, n: int, pair_id: str, pair: BlindPair) -> dict[str, str | int]:
    return {
        "study": plan.name,
        "pair": pair_id,
        "n": n,
        "benchmark": pair.benchmark,
        "body": canonical(pair).decode(),
        "left_sha": fingerprint(pair.left),
        "right_sha": fingerprint(pair.right),
    }


def _item_row(study: str, drawn: Drawn) -> dict[str, str | int | bool]:
    return {
        "id": drawn.item,
        "study": study,
        "pair": drawn.pair,
        "reviewer": drawn.reviewer,
        "position": drawn.position,
        "left_is_a": drawn.left_is_a,
    }
