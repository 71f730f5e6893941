"""What several judges decide together on one yes-or-no question."""

from collections.abc import Sequence

QUORUM = 2
"""Judges that must have decided before their majority counts."""


def majority(votes: Sequence[bool | None], *, quorum: int = QUORUM) -> bool | None:
    """What more than half of the cast votes say; None below the quorum or on a draw.

    A missing vote is no vote: it is never counted as a no.
    """
    cast = [vote for vote in votes if vote is not None]
    yes = sum(cast)
    if len(cast) < quorum or 2 * yes == len(cast):
        return None
    return 2 * yes > len(cast)
