"""The cutoff applied to results of a service: what passes, and what is left out, with its reason.

A service is told the cutoff where it can be, but its word for it is never taken: each result is
held against the as-of rule here, and a result without a date does not pass.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from contracts.cutoff import Cutoff, SourceTimes
from contracts.left_out import reason_left_out

ItemT = TypeVar("ItemT")


class Unshown(NamedTuple):
    """A result that is not shown."""

    name: str
    reason: str
    """In words; nothing of the result's content."""


@dataclass(frozen=True, slots=True)
class Sifted(Generic[ItemT]):
    """Results as of a cutoff."""

    passed: tuple[ItemT, ...]
    left_out: tuple[Unshown, ...]


def sift(
    items: Iterable[ItemT],
    cutoff: Cutoff,
    *,
    times: Callable[[ItemT], SourceTimes],
    name: Callable[[ItemT], str],
) -> Sifted[ItemT]:
    """Keep what was known by the cutoff, in order."""
    passed: list[ItemT] = []
    left_out: list[Unshown] = []
    for item in items:
        found = times(item)
        if found.known_by(cutoff).passes:
            passed.append(item)
        else:
            left_out.append(Unshown(name(item), reason_left_out(found, cutoff)))
    return Sifted(tuple(passed), tuple(left_out))
