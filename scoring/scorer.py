"""Scoring answers: every answer before its judges, each judging once, what failed left open.

Calls go through the ledger under the hash of all that a verdict depends on. So a verdict that is
there is never asked for again, whatever else has changed, and what was left open is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from contracts.criteria import Criteria, Criterion
from contracts.response import Response
from contracts.score import Score
from contracts.verdict import Verdict
from records.held_name import HeldNames
from records.ledger import Ledger
from scoring.judges.conversation import Judging, verdicts_of
from scoring.judges.hearings import CONCURRENT, Hearings, Tell, to_nobody
from scoring.judges.judge import Asks, Judge, asked_of
from scoring.judges.panel import Panel
from scoring.judges.reply import Judged
from scoring.judges.sheet import Case, load_prompt
from scoring.judges.sitting import Heard
from scoring.tally import score_of


class Put(NamedTuple):
    """An answer and what it is graded by."""

    response: Response
    criteria: Criteria
    family: str | None = None
    """Who trained the solver's model, where the answer does not say."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How answers are put to judges."""

    per_criterion: bool = False
    """Each criterion in a conversation of its own, instead of all of an answer in one."""
    concurrent: int = CONCURRENT
    """Judgings under way at once with one provider."""
    round: int = 1


class Scored(NamedTuple):
    """What a scoring gives."""

    scores: tuple[Score, ...]
    """In the order of the answers."""
    scopes: tuple[str, ...]
    """The ledger's names of all judgings: what they cost stands there."""


def judgings_of(puts: Iterable[Put], panel: Panel, manner: Manner) -> list[Judging]:
    """Every judging that a scoring wants, answer by answer; an empty answer wants none.

    Raises:
        InputError: an answer has no three judges.
    """
    prompt = load_prompt()
    return [
        Judging(judge, Case(put.response, put.criteria, asked), prompt, manner.round)
        for put in puts
        for judge in panel.of(put.response, put.family)
        if put.response.is_answered
        for asked in _groups(put.criteria, manner)
    ]


def _groups(criteria: Criteria, manner: Manner) -> list[tuple[Criterion, ...]]:
    whole = criteria.criteria
    return [(one,) for one in whole] if manner.per_criterion else [whole]


@dataclass(slots=True)
class Scorer:
    """Puts answers before a panel."""

    panel: Panel
    asks: Mapping[str, Asks]
    """How each judge's model is reached, by the judge's name."""
    ledger: Ledger
    names: HeldNames
    manner: Manner = field(default_factory=Manner)
    tell: Tell = to_nobody

    async def score(self, puts: Sequence[Put]) -> Scored:
        """Score all answers; one without a judgement of some row is scored too, with bounds.

        Raises:
            InputError: an answer has no three judges.
            FinrubricError: something that is no judge's fault, such as a full disk.
        """
        work = judgings_of(puts, self.panel, self.manner)
        hearings = Hearings(self.asks, self.ledger, self.names, self.manner.concurrent, self.tell)
        heard = await hearings.hold([judging.hearing for judging in work])
        return Scored(self._scores(puts, work, heard), tuple(one.scope for one in heard))

    def _scores(
        self, puts: Sequence[Put], work: Sequence[Judging], heard: Sequence[Heard[Judged]]
    ) -> tuple[Score, ...]:
        by_answer: dict[str, dict[str, list[Verdict]]] = {}
        for judging, one in zip(work, heard, strict=True):
            rows = by_answer.setdefault(judging.case.response.id, {})
            for verdict in verdicts_of(judging, one):
                rows.setdefault(verdict.row_id, []).append(verdict)
        return tuple(self._score(put, by_answer.get(put.response.id, {})) for put in puts)

    def _score(self, put: Put, verdicts: Mapping[str, Sequence[Verdict]]) -> Score:
        judges: tuple[Judge, ...] = ()
        if put.response.is_answered:
            judges = self.panel.of(put.response, put.family)
        manner = self.manner
        asked = asked_of(
            judges, load_prompt(), number=manner.round, per_criterion=manner.per_criterion
        )
        return score_of(put.criteria, put.response, self.panel.mode, verdicts, asked=asked)
