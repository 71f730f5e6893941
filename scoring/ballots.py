"""The judges' votes of scored answers, and how many change when the same is judged again."""

from collections.abc import Iterable, Sequence

from contracts.asked import Asked, asked_otherwise
from contracts.errors import InputError
from contracts.score import Score
from contracts.verdict import Outcome
from scoring.metrics.judge_agreement import Ballot, Flips, Vote, flips


def ballots_of(scores: Iterable[Score]) -> list[Ballot]:
    """What the judges said of every row; a row that no judge was asked about has no ballot."""
    return [
        Ballot(
            item_id=f"{score.response_id} {row.row_id}",
            votes=tuple(
                Vote(
                    judge=verdict.judge,
                    label=None if verdict.outcome is Outcome.NOT_JUDGED else verdict.outcome.value,
                )
                for verdict in row.verdicts
            ),
        )
        for score in scores
        for row in score.rows
        if row.verdicts
    ]


def flips_between(first: Sequence[Score], second: Sequence[Score]) -> Flips:
    """Votes that changed between two rounds of scoring the same answers.

    Raises:
        InputError: an answer is scored twice in a round, stands in both as another text or by
            another rubric, both files are of one round, its judges were asked otherwise, or
            nothing was voted on twice.
    """
    others = {score.response_id: score for score in second}
    for score in first:
        if (other := others.get(score.response_id)) is not None:
            _require_comparable(score, other)
    found = flips(ballots_of(first), ballots_of(second))
    if not found.all.of:
        raise InputError("no judge has voted on the same row in both rounds; score with --round 2")
    return found


def _require_comparable(score: Score, other: Score) -> None:
    if score.response_sha256 != other.response_sha256:
        raise InputError(f"answer {score.response_id!r} was another text in the second round")
    if score.rubric_sha256 != other.rubric_sha256:
        words = "was scored by another rubric in the second round"
        raise InputError(f"answer {score.response_id!r} {words}")
    if score.asked is not None and other.asked is not None and score.asked.judges:
        _require_two_rounds(score.response_id, score.asked, other.asked)


def _require_two_rounds(name: str, first: Asked, second: Asked) -> None:
    if first.round == second.round:
        words = f"is of round {first.round} in both files, so no vote could have changed"
        raise InputError(f"answer {name!r} {words}; score the second with another --round")
    if words := asked_otherwise(first, second):
        raise InputError(f"answer {name!r} was judged {words} in the second round")
