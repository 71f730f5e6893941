"""Which side is A, and in which order pairs come: drawn for each reviewer from one seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from secrets import token_hex
from typing import Protocol


class Naming(Protocol):
    """Gives a new name that says nothing."""

    def __call__(self) -> str:
        """Sixteen hexadecimal digits."""
        ...


def random_name() -> str:
    """A name from the system's randomness, so that nothing can be told from it."""
    return token_hex(8)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One pair as one reviewer gets it."""

    item: str
    pair: str
    reviewer: str
    position: int
    left_is_a: bool


def draw(
    pairs: Sequence[str], reviewers: Sequence[str], *, seed: int, name: Naming = random_name
) -> tuple[Drawn, ...]:
    """Sides and order of every reviewer; each source is A in half of a reviewer's pairs.

    Of an odd number of pairs, chance decides which source is A once more. Who else reviews makes
    no difference to what a reviewer gets.
    """
    return tuple(
        one for reviewer in reviewers for one in _draw_for(reviewer, pairs, seed=seed, name=name)
    )


def _draw_for(reviewer: str, pairs: Sequence[str], *, seed: int, name: Naming) -> list[Drawn]:
    chance = Random(f"finrubric-study-1:{seed}:{reviewer.casefold()}")
    odd = [chance.random() < 0.5] if len(pairs) % 2 else []
    sides = [*([True, False] * (len(pairs) // 2)), *odd]
    chance.shuffle(sides)
    order = list(range(len(pairs)))
    chance.shuffle(order)
    return [
        Drawn(name(), pairs[place], reviewer, position, sides[place])
        for position, place in enumerate(order, 1)
    ]
