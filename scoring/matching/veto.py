"""What code says of two criteria's values: it only ever takes a match away.

A side that carries expected values for code (rubrics of ours do) is held against those of the other
side, or else against its words by the reader of answers. `accepts` decides, and what a careful
reader would ask about stays undecided.
"""

from collections.abc import Iterable

from contracts.acceptance import Acceptance
from contracts.comparison import Comparison, accepts, as_stated
from contracts.covered_query import CodeReading
from contracts.criteria import Criterion
from scoring.stated_values import check_value


def code_reading(expert: Criterion, matches: Iterable[Criterion]) -> CodeReading:
    """Whether code finds the expert's value in what the judges named, or another one.

    One that has the same value is enough; `differs` only where all that were named differ.
    """
    found = {_between(expert, match) for match in matches}
    if "same" in found:
        return "same"
    return "differs" if found == {"differs"} else "undecided"


def _between(expert: Criterion, match: Criterion) -> CodeReading:
    found = {*_held(match, expert), *_held(expert, match)}
    if Acceptance.ACCEPTED in found:
        return "same"
    return "differs" if found == {Acceptance.REFUSED} else "undecided"


def _held(owner: Criterion, other: Criterion) -> Iterable[Acceptance]:
    """Each value that `owner` expects, against what `other` says.

    A criterion of several values may be matched for one of them: whoever states that one is right.
    """
    text = "\n".join((other.text, *other.rules))
    for expected in owner.expected:
        if other.expected:
            yield from (_both(expected.comparison, one.comparison) for one in other.expected)
        else:
            yield check_value(expected.target_id, expected.comparison, text).acceptance


def _both(comparison: Comparison, other: Comparison) -> Acceptance:
    stated = as_stated(other)
    return Acceptance.UNDECIDED if stated is None else accepts(comparison, stated)
