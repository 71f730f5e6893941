"""What people's rulings make of an answer, by the points of the reference's rubric."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from contracts.benchmark import HumanRuling
from contracts.errors import InputError
from contracts.score import RowScore, Score


def human_percents(
    scores: Mapping[str, Score], rulings: Sequence[HumanRuling]
) -> Mapping[str, Fraction]:
    """Percent of the maximum by hand; an answer with a row that nobody ruled on has none.

    Raises:
        InputError: a row has two rulings, or a ruling is about no row of the reference.
    """
    found: dict[tuple[str, str], bool] = {}
    for ruling in rulings:
        place = (ruling.response_id, ruling.criterion_id)
        if place in found:
            raise InputError(f"rulings: {place[0]} {place[1]} has two rulings; give one")
        found[place] = ruling.met
    rows = {(name, row.row_id) for name, score in scores.items() for row in score.rows}
    if strange := sorted(found.keys() - rows):
        name, row_id = strange[0]
        raise InputError(f"rulings: {name} {row_id} is no row of an answer that is scored")
    return {
        name: percent
        for name, score in scores.items()
        if (percent := _percent(score, found)) is not None
    }


def _percent(score: Score, rulings: Mapping[tuple[str, str], bool]) -> Fraction | None:
    ruled = [(row, rulings.get((score.response_id, row.row_id))) for row in score.rows]
    if any(is_met is None for _, is_met in ruled):
        return None
    earned = sum(_worth(row) for row, is_met in ruled if is_met)
    if any(_is_lost(row, is_met=bool(is_met)) for row, is_met in ruled):
        earned = min(earned, 0)
    return Fraction(100 * earned, score.maximum)


def _worth(row: RowScore) -> int:
    return row.points if row.polarity == "positive" else -row.points


def _is_lost(row: RowScore, *, is_met: bool) -> bool:
    """Whether the answer fails a gate: a demand not met, or a fault that it has."""
    return row.must_pass and is_met is (row.polarity == "negative")
