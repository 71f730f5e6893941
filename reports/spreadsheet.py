"""The rows as CSV that a spreadsheet opens without running anything in it.

A text cell that a spreadsheet could take for a formula gets an apostrophe in front (CWE-1236);
points and ids stay as they are. Who reads a text back takes one apostrophe off where a formula
would follow. RFC 4180: CRLF, quotes doubled.
"""

import csv
import io
import re

from contracts.budget import points_text
from contracts.rubric import Rubric, RubricRow
from reports.decision_view import signature_texts, waiver_texts
from reports.independence import same_family_texts
from reports.played import played_text
from reports.printable import printable
from reports.record import RunRecord
from reports.rubric_view import STATUS_WORDS

COLUMNS = (
    *("row", "points", "role", "status", "played", "obligation", "text", "expected", "rule"),
    *("targets", "criteria", "principles", "rationale", "warnings"),
)
_FORMULA = re.compile(r"[\s\"'\x00\u00a0\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20|%\t\r\n]")
"""How a cell begins that a spreadsheet may compute; also full-width, after blanks or quotes."""


def render_csv(rubric: Rubric, record: RunRecord) -> str:
    """One line per row under a line of column names; points are plain numbers.

    Every line says the rubric's status, with what people waived or let pass, and, in `played`,
    whether a recording spoke for the roles: a line that is sorted or copied elsewhere keeps it, and
    no comment stands above the names. `warnings` has the codes of what is open on the row, and on
    the rubric as a whole.
    """
    signed = (f"signed: {words}" for words in signature_texts(rubric))
    apart = same_family_texts(record.same_families)
    status = ": ".join((STATUS_WORDS[rubric.status], *waiver_texts(rubric), *apart, *signed))
    standing = (status, played_text(record))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(
        (*_cells(row, standing), _warnings(rubric, place)) for place, row in enumerate(rubric.rows)
    )
    return out.getvalue()


def _cells(row: RubricRow, standing: tuple[str, str]) -> tuple[str, ...]:
    return (
        row.id,
        points_text(row.points),
        row.role,
        *(text_cell(words) for words in standing),
        row.obligation_id,
        text_cell(row.text),
        text_cell("; ".join(item.text for item in row.expected)),
        text_cell("; ".join(item.rule for item in row.expected)),
        " ".join(item.target_id for item in row.expected),
        " ".join(row.criterion_ids),
        " ".join(row.principle_ids),
        text_cell(row.rationale),
    )


def _warnings(rubric: Rubric, place: int) -> str:
    """Codes of the open warnings but for those on other rows."""
    rows, mine = "rows:/rows/", f"rows:/rows/{place}"
    codes = (
        found.code
        for found in rubric.warnings
        if not found.pointer.startswith(rows) or f"{found.pointer}/".startswith(f"{mine}/")
    )
    return " ".join(dict.fromkeys(codes))


def text_cell(text: str) -> str:
    """Text for a cell: printable, and never a formula."""
    shown = printable(text)
    return f"'{shown}" if _FORMULA.match(shown) else shown
