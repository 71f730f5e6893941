"""Matching the criteria of many questions: each pair of lists before each judge of the panel."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from contracts.asked import Asked
from contracts.covered_query import CoveredQuery, ExpertCriterion, MatchVote
from scoring.judges.hearings import Hearing, Hearings
from scoring.judges.judge import Judge, asked_of
from scoring.judges.sitting import Heard
from scoring.matching.pair import Pair, PairQuestion, load_prompt, question_of
from scoring.matching.reply import Compared
from scoring.matching.veto import code_reading


class Matched(NamedTuple):
    """What a matching gives."""

    queries: tuple[CoveredQuery, ...]
    """In the order of the pairs."""
    scopes: tuple[str, ...]
    """The ledger's names of all judgings: what they cost stands there."""

    @property
    def open(self) -> int:
        """Votes that a judge has not given."""
        votes = (vote for query in self.queries for one in query.criteria for vote in one.votes)
        return sum(vote.demand is None for vote in votes)


def hearings_of(
    pairs: Sequence[Pair], judges: Sequence[Judge], number: int = 1
) -> list[Hearing[Compared]]:
    """Every judging that a matching wants, pair by pair."""
    prompt = load_prompt()
    questions = [question_of(pair, prompt) for pair in pairs]
    return [Hearing(judge, question, number) for question in questions for judge in judges]


async def match(
    pairs: Sequence[Pair], judges: Sequence[Judge], hearings: Hearings, *, number: int = 1
) -> Matched:
    """Put every pair to every judge; what a judge has not decided is a vote without a word.

    Raises:
        FinrubricError: something that is no judge's fault, such as a full disk.
    """
    work = hearings_of(pairs, judges, number)
    heard = await hearings.hold(work)
    size, asked = len(judges), asked_of(judges, load_prompt(), number=number)
    queries: list[CoveredQuery] = []
    for place, pair in enumerate(pairs):
        own = heard[place * size : (place + 1) * size]
        said = dict(zip((judge.name for judge in judges), own, strict=True))
        queries.append(_query(question_of(pair, ""), said, asked))
    return Matched(tuple(queries), tuple(one.scope for one in heard))


def _query(
    question: PairQuestion, heard: Mapping[str, Heard[Compared]], asked: Asked
) -> CoveredQuery:
    return CoveredQuery(
        query_id=question.pair.query_id,
        criteria=tuple(_criterion(place, question, heard) for place in question.ids),
        asked=asked,
    )


def _criterion(
    place: str, question: PairQuestion, heard: Mapping[str, Heard[Compared]]
) -> ExpertCriterion:
    expert = question.lists.first[place]
    said = [one.judged[place] for one in heard.values() if place in one.judged]
    # A yes is what code may take away, so what a yes rests on is looked at first.
    said = [one for one in said if one.value == "same"] or said
    named = {one.match.id: one.match for one in said if one.match is not None}
    return ExpertCriterion(
        criterion_id=expert.id,
        votes=tuple(_vote(judge, place, one) for judge, one in heard.items()),
        code=code_reading(expert, named.values()),
    )


def _vote(judge: str, place: str, heard: Heard[Compared]) -> MatchVote:
    if place in heard.open:
        return MatchVote(judge=judge, demand=None, value=None, why=heard.open[place].words)
    said = heard.judged[place]
    return MatchVote(
        judge=judge,
        demand=said.match is not None,
        value=said.value == "same",
        match=None if said.match is None else said.match.id,
        why=said.why,
    )
