"""Contracts in which every text of others ends in markup that would run if it were taken for it."""

import re
from collections.abc import Callable
from itertools import count
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tests.reports.hostile import PAYLOADS

EVERYWHERE = "'\"></textarea></title></select></script><img src=/evil onerror=window.PWN=1>"
"""Ends whatever it may stand in, then runs and loads."""
SHORT = "<img src=/evil onerror=window.PWN=1>"
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
    """Words and what ends everything, with one more of the corpus in its turn."""
    turn = count()
    return lambda text: f"{text} {EVERYWHERE}{PAYLOADS[next(turn) % len(PAYLOADS)]}"


def always(payload: str) -> Say:
    """Words with one and the same behind them."""
    return lambda text: f"{text} {payload}"


def spiced(model: ModelT, say: Say) -> ModelT:
    """The model with every text said in this way that its contract takes so."""
    kind = type(model)
    values = {name: getattr(model, name) for name in kind.model_fields}
    for name, value in values.items():
        if not _NAMES.search(name):
            changed = {**values, name: _spiced(value, say)}
            values = changed if _is_taken(kind, changed) else values
    return kind.model_validate(values)


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
