"""Which queries of a set are taken, by a rule that knows nothing of any score.

The paper takes 48 queries of FrontierFinance deterministically and leaves out one whose rubric has
339 criteria against a median of 21; how it orders them is not published. This rule has the same
properties: it reads ids and counts of criteria, so whoever runs it before or after scoring gets
the same queries.
"""

from collections.abc import Sequence
from fractions import Fraction
from hashlib import sha256
from statistics import median
from typing import NamedTuple

from contracts.errors import InputError

WIDEST = 10
"""Times the median number of criteria; a query with more is left out."""
_SALT = "finrubric-selection-1:"
RULE = (
    f"Leave out queries with more than {WIDEST} times the set's median number of criteria. Order "
    f"the others by SHA-256 of {_SALT!r} and the query's id, and take the first ones."
)
"""The rule in words; its first number changes with it."""


class Counted(NamedTuple):
    """All that the rule may see of a query."""

    id: str
    criteria: int


class Selection(NamedTuple):
    """What the rule takes, in the order of the set, and what it leaves out."""

    taken: tuple[str, ...]
    too_wide: tuple[str, ...]
    """Left out for the number of their criteria."""
    median: Fraction
    widest: Fraction
    """Most criteria that a query may have."""


def select(queries: Sequence[Counted], count: int) -> Selection:
    """Take so many queries.

    Raises:
        InputError: there are fewer, or none is asked for.
    """
    middle = Fraction(median(Fraction(query.criteria) for query in queries))
    widest = WIDEST * middle
    narrow = [query.id for query in queries if query.criteria <= widest]
    if not 1 <= count <= len(narrow):
        msg = f"--select {count}: the set has {len(narrow)} queries that are not too wide"
        raise InputError(f"{msg}; take between 1 and {len(narrow)}")
    chosen = set(sorted(narrow, key=_order)[:count])
    return Selection(
        taken=tuple(query.id for query in queries if query.id in chosen),
        too_wide=tuple(query.id for query in queries if query.criteria > widest),
        median=middle,
        widest=widest,
    )


def _order(query_id: str) -> str:
    return sha256(f"{_SALT}{query_id}".encode()).hexdigest()
