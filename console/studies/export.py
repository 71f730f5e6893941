"""A revealed study as a document for programs and as a table for spreadsheets."""

import csv
import io
from datetime import datetime

from sqlalchemy import select

from console.studies.refusals import StillHidden
from console.studies.store import Study, parsed, study_in
from console.studies.verdicts import Given, given_in
from contracts.errors import CorruptRun
from contracts.line import line_of
from contracts.study import (
    BlindPair,
    Choice,
    ExportedDimension,
    ExportedPair,
    ExportedVerdict,
    Preferred,
    Side,
    StudyExport,
)
from records.study_tables import STUDY_PAIR
from records.unit_of_work import Reading
from reports.spreadsheet import text_cell

_FIXED = (
    *("study", "benchmark", "query_id", "pair", "question", "reviewer", "position", "side_of_a"),
    *("system_a", "system_b", "choice", "preferred", "preferred_system"),
)
_LAST = ("rationale", "at", "left_sha256", "right_sha256")


async def exported(reading: Reading, study: str) -> StudyExport:
    """Read a whole study with its sides.

    Raises:
        NotThere: there is no such study.
        StillHidden: it is not revealed yet.
    """
    found = await study_in(reading, study)
    if found.revealed is None:
        msg = f"study {study!r} is blind until it is revealed: {found.given} of {found.planned}"
        raise StillHidden(f"{msg} verdicts are in")
    rows = await reading.rows(
        select(STUDY_PAIR).where(STUDY_PAIR.c.study == study).order_by(STUDY_PAIR.c.n)
    )
    pairs: list[ExportedPair] = []
    for row in rows:
        pair = parsed(row["body"], BlindPair, f"pair {row['pair']!r}")
        pairs.append(
            ExportedPair(
                pair=row["pair"],
                query_id=pair.query_id,
                benchmark=pair.benchmark,
                question=pair.question,
                left_sha256=row["left_sha"],
                right_sha256=row["right_sha"],
            )
        )
    return _export(found, found.revealed, tuple(pairs), await given_in(reading, study))


def json_of(export: StudyExport) -> bytes:
    """The study as one canonical line with its contract's version."""
    return line_of(export)


def csv_of(export: StudyExport) -> str:
    """One line per verdict under a line of names; a text is never a formula (CWE-1236)."""
    plan = export.plan
    pairs = {pair.pair: pair for pair in export.pairs}
    names = [f"{one.name}_{part}" for one in plan.dimensions for part in ("choice", "preferred")]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow((*_FIXED, *names, *_LAST))
    for verdict in export.verdicts:
        pair = pairs[verdict.pair]
        systems = (
            (plan.left, plan.right) if verdict.side_of_a == "left" else (plan.right, plan.left)
        )
        chosen = {"left": plan.left, "right": plan.right}.get(verdict.preferred, "")
        cells = (
            *(plan.name, pair.benchmark, pair.query_id or "", pair.pair),
            *(text_cell(pair.question), text_cell(verdict.reviewer), str(verdict.position)),
            *(verdict.side_of_a, *map(text_cell, systems), verdict.choice, verdict.preferred),
            text_cell(chosen),
        )
        said = (part for one in verdict.dimensions for part in (one.choice, one.preferred))
        last = (text_cell(verdict.rationale), verdict.at.isoformat())
        writer.writerow((*cells, *said, *last, pair.left_sha256, pair.right_sha256))
    return out.getvalue()


def preferred_by(choice: Choice, side_of_a: Side) -> Preferred:
    """What a choice means once it is known which source was A."""
    other: Side = "right" if side_of_a == "left" else "left"
    match choice:
        case "a":
            return side_of_a
        case "b":
            return other
        case _:
            return choice


def _export(
    study: Study, revealed: datetime, pairs: tuple[ExportedPair, ...], given: tuple[Given, ...]
) -> StudyExport:
    if study.revealed_by is None:
        raise CorruptRun(f"study {study.plan.name!r} does not say who revealed it")
    return StudyExport(
        plan=study.plan,
        revealed=revealed,
        revealed_by=study.revealed_by,
        reason=study.reason,
        planned=study.planned,
        pairs=pairs,
        verdicts=tuple(map(_verdict, given)),
    )


def _verdict(given: Given) -> ExportedVerdict:
    side: Side = "left" if given.item.left_is_a else "right"
    verdict = given.verdict
    preferred = preferred_by(verdict.overall, side)
    return ExportedVerdict(
        pair=given.item.pair,
        reviewer=given.item.reviewer,
        position=given.item.position,
        side_of_a=side,
        choice=verdict.overall,
        preferred=preferred,
        dimensions=tuple(
            ExportedDimension(
                name=one.name, choice=one.choice, preferred=preferred_by(one.choice, side)
            )
            for one in verdict.dimensions
        ),
        rationale=verdict.rationale,
        at=given.at,
    )
