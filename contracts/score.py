"""What an answer earns on a rubric: points in hundredths, as bounds while a row is not judged.

Points are added here and nowhere else. A score that does not follow from its rows is refused, so
a table of scores can be trusted without the code that wrote it.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Annotated, Literal, NamedTuple, Self, TypeAlias

from pydantic import Field, model_validator

from contracts.acceptance import Acceptance
from contracts.asked import Asked
from contracts.contract import UPGRADERS, Contract, Json, Text, Words
from contracts.cutoff import Instant
from contracts.ids import Sha256, TargetId
from contracts.response import ItemName, SolverName
from contracts.verdict import Outcome, Verdict, majority

Mode: TypeAlias = Literal["fixed", "outside_family"]
"""`fixed`: the majority of the judges. `outside_family`: the mean of judges of other families than
the solver's."""
Earned = Annotated[int, Field(ge=-10_000_000, le=10_000_000)]
"""Hundredths of a point that an answer has; below zero when an imported rubric takes points."""


class CodeCheck(Contract):
    """What code read in the answer for one expected value, beside the judges."""

    target_id: TargetId
    acceptance: Acceptance
    stated: tuple[Text, ...] = ()
    """The figures or dates it rests on, as they stand in the answer."""


class PersonRuling(Contract):
    """What a person ruled on a row that the judges could not settle."""

    item: Words
    """The item of the queue that asked for it."""
    decision: Words
    """The ruling's id, as it stands in the audit chain."""
    outcome: Literal[Outcome.PASS, Outcome.FAIL]
    by: Words
    at: Instant
    note: Words


class RowScore(Contract):
    """One row, as its judges and code saw it."""

    row_id: ItemName
    points: Annotated[int, Field(ge=1, le=1_000_000)]
    """Hundredths that the row is worth."""
    polarity: Literal["positive", "negative"] = "positive"
    """A negative row describes a fault; meeting it takes the points away."""
    must_pass: bool = False
    """An answer that fails such a row earns nothing at all."""
    settled_by: Literal["judges", "no_answer", "person"] = "judges"
    """`no_answer`: there was nothing to grade, so the row fails and no judge was asked. `person`:
    a person ruled on it, and the verdicts stay beside the ruling as the judges gave them."""
    ruling: PersonRuling | None = None
    """With `person` and with nothing else."""
    verdicts: tuple[Verdict, ...]
    outcome: Outcome
    """The majority's, or the person's; code never changes it."""
    checks: tuple[CodeCheck, ...] = ()
    is_disputed: bool = False
    """Code reads another value than the majority; a person should look, and none has."""

    @model_validator(mode="after")
    def _outcome_follows(self) -> Self:
        if any(verdict.row_id != self.row_id for verdict in self.verdicts):
            msg = f"a verdict of {self.row_id} is about another row"
            raise ValueError(msg)
        if len({verdict.judge for verdict in self.verdicts}) != len(self.verdicts):
            msg = f"a judge has two verdicts on {self.row_id}"
            raise ValueError(msg)
        if self.outcome is not self._decided():
            msg = f"the verdicts on {self.row_id} do not make {self.outcome.value}"
            raise ValueError(msg)
        disputed = self.ruling is None and disputes(self.outcome, self.checks)
        if self.is_disputed is not disputed:
            msg = f"is_disputed of {self.row_id} does not follow from outcome and checks"
            raise ValueError(msg)
        return self

    @property
    def majority(self) -> Outcome:
        """What the judges alone make of the row."""
        return majority([verdict.outcome for verdict in self.verdicts])

    def _decided(self) -> Outcome:
        if (self.ruling is None) is (self.settled_by == "person"):
            msg = f"a ruling on {self.row_id} comes with settled_by `person`, and with that alone"
            raise ValueError(msg)
        if self.ruling is not None:
            return self.ruling.outcome
        if self.settled_by == "judges":
            return self.majority
        if self.verdicts:
            msg = f"{self.row_id} has verdicts on an answer that does not exist"
            raise ValueError(msg)
        return Outcome.FAIL


def disputes(outcome: Outcome, checks: Iterable[CodeCheck]) -> bool:
    """Whether code and the majority disagree; undecided on either side is no disagreement.

    Code refuses a row when it refuses one of its values, and accepts it when it accepts all.
    """
    found = {check.acceptance for check in checks}
    if outcome is Outcome.PASS:
        return Acceptance.REFUSED in found
    return outcome is Outcome.FAIL and found == {Acceptance.ACCEPTED}


class Total(Contract):
    """Points of the whole rubric: by the majority, or by one judge alone."""

    judge: SolverName | None
    """`None` for the majority."""
    low: Earned
    """With every row that is not judged at its worst."""
    high: Earned
    """With every row that is not judged at its best."""


