"""Whether judges agree with each other, and each with itself when asked again.

- Krippendorff's alpha, nominal, with missing votes: 1 - D_o/D_e from the coincidence matrix
  (K. Krippendorff, "Content Analysis", chapter on reliability). Items with one vote add nothing.
- Fleiss' kappa (J. L. Fleiss, "Measuring nominal scale agreement among many raters", Psychological
  Bulletin 76, 1971, 378-382), on the items that all judges asked about them voted on. Items may
  have different judges, as where judges of the solver's family are left out.
- Percent agreement: agreeing pairs of votes over all pairs of votes on the same item.

Both coefficients are 0/0 when all votes carry one label: None then, never 1, 0 or NaN.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Annotated, Self

from pydantic import Field, model_validator

from contracts.contract import Contract, Words
from contracts.errors import InputError


class Vote(Contract):
    """What one judge said of one item; None where the judgement is broken or missing."""

    judge: Words
    label: Words | None


class Ballot(Contract):
    """The votes of all judges that were asked about one item."""

    item_id: Words
    votes: Annotated[tuple[Vote, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _judges_vote_once(self) -> Self:
        if len({vote.judge for vote in self.votes}) < len(self.votes):
            msg = f"item {self.item_id!r} has two votes of one judge; give each judge one"
            raise ValueError(msg)
        return self


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    count: int
    of: int

    @property
    def rate(self) -> float | None:
        """The share; None of nothing."""
        return self.count / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class JudgeAgreement:
    """Agreement of a panel, with the items that each measure is taken over."""

    alpha: float | None
    alpha_items: int
    """Items with two votes or more."""
    kappa: float | None
    kappa_items: int
    """Items with a vote of every judge that was asked, two or more."""
    pairs: Share
    """Pairs of votes on the same item that agree."""
    unanimous: Share
    """Items with two votes or more on which all agree."""
    dissent: tuple[tuple[str, Share], ...]
    """Per judge: votes against the strict majority of the item, itself included."""
    missing_votes: int
    """Votes that judges who were asked owe: they are left out, never taken as a label."""


@dataclass(frozen=True, slots=True)
class Flips:
    """One panel asked twice: the votes that changed."""

    all: Share
    per_judge: tuple[tuple[str, Share], ...]
    missing: int
    """Votes that stand in one round only."""


def judge_agreement(ballots: Sequence[Ballot]) -> JudgeAgreement:
    """Agreement of all judges named on any ballot."""
    cast = _cast(ballots)
    panel = sorted({vote.judge for ballot in ballots for vote in ballot.votes})
    labels = [tuple(votes.values()) for votes in cast.values()]
    several = [item for item in labels if len(item) > 1]
    asked = {ballot.item_id: len(ballot.votes) for ballot in ballots}
    complete = [
        tuple(votes.values()) for item, votes in cast.items() if len(votes) == asked[item] > 1
    ]
    pairs = [one == other for item in several for one, other in combinations(item, 2)]
    return JudgeAgreement(
        alpha=krippendorff_alpha(several),
        alpha_items=len(several),
        kappa=fleiss_kappa(complete),
        kappa_items=len(complete),
        pairs=Share(sum(pairs), len(pairs)),
        unanimous=Share(sum(len(set(item)) == 1 for item in several), len(several)),
        dissent=tuple((judge, _dissent(judge, cast)) for judge in panel),
        missing_votes=sum(asked.values()) - sum(map(len, labels)),
    )


def krippendorff_alpha(items: Sequence[Sequence[str]]) -> float | None:
    """Nominal alpha over items with two labels or more; None without two different labels."""
    totals: Counter[str] = Counter()
    disagreeing = Fraction(0)
    for item in items:
        counts = Counter(item)
        size = len(item)
        totals.update(counts)
        disagreeing += Fraction(size**2 - _squares(counts), size - 1)
    number = totals.total()
    expected = number**2 - _squares(totals)
    return float(1 - disagreeing * (number - 1) / expected) if expected else None


def fleiss_kappa(items: Sequence[Sequence[str]]) -> float | None:
    """Kappa over items with two labels or more; None without two different labels.

    Every item counts equally, also where some have more labels than others.
    """
    if not items:
        return None
    totals = Counter(label for item in items for label in item)
    by_chance = Fraction(_squares(totals), totals.total() ** 2)
    if by_chance == 1:
        return None
    agreeing = (
        Fraction(_squares(Counter(item)) - len(item), len(item) * (len(item) - 1)) for item in items
    )
    observed = sum(agreeing, Fraction(0)) / len(items)
    return float((observed - by_chance) / (1 - by_chance))


def flips(first: Sequence[Ballot], second: Sequence[Ballot]) -> Flips:
    """Votes of the same judge on the same item that differ between two rounds."""
    before, after = (
        {
            (item, judge): label
            for item, votes in _cast(side).items()
            for judge, label in votes.items()
        }
        for side in (first, second)
    )
    both = sorted(before.keys() & after.keys())
    changed = {place: before[place] != after[place] for place in both}
    judges = sorted({judge for _, judge in both})
    return Flips(
        Share(sum(changed.values()), len(changed)),
        tuple((judge, _share([changed[at] for at in both if at[1] == judge])) for judge in judges),
        missing=len(before.keys() ^ after.keys()),
    )


def _cast(ballots: Sequence[Ballot]) -> dict[str, dict[str, str]]:
    """Item to judge to label, missing votes left out."""
    cast: dict[str, dict[str, str]] = {}
    for ballot in ballots:
        if ballot.item_id in cast:
            msg = f"item {ballot.item_id!r} stands twice; give each item one ballot"
            raise InputError(msg)
        cast[ballot.item_id] = {
            vote.judge: vote.label for vote in ballot.votes if vote.label is not None
        }
    return cast


def _dissent(judge: str, cast: dict[str, dict[str, str]]) -> Share:
    against: list[bool] = []
    for votes in cast.values():
        label, times = Counter(votes.values()).most_common(1)[0] if votes else ("", 0)
        if judge in votes and len(votes) > 1 and 2 * times > len(votes):
            against.append(votes[judge] != label)
    return _share(against)


def _share(claims: Sequence[bool]) -> Share:
    return Share(sum(claims), len(claims))


def _squares(counts: Counter[str]) -> int:
    return sum(count * count for count in counts.values())
