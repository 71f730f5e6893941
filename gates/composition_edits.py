"""Whether edits and moves explain every difference between two sets of rows, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Iterator

from contracts.composition import Composition, Edit
from contracts.finding import Finding
from contracts.ids import RowId
from contracts.review import ReviewFinding
from contracts.rows import Candidate, Row
from gates.codes import finding

_SHAPES = {
    "rewrite": ((1, 1), (1, 1)),
    "split": ((1, 1), (2, 400)),
    "merge": ((2, 400), (1, 1)),
    "add_support": ((0, 0), (1, 400)),
    "remove": ((1, 400), (0, 0)),
}
"""How many rows each kind of edit takes away and puts in their place."""


def edit_findings(
    before: Candidate, composition: Composition, review_findings: tuple[ReviewFinding, ...]
) -> tuple[Finding, ...]:
    """All findings on ids, citations, edits and moves of one composition."""
    old = {row.id: row for row in before.rows}
    new = {row.id: row for row in composition.rows}
    return (
        *_id_findings(composition, review_findings),
        *_citation_findings(composition, review_findings),
        *_shape_findings(composition, old, new),
        *_difference_findings(composition, old, new),
        *_point_findings(composition, old, new),
    )


def _id_findings(
    composition: Composition, review_findings: tuple[ReviewFinding, ...]
) -> Iterator[Finding]:
    own = [item.id for item in composition.findings]
    for place, ids in (
        ("rows", [item.id for item in composition.rows]),
        ("edits", [item.id for item in composition.edits]),
        ("findings", [*own, *sorted({item.id for item in review_findings} & set(own))]),
    ):
        for item in _repeated(ids):
            message = f"{item} stands twice, or is an id of the content review: number anew"
            yield finding("CMP-id-repeated", f"composition:/{place}", message)


def _repeated(items: Iterable[str]) -> list[str]:
    return [item for item, count in Counter(items).items() if count > 1]


def _citation_findings(
    composition: Composition, review_findings: tuple[ReviewFinding, ...]
) -> Iterator[Finding]:
    known = {item.id: item for item in (*review_findings, *composition.findings)}
    cited = [(f"edits/{n}", item.finding_id) for n, item in enumerate(composition.edits)]
    cited += [(f"moves/{n}", item.finding_id) for n, item in enumerate(composition.moves)]
    for place, finding_id in cited:
        found = known.get(finding_id)
        if found is None or found.severity == "minor":
            message = f"cites {finding_id}, which is no material finding of the review or its own"
            yield finding("CMP-finding-unfit", f"composition:/{place}/finding_id", message)
    mended = {finding_id for _, finding_id in cited}
    for n, item in enumerate(composition.findings):
        if item.severity == "material" and item.id not in mended:
            message = f"{item.id} is material, and no edit or move cites it"
            yield finding("CMP-finding-open", f"composition:/findings/{n}", message)


def _shape_findings(
    composition: Composition, old: dict[RowId, Row], new: dict[RowId, Row]
) -> Iterator[Finding]:
    for n, edit in enumerate(composition.edits):
        for problem in _shape_problems(edit, old, new):
            yield finding("CMP-edit-unfit", f"composition:/edits/{n}", f"{edit.id}: {problem}")
    for side in ("before", "after"):
        rows = [row for edit in composition.edits for row in _side(edit, side)]
        for item in _repeated(rows):
            message = f"{item} is listed twice under `{side}` of edits"
            yield finding("CMP-edit-unfit", "composition:/edits", message)


def _side(edit: Edit, side: str) -> tuple[RowId, ...]:
    return edit.before if side == "before" else edit.after


def _shape_problems(edit: Edit, old: dict[RowId, Row], new: dict[RowId, Row]) -> Iterator[str]:
    for side, rows, (least, most) in zip(
        ("before", "after"), (edit.before, edit.after), _SHAPES[edit.kind], strict=True
    ):
        if not least <= len(rows) <= most:
            yield f"a {edit.kind} with {len(rows)} rows under `{side}`"
    yield from (f"{row} was no row" for row in edit.before if row not in old)
    yield from (f"{row} is no row of the composition" for row in edit.after if row not in new)
    for row in edit.after:
        if row in old and row not in edit.before:
            yield f"{row} is the id of an earlier row: a new row has a new id"
    for row in edit.before:
        if row in new and row not in edit.after:
            yield f"{row} is taken away and still there"
    if edit.kind == "add_support" and any(new[r].role != "support" for r in edit.after if r in new):
        yield "adds a row that is not support"


def _difference_findings(
    composition: Composition, old: dict[RowId, Row], new: dict[RowId, Row]
) -> Iterator[Finding]:
    """Differences that no edit lists; points are left to the moves."""
    taken = {row for edit in composition.edits for row in edit.before}
    put = {row for edit in composition.edits for row in edit.after}
    changed = [
        *((row, "is gone") for row in old if row not in new and row not in taken),
        *((row, "is new") for row in new if row not in old and row not in put),
        *(
            (row, "differs")
            for row in old
            if row in new and row not in put and not _is_same(old[row], new[row])
        ),
    ]
    for row, what in changed:
        message = f"{row} {what}, and no edit says so"
        yield finding("CMP-row-unlisted", "composition:/rows", message)


def _is_same(old: Row, new: Row) -> bool:
    return old.model_copy(update={"points": new.points}) == new


def _point_findings(
    composition: Composition, old: dict[RowId, Row], new: dict[RowId, Row]
) -> Iterator[Finding]:
    expected = Counter({row.id: row.points for row in old.values()})
    for n, move in enumerate(composition.moves):
        ends = {move.from_row, move.to_row}
        if len(ends) == 1 or not ends <= old.keys() | new.keys():
            message = f"{move.from_row} to {move.to_row}: two rows, each before or after"
            yield finding("CMP-move-unfit", f"composition:/moves/{n}", message)
            return
        expected[move.from_row] -= move.points
        expected[move.to_row] += move.points
    for row in sorted(old.keys() | new.keys()):
        points = new[row].points if row in new else 0
        if points != expected[row]:
            message = (
                f"{row} holds {points} hundredths; what it held before and its moves give "
                f"{expected[row]}"
            )
            yield finding("CMP-points", "composition:/rows", message)
