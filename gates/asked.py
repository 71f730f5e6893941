"""What a family cannot decide and hands to the content reviewer, before it is numbered."""

from collections.abc import Iterable
from typing import NamedTuple

from contracts.finding import Question
from gates.codes import question


class Asked(NamedTuple):
    """A question without its id."""

    code: str
    pointer: str
    text: str


def numbered(asked: Iterable[Asked]) -> tuple[Question, ...]:
    """Questions Q1, Q2 and so on, in the order given."""
    return tuple(
        question(item.code, item.pointer, item.text, number=number)
        for number, item in enumerate(asked, start=1)
    )
