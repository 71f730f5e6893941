"""Contracts in which every text of others ends in markup that would run if it were taken for it."""

import re
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tests.reports.hostile import PAYLOADS

EVERYWHERE = "'\"></textarea></title></select></script><img src=/evil onerror=window.PWN=1>"
"""Ends whatever it may stand in, then runs and loads."""
CORPUS = EVERYWHERE + "".join(PAYLOADS)
ROOM = 150
"""What is said behind a text for which there is no room for the whole corpus."""
NAME_ROOM = 80
Say = Callable[[str], str]
ModelT = TypeVar("ModelT", bound=BaseModel)
_NAMES = re.compile(
    r"(^|_)(ids?|sha256|snapshot|zone|code|pointer|contract|stage|run|item|name|kind|role|state"
    r"|reason|profile|key|left|right|reviewers|benchmark|by)$"
)
"""Fields by which things are found, not words."""


def plain(text: str) -> str:
    """What people would write."""
    return text


def hostile() -> Say:
    """Words, what ends everything, and the whole corpus, each time from another one on."""
    turn = count()

    def say(text: str) -> str:
        first = next(turn) % len(PAYLOADS)
        return f"{text} {EVERYWHERE}{''.join((*PAYLOADS[first:], *PAYLOADS[:first]))}"

    return say


def named(name: str, turn: int) -> str:
    """A name of a person with as much of the corpus, from some place on, as a name has room for."""
    found = f"{name} "
    for payload in (*PAYLOADS[turn:], *PAYLOADS[:turn]):
        found += payload if len(found) + len(payload) <= NAME_ROOM else ""
    return found


def spiced(model: ModelT, say: Say) -> ModelT:
    """The model with every text said in this way that its contract takes so."""
    kind = type(model)
    values = {name: getattr(model, name) for name in kind.model_fields}
    for name, value in values.items():
        if not _NAMES.search(name):
            ways = (say, partial(_shortly, say))
            for told in (partial(_without_braces, say),) if name == "template" else ways:
                changed = {**values, name: _spiced(value, told)}
                if _is_taken(kind, changed):
                    values = changed
                    break
    return kind.model_validate(values)


def _without_braces(say: Say, text: str) -> str:
    return text + re.sub("[{}]", "", say(text)[len(text) :])


def _shortly(say: Say, text: str) -> str:
    return say(text)[: len(text) + ROOM]


def _spiced(value: object, say: Say) -> object:
    if isinstance(value, BaseModel):
        return spiced(value, say)
    if isinstance(value, tuple):
        return tuple(_spiced(item, say) for item in value)
    return say(value) if type(value) is str else value


def _is_taken(kind: type[BaseModel], values: dict[str, object]) -> bool:
    try:
        _ = kind.model_validate(values)
    except ValidationError:
        return False
    return True
