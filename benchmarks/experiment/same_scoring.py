"""Whether scores can be held against each other: the same answers, judges, mode and rubrics."""

from collections.abc import Mapping, Sequence

from contracts.asked import Asked, asked_otherwise
from contracts.contract import fingerprint
from contracts.errors import InputError
from contracts.response import Response
from contracts.score import Score

Scores = Mapping[str, Score]
"""By id of the answer."""


def check_same_scoring(
    name: str, scores: Scores, reference: Scores, answers: Sequence[Response]
) -> None:
    """Refuse scores whose differences would be those of texts, judges or modes, not of rubrics.

    Raises:
        InputError: names the source, the answer and what differs.
    """
    rubrics: dict[str, str] = {}
    for answer in answers:
        score, other = scores.get(answer.id), reference.get(answer.id)
        if score is None:
            continue
        if score.response_sha256 != fingerprint(answer):
            raise _fault(name, answer, "was another text when it was scored; score it again")
        if rubrics.setdefault(answer.query_id, score.rubric_sha256) != score.rubric_sha256:
            words = f"was scored by another rubric than others to {answer.query_id!r}; score all"
            raise _fault(name, answer, f"{words} by one")
        if other is not None and (words := _differs(score, other)):
            raise _fault(name, answer, f"{words}; score both in one way")


def _differs(score: Score, other: Score) -> str:
    """How the scoring of one answer differs from the reference's, in words."""
    if score.mode != other.mode:
        return f"was scored in mode {score.mode}, by the reference in mode {other.mode}"
    own, theirs = _judges(score), _judges(other)
    if own != theirs:
        return f"was judged by {', '.join(own)}, for the reference by {', '.join(theirs)}"
    return _asked_otherwise(score.asked, other.asked)


def _asked_otherwise(own: Asked | None, theirs: Asked | None) -> str:
    """Two old files say nothing of it and are taken; one old and one new cannot be compared."""
    if own is not None and theirs is not None:
        words = asked_otherwise(own, theirs)
        return f"was judged {words} than for the reference" if words else ""
    if own is None and theirs is None:
        return ""
    return (
        "says how its judges were asked for one side only, since the other is of an older version"
    )


def _judges(score: Score) -> Sequence[str]:
    """All that were asked; nobody where there was no answer to grade."""
    asked = sorted({verdict.judge for row in score.rows for verdict in row.verdicts})
    return asked or ["nobody"]


def _fault(name: str, answer: Response, words: str) -> InputError:
    return InputError(f"{name}: answer {answer.id!r} {words}")
