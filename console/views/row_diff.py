"""Two versions of a rubric's rows, told apart row by row, and why each change was made."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from console.reading.place import Links, links_of, place_of
from console.reading.version import Version
from contracts.budget import points_text
from contracts.finding import Severity
from contracts.rubric import RubricRow
from reports.words import spoken

_WORD = re.compile(r"\s+|[^\s]+")
State = Literal["added", "removed", "changed", "unchanged"]
STATES: tuple[State, ...] = ("added", "removed", "changed", "unchanged")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words that both versions have, or only one."""

    kind: Literal["same", "added", "removed"]
    text: str


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row in both versions."""

    id: str
    state: State
    points: str
    """Points now; of a removed row, points then."""
    share: int
    """The same in hundredths, for the bar."""
    moved: str
    """How the points moved: `20 → 25 (+5)`; empty where they did not."""
    role: str
    pieces: tuple[Piece, ...]
    expected: tuple[tuple[str, str], ...]
    """Value and rule, per target."""
    expected_before: tuple[str, ...]
    """Values of the version before, where they were others."""
    why: tuple[str, ...]
    """What justifies the change: an edit's finding, or what was found against the version before;
    says so where nothing does."""
    rationale: str


@dataclass(frozen=True, slots=True)
class Diff:
    """The newest rows against an earlier version."""

    title: str
    before: str
    """Name of the earlier version; empty where there is none."""
    rows: tuple[RowChange, ...]
    summary: str


def diff_of(newest: Version, before: Version | None, *, decided: Iterable[str] = ()) -> Diff:
    """One version against an earlier one.

    Args:
        newest: the version that is shown.
        before: what it is held against; None for the first one.
        decided: what people decided between the two, in words; it justifies every change.
    """
    if before is None:
        rows = tuple(_unchanged(row) for row in newest.rows)
        return Diff(newest.title, "", rows, "This is the first version.")
    reasons = _Reasons(links_of(before.rows, before.evidence), before, newest, tuple(decided))
    then = {row.id: row for row in before.rows}
    now = {row.id for row in newest.rows}
    every = (
        *(_row(row, then.get(row.id), reasons.of(row.id)) for row in newest.rows),
        *(_removed(row, reasons.of(row.id)) for row in before.rows if row.id not in now),
    )
    return Diff(newest.title, before.title, every, _summary(every))


@dataclass(frozen=True, slots=True)
class _Reasons:
    """Why rows may have changed."""

    links: Links
    before: Version
    newest: Version
    decided: tuple[str, ...]

    def of(self, row: str) -> tuple[str, ...]:
        """All that speaks of one row."""
        if self.newest.statements is not None:
            return tuple(self._edits(row))
        found = tuple(self._found(row))
        return (*self.decided, *found)

    def _edits(self, row: str) -> Iterable[str]:
        statements = self.newest.statements or {}
        for edit in self.newest.edits:
            if row in (*edit.before, *edit.after):
                words = statements.get(edit.finding_id, edit.reason)
                yield f"{spoken(edit.kind)}, {edit.finding_id}: {words}"
        for move in self.newest.moves:
            if row in (move.from_row, move.to_row):
                words = statements.get(move.finding_id, move.reason)
                moved = f"{points_text(move.points)} from {move.from_row} to {move.to_row}"
                yield f"{moved}, {move.finding_id}: {words}"

    def _found(self, row: str) -> Iterable[str]:
        for finding in self.before.against:
            if finding.severity is Severity.WARNING:
                continue
            if row in self.links.rows_at(place_of(finding)):
                yield f"{finding.code}: {finding.message}"


def _row(row: RubricRow, then: RubricRow | None, why: tuple[str, ...]) -> RowChange:
    if then is None:
        return _added(row, why)
    if _same(row, then):
        return _unchanged(row)
    values = tuple(item.text for item in then.expected)
    is_other = values != tuple(item.text for item in row.expected)
    return _change(
        "changed",
        row,
        pieces=word_pieces(then.text, row.text),
        moved=_moved(then.points, row.points),
        expected_before=values if is_other else (),
        why=why or _UNJUSTIFIED,
    )


def _unchanged(row: RubricRow) -> RowChange:
    return _change("unchanged", row, pieces=(Piece("same", row.text),))


_UNJUSTIFIED = ("No finding and no decision names this row.",)


def _added(row: RubricRow, why: tuple[str, ...]) -> RowChange:
    moved = f"+{points_text(row.points)}"
    pieces = (Piece("added", row.text),)
    return _change("added", row, pieces=pieces, moved=moved, why=why or _UNJUSTIFIED)


def _removed(row: RubricRow, why: tuple[str, ...]) -> RowChange:
    moved = f"\u2212{points_text(row.points)}"
    pieces = (Piece("removed", row.text),)
    return _change("removed", row, pieces=pieces, moved=moved, why=why or _UNJUSTIFIED)


def _change(
    state: State,
    row: RubricRow,
    *,
    pieces: tuple[Piece, ...],
    moved: str = "",
    expected_before: tuple[str, ...] = (),
    why: tuple[str, ...] = (),
) -> RowChange:
    return RowChange(
        id=row.id,
        state=state,
        points=points_text(row.points),
        share=row.points,
        moved=moved,
        role=row.role,
        pieces=pieces,
        expected=tuple((item.text, item.rule) for item in row.expected),
        expected_before=expected_before,
        why=why,
        rationale=row.rationale,
    )


def _same(row: RubricRow, then: RubricRow) -> bool:
    return (row.text, row.points, row.role, row.expected) == (
        then.text,
        then.points,
        then.role,
        then.expected,
    )


def _moved(then: int, now: int) -> str:
    if then == now:
        return ""
    sign = "+" if now > then else "\u2212"
    return f"{points_text(then)} → {points_text(now)} ({sign}{points_text(abs(now - then))})"


def word_pieces(before: str, after: str) -> tuple[Piece, ...]:
    """Two texts as one, word for word: what both have, what went, what came."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    pieces: list[Piece] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            pieces.append(Piece("same", "".join(old[i:j])))
            continue
        if i < j:
            pieces.append(Piece("removed", "".join(old[i:j])))
        if k < m:
            pieces.append(Piece("added", "".join(new[k:m])))
    return tuple(pieces)


def _summary(rows: tuple[RowChange, ...]) -> str:
    counts = {word: sum(row.state == word for row in rows) for word in STATES}
    told = [f"{count} {word}" for word, count in counts.items() if count]
    return ", ".join(told)
