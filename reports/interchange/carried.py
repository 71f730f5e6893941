"""What of a rubric travels into every foreign form."""

import json
from dataclasses import dataclass
from datetime import date

from contracts.contract import Json
from contracts.criteria import Criterion, criteria_of
from contracts.ids import Sha256
from contracts.query import PriorTurn
from contracts.rows import Role
from contracts.rubric import Rubric
from reports.rubric_view import STATUS_WORDS
from reports.withheld import without_withheld
from reports.words import cutoff_text


@dataclass(frozen=True, slots=True)
class CarriedRow:
    """One row with all that a judge of another tool needs, in one text."""

    id: str
    role: Role
    points: int
    """Hundredths."""
    text: str

    @property
    def plain_points(self) -> Json:
        """Points as a number of JSON: 60, 33.5."""
        whole, rest = divmod(self.points, 100)
        return self.points / 100 if rest else whole


@dataclass(frozen=True, slots=True)
class Carried:
    """A rubric without its evidence."""

    sha256: Sha256
    question: str
    prior_turns: tuple[PriorTurn, ...]
    day: date
    """The cutoff's day."""
    standing: str
    """Status, cutoff and what acceptance certifies: what a reader has to know."""
    accepted_on: date | None
    rows: tuple[CarriedRow, ...]


def carried(rubric: Rubric, *, accepted_on: date | None) -> Carried:
    """The rows with question and standing; quotes of withheld sources are out of reach."""
    shown = without_withheld(rubric)
    cutoff = cutoff_text(shown.query.cutoff)
    criteria = criteria_of(shown)
    return Carried(
        sha256=criteria.rubric_sha256,
        question=criteria.question,
        prior_turns=shown.query.prior_turns,
        day=shown.query.cutoff.day,
        standing=f"{STATUS_WORDS[shown.status]}. Cutoff: {cutoff}. {shown.certification}",
        accepted_on=accepted_on,
        rows=tuple(_row(criterion) for criterion in criteria.criteria),
    )


def _row(criterion: Criterion) -> CarriedRow:
    rules = "; ".join(criterion.rules)
    text = f"{criterion.text} (How values compare: {rules}.)" if rules else criterion.text
    return CarriedRow(criterion.id, criterion.kind, criterion.points, text)


def pretty(document: Json) -> bytes:
    """A JSON document as a file that people can read."""
    return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