class Score(Contract):
    """What one response earns on one rubric, with all that it follows from."""

    contract_name = "score"
    contract_version = 2
    """2 says how the judges were asked, and which rows a person settled."""

    response_id: ItemName
    response_sha256: Sha256
    rubric_sha256: Sha256
    mode: Mode
    asked: Asked | None
    """`None` for a score of version 1, which does not say it."""
    rows: Annotated[tuple[RowScore, ...], Field(min_length=1)]
    totals: Annotated[tuple[Total, ...], Field(min_length=1)]
    """One for the majority in mode `fixed`, one per judge in the other."""

    @model_validator(mode="after")
    def _totals_follow(self) -> Self:
        if len({row.row_id for row in self.rows}) != len(self.rows):
            msg = "a row stands twice"
            raise ValueError(msg)
        if self.totals != totals(self.mode, self.rows):
            msg = "totals do not follow from the rows"
            raise ValueError(msg)
        return self

    @model_validator(mode="after")
    def _judges_were_asked(self) -> Self:
        if self.asked is not None:
            named = {judge.name for judge in self.asked.judges}
            voted = {verdict.judge for row in self.rows for verdict in row.verdicts}
            if strange := sorted(voted - named):
                msg = f"{strange[0]} has verdicts and is not among the judges that were asked"
                raise ValueError(msg)
        return self

    @property
    def maximum(self) -> int:
        """Hundredths of a perfect answer."""
        return sum(row.points for row in self.rows if row.polarity == "positive")

    @property
    def low(self) -> Fraction:
        """Hundredths at least, exact: the mean over the totals."""
        return Fraction(sum(total.low for total in self.totals), len(self.totals))

    @property
    def high(self) -> Fraction:
        """Hundredths at most, exact: the mean over the totals."""
        return Fraction(sum(total.high for total in self.totals), len(self.totals))

    @property
    def points(self) -> Fraction | None:
        """The score in hundredths; `None` while a row is not judged: then there are only bounds."""
        is_whole = all(total.low == total.high for total in self.totals)
        return self.low if is_whole and not self.unjudged else None

    @property
    def unjudged(self) -> tuple[str, ...]:
        """Rows without a judgement by the mode's reading."""
        return tuple(row.row_id for row in self.rows if _is_open(self.mode, row))


def _without_asked(body: dict[str, Json]) -> dict[str, Json]:
    """Version 1 of a score did not say how its judges were asked."""
    return {**body, "asked": None}


UPGRADERS["score", 1] = _without_asked


def _is_open(mode: str, row: RowScore) -> bool:
    if mode == "fixed" or row.settled_by != "judges":
        return row.outcome is Outcome.NOT_JUDGED
    return any(verdict.outcome is Outcome.NOT_JUDGED for verdict in row.verdicts)


def totals(mode: Mode, rows: tuple[RowScore, ...]) -> tuple[Total, ...]:
    """Add the points of all rows.

    Raises:
        ValueError: in mode `outside_family`, a judge has no verdict on some row.
    """
    judges = sorted({verdict.judge for row in rows for verdict in row.verdicts})
    if mode == "fixed" or not judges:
        return (_total(None, rows, lambda row: row.outcome),)
    return tuple(_total(judge, rows, lambda row, name=judge: _said(name, row)) for judge in judges)


def _said(judge: str, row: RowScore) -> Outcome:
    if row.settled_by != "judges":
        return row.outcome
    for verdict in row.verdicts:
        if verdict.judge == judge:
            return verdict.outcome
    msg = f"{judge} has no verdict on {row.row_id}; write it as not judged"
    raise ValueError(msg)


class _Bounds(NamedTuple):
    low: int
    high: int


def _total(
    judge: str | None, rows: tuple[RowScore, ...], outcome_of: Callable[[RowScore], Outcome]
) -> Total:
    outcomes = [(row, outcome_of(row)) for row in rows]
    bounds = [_bounds(row, outcome) for row, outcome in outcomes]
    low, high = sum(one.low for one in bounds), sum(one.high for one in bounds)
    gates = {_kept(row, outcome) for row, outcome in outcomes if row.must_pass}
    if Outcome.FAIL in gates:
        high = min(high, 0)
    if gates - {Outcome.PASS}:
        low = min(low, 0)
    return Total(judge=judge, low=low, high=high)


def _kept(row: RowScore, outcome: Outcome) -> Outcome:
    """Whether the demand behind a row holds: a negative row is kept when its fault is absent."""
    if row.polarity == "positive" or outcome is Outcome.NOT_JUDGED:
        return outcome
    return Outcome.PASS if outcome is Outcome.FAIL else Outcome.FAIL


def _bounds(row: RowScore, outcome: Outcome) -> _Bounds:
    worth = row.points if row.polarity == "positive" else -row.points
    if outcome is Outcome.NOT_JUDGED:
        return _Bounds(min(worth, 0), max(worth, 0))
    earned = worth if outcome is Outcome.PASS else 0
    return _Bounds(earned, earned)
