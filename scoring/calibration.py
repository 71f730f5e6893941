"""Judges held against people's rulings: how often each says what a person found."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from contracts.benchmark import HumanRuling
from contracts.errors import InputError
from contracts.score import RowScore, Score
from contracts.verdict import Outcome
from scoring.metrics.judge_agreement import Share, krippendorff_alpha

MAJORITY = "majority"


@dataclass(frozen=True, slots=True)
class Calibration:
    """One judge, or the majority, over the rows that a person ruled on."""

    judge: str
    met_met: int
    """Both say met."""
    met_not: int
    """The judge says met, the person not."""
    not_met: int
    """The person says met, the judge not."""
    not_not: int
    unjudged: int
    """Rows that this judge has not judged: in none of the counts above."""
    alpha: float | None
    """Krippendorff's alpha between judge and person; `None` where all rulings are one."""

    @property
    def agreement(self) -> Share:
        """Rulings on which both agree, of those that both gave."""
        both = self.met_met + self.not_not
        return Share(both, both + self.met_not + self.not_met)

    @property
    def leniency(self) -> float | None:
        """Share called met by the judge less that by the person; above zero is lenient."""
        judged = self.agreement.of
        return (self.met_not - self.not_met) / judged if judged else None


@dataclass(frozen=True, slots=True)
class Calibrated:
    """All judges, the majority last, and what could not be compared."""

    judges: tuple[Calibration, ...]
    rulings: int
    without_score: int
    """Rulings on answers or rows that no score has."""


def calibrate(scores: Sequence[Score], rulings: Sequence[HumanRuling]) -> Calibrated:
    """Hold every judge against the rulings.

    Raises:
        InputError: a row has two rulings, or no ruling is about a scored row.
    """
    rows = {
        (score.response_id, row.row_id): row
        for score in scores
        for row in score.rows
        if row.settled_by != "no_answer"
    }
    found: dict[tuple[str, str], bool] = {}
    for ruling in rulings:
        place = (ruling.response_id, ruling.criterion_id)
        if place in found:
            raise InputError(f"{place[0]} {place[1]} has two rulings; give one")
        found[place] = ruling.met
    shared = {place: row for place, row in rows.items() if place in found}
    if not shared:
        raise InputError("no ruling is about a row that a judge was asked; are the ids the same?")
    judges = sorted({verdict.judge for row in shared.values() for verdict in row.verdicts})
    return Calibrated(
        judges=tuple(_calibration(name, shared, found) for name in (*judges, MAJORITY)),
        rulings=len(found),
        without_score=len(found) - len(shared),
    )


def _calibration(
    judge: str,
    rows: Mapping[tuple[str, str], RowScore],
    rulings: Mapping[tuple[str, str], bool],
) -> Calibration:
    said = {place: _said(judge, row) for place, row in rows.items()}
    pairs = [
        (outcome is Outcome.PASS, rulings[place])
        for place, outcome in said.items()
        if outcome is not Outcome.NOT_JUDGED
    ]
    return Calibration(
        judge=judge,
        met_met=pairs.count((True, True)),
        met_not=pairs.count((True, False)),
        not_met=pairs.count((False, True)),
        not_not=pairs.count((False, False)),
        unjudged=len(said) - len(pairs),
        alpha=krippendorff_alpha([_labels(pair) for pair in pairs]),
    )


def _labels(pair: Iterable[bool]) -> tuple[str, ...]:
    return tuple("met" if is_met else "not met" for is_met in pair)


def _said(judge: str, row: RowScore) -> Outcome:
    if judge == MAJORITY:
        return row.majority
    for verdict in row.verdicts:
        if verdict.judge == judge:
            return verdict.outcome
    return Outcome.NOT_JUDGED
